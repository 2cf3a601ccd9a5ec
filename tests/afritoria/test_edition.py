"""The shipped edition agrees with the rulebook, and faults in a file are reported with their lines."""

from collections import Counter

import pytest
from afritoria.lockstep import GAME
from edition_file import EditionFile, adding, check_fault, keeping, setting

from africana_env import Batch, load_edition
from africana_env.games.afritoria.rules.state import ANIMALS, POACHER, RANGER, STRENGTHS

SHIPPED = load_edition(GAME, "reconstructed")
DATA = SHIPPED.data
ASSUMED = '"assumed"'


# --- The shipped edition ----------------------------------------------------------------------------------------------


def test_documented_facts_are_in_the_shipped_edition():
    assert [entry["name"] for entry in DATA["colours"]] == ["green", "blue", "red", "yellow"]
    assert {entry["park"] for entry in DATA["colours"]} == {"Serengeti", "Ngorongoro", "Masai Mara", "Kgalagadi"}
    assert len(DATA["animals"]) == STRENGTHS
    assert {entry["copies"] for entry in DATA["animals"]} == {2}
    assert {entry["name"]: entry["count"] for entry in DATA["specials"]} == {"ranger": 4, "poacher": 4}
    hands = DATA["hands"][0]
    assert (hands["cards"], hands["show_animals"], hands["show_cards"]) == (6, 5, 3)


def test_what_was_designed_is_called_so():
    for entry in DATA["animals"]:
        assert {entry["status"][field] for field in ("name", "strength", "value")} == {"assumed"}
        assert entry["status"]["copies"] == "documented"
    assert {entry["status"]["name"] for entry in DATA["colours"]} == {"documented"}


@pytest.mark.parametrize(("players", "left"), [(2, 38), (3, 53), (4, 68)])
def test_as_many_colours_are_used_as_there_are_players(players, left):
    copies = SHIPPED.tables[0].copies[players]
    assert copies[:ANIMALS].tolist() == [2] * players * STRENGTHS + [0] * (4 - players) * STRENGTHS
    assert (copies[RANGER], copies[POACHER]) == (4, 4)
    batch = Batch(GAME, 1, players)
    batch.reset(0)
    assert batch.states[0].pile_size == left
    assert (batch.states[0].row >= 0).sum() == players


# --- Faults -----------------------------------------------------------------------------------------------------------


def few_cards(file):
    """Keep two animals, so that three players lack a card."""
    file.keep("animals", 2)
    return file.line("hands", 0, "cards")


def three_colours(file):
    """Keep three colours in an edition for up to four players."""
    file.keep("colours", 3)
    return file.header("colours")


def small_hands(field):
    def edit(file):
        file.set("hands", 0, "cards", 2)
        if field == "show_cards":
            file.set("hands", 0, "show_animals", 2)
        else:
            file.set("hands", 0, "show_cards", 2)
        return file.line("hands", 0, field)

    return edit


ANIMAL = {"name": '"giant"', "strength": "11", "value": "1", "copies": "2", "status": ASSUMED}

FAULTS = {
    "one colour": (keeping("colours", 1), "colours: there must be 2 to 4, not 1"),
    "fifth colour": (adding("colours", name='"pink"', park='"Etosha"', status=ASSUMED), "2 to 4, not 5"),
    "one animal": (keeping("animals", 1), "animals: there must be 2 to 11, not 1"),
    "twelfth animal": (adding("animals", **ANIMAL), "animals: there must be 2 to 11, not 12"),
    "rangers only": (keeping("specials", 1), "specials: there must be 2, not 1"),
    "third special": (adding("specials", name='"ranger"', count="1", status=ASSUMED), "specials: there must be 2"),
    "two sorts of hands": (
        adding("hands", cards="6", show_animals="5", show_cards="3", status=ASSUMED),
        "hands: there must be 1, not 2",
    ),
    "animal named twice": (setting("animals", 10, "name", '"lion"'), "the name lion is used twice"),
    "special of another name": (setting("specials", 1, "name", '"hunter"'), "name must be one of ranger, poacher"),
    "strength too low": (setting("animals", 0, "strength", "0"), "strength must be a whole number from 1 to 11"),
    "strength used twice": (setting("animals", 5, "strength", "5"), "in the order of their strengths: 6 comes here"),
    "strengths out of order": (setting("animals", 3, "strength", "7"), "in the order of their strengths: 4 comes here"),
    "value too high": (setting("animals", 0, "value", "100"), "value must be a whole number from 0 to 99, not 100"),
    "three copies": (setting("animals", 0, "copies", "3"), "copies must be a whole number from 1 to 2"),
    "five rangers": (setting("specials", 0, "count", "5"), "count must be a whole number from 0 to 4"),
    "hand of one": (setting("hands", 0, "cards", "1"), "cards must be a whole number from 2 to 6"),
    "hand shown by nothing": (setting("hands", 0, "show_animals", "0"), "show_animals must be .* from 1 to 6"),
    "no card under the pile": (setting("hands", 0, "show_cards", "0"), "show_cards must be .* from 1 to 3"),
    "more animals to show than cards": (small_hands("show_animals"), "show_animals is more than the 2 cards of a hand"),
    "more cards to put than cards": (small_hands("show_cards"), "show_cards is more than the 2 cards of a hand"),
    "too few cards": (few_cards, "3 players need 21 cards, but there are 20"),
    "too few colours": (three_colours, "4 players need 4 colours, but there are 3"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_refused_with_its_line_and_the_reason(name, tmp_path):
    check_fault(GAME, *FAULTS[name], tmp_path / "mine.toml")


# --- Custom editions --------------------------------------------------------------------------------------------------


def test_smaller_edition_names_what_it_lacks_and_each_action_differently(tmp_path):
    file = EditionFile(GAME)
    file.set("edition", 0, "format", "1\nplayers = [2]")
    file.keep("animals", 4)
    file.keep("colours", 2)
    file.set("specials", 1, "count", 0)
    edition = load_edition(GAME, file.write(tmp_path / "small.toml"))
    texts = list(GAME.action_texts(edition.data))
    assert len(set(texts)) == len(GAME.actions)
    assert Counter("unused" in text for text in texts)[True] == 3 * (ANIMALS - 8) - (ANIMALS - 8) + (ANIMALS - 8)
    copies = edition.tables[0].copies[2]
    assert [kind for kind, count in enumerate(copies) if count] == [0, 1, 2, 3, 11, 12, 13, 14, RANGER]
