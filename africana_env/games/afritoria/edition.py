"""Check an edition's data and fill the tables from it."""

from collections.abc import Mapping
from typing import Any

from africana_env.engine.game.contract import player_counts
from africana_env.engine.game.edition_checks import Fault, check_names, check_size
from africana_env.engine.game.edition_data import Column
from africana_env.games.afritoria.hidden.observation import MAX_VALUE
from africana_env.games.afritoria.rules import state as rules

SPECIAL_NAMES = ("ranger", "poacher")

SECTIONS: dict[str, dict[str, Column]] = {
    "colours": {"name": Column(str), "park": Column(str, drawn=True)},
    "animals": {
        "name": Column(str),
        "strength": Column(int, 1, rules.STRENGTHS),
        "value": Column(int, 0, MAX_VALUE),
        "copies": Column(int, 1, rules.COPIES),
    },
    "specials": {"name": Column(str, words=SPECIAL_NAMES), "count": Column(int, 0, rules.SPECIALS)},
    "hands": {
        "cards": Column(int, 2, rules.HAND),
        "show_animals": Column(int, 1, rules.HAND),
        "show_cards": Column(int, 1, rules.PUT_UNDER_CARDS),
    },
}


def check_edition(data: Mapping[str, Any], fault: Fault) -> None:
    """Pass every fault to `fault`. The sections have been checked against `SECTIONS`."""
    check_sizes(data, fault)
    check_entries(data, fault)
    check_hands(data, fault)


def check_sizes(data: Mapping[str, Any], fault: Fault) -> None:
    """Check the number of entries of each section."""
    for section, minimum, maximum in (
        ("colours", 2, rules.COLOURS),
        ("animals", 2, rules.STRENGTHS),
        ("specials", len(SPECIAL_NAMES), len(SPECIAL_NAMES)),
        ("hands", 1, 1),
    ):
        check_size(section, len(data[section]), minimum, maximum, fault)


def check_entries(data: Mapping[str, Any], fault: Fault) -> None:
    """Check that names are used once and that strengths count from 1."""
    for section in ("colours", "animals", "specials"):
        check_names(data, section, fault)
    for index, entry in enumerate(data["animals"]):
        if entry["strength"] != index + 1:
            fault(
                f"animals must be in the order of their strengths: {index + 1} comes here", "animals", index, "strength"
            )


def check_hands(data: Mapping[str, Any], fault: Fault) -> None:
    """Check that hands have enough cards to show and put under the pile, and that every number of players has enough
    colours, and cards for the hands and a first row."""
    for index, entry in enumerate(data["hands"]):
        for field in ("show_animals", "show_cards"):
            if entry[field] > entry["cards"]:
                fault(f"{field} is more than the {entry['cards']} cards of a hand", "hands", index, field)
        specials = sum(special["count"] for special in data["specials"])
        animals = sum(animal["copies"] for animal in data["animals"])
        for players in player_counts(data, rules.MAX_PLAYERS):
            needed, cards = players * (entry["cards"] + 1), players * animals + specials
            if len(data["colours"]) < players:
                reason = f"{players} players need {players} colours, but there are {len(data['colours'])}"
                fault(f"{reason}: say in [edition] for which players it is, players = [2, ...]", "colours")
            elif cards < needed:
                fault(f"{players} players need {needed} cards, but there are {cards}", "hands", index, "cards")


def fill_tables(data: Mapping[str, Any], tables: Any) -> None:
    """Fill the tables, which are all zeros, from data without faults."""
    counts = {entry["name"]: entry["count"] for entry in data["specials"]}
    for strength, entry in enumerate(data["animals"]):
        tables.value[strength] = entry["value"]
        for players in range(2, rules.MAX_PLAYERS + 1):
            for colour in range(min(players, len(data["colours"]))):
                tables.copies[players, colour * rules.STRENGTHS + strength] = entry["copies"]
    tables.copies[2:, rules.RANGER] = counts["ranger"]
    tables.copies[2:, rules.POACHER] = counts["poacher"]
    hands = data["hands"][0]
    tables.hand = hands["cards"]
    tables.show_animals = hands["show_animals"]
    tables.show_cards = hands["show_cards"]
