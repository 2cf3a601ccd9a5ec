"""The shipped editions agree with their sources, and faults in a file are reported with their lines."""

from collections import Counter

import numpy as np
import pytest
from africa.lockstep import GAME
from edition_file import adding, check_fault, setting, setting_in, without

from africana_env.engine.editions.editions import load_edition
from africana_env.games.africa.edition import marker_counts

SHIPPED = load_edition(GAME, "reconstructed")
DATA = SHIPPED.data
# --- The shipped editions ---------------------------------------------------------------------------------------------


def test_documented_facts_are_in_the_shipped_edition():
    assert len(DATA["spaces"]) == 101
    assert sum(entry.get("city", False) for entry in DATA["spaces"]) == 5
    assert sum(marker_counts(DATA)) == 96
    assert [entry["count"] for entry in DATA["goods"]] == [5] * 5
    assert DATA["monuments"] == {**DATA["monuments"], "count": 11, "last_of_two": 9}
    assert DATA["camps"] == {**DATA["camps"], "supply": 10, "supply_of_two": 8, "per_player": 2}
    others = [entry["count"] for section in ("species", "minerals") for entry in DATA[section]]
    assert sum(others) + DATA["nomads"]["count"] == 60
    assert {entry["value"] for entry in DATA["minerals"]} == {1, 2}


def test_only_what_a_source_tells_is_called_documented():
    species = {entry["name"]: entry.get("source") for entry in DATA["species"]}
    assert {name: source for name, source in species.items() if source} == {
        "elephant": "rulebook",
        "zebra": "poeppelkiste",
    }
    assert {entry["status"] for entry in (*DATA["spaces"], DATA["nomads"])} == {"assumed"}
    assert {entry["status"]["count"] for entry in DATA["minerals"]} == {"assumed"}
    assert {DATA[section]["source"] for section in ("turn", "camps", "monuments")} == {"rulebook"}


def test_young_players_differ_in_the_actions_of_a_turn_alone():
    young = load_edition(GAME, "young_players")
    changed = [name for name in SHIPPED.tables.dtype.names if (young.tables[name] != SHIPPED.tables[name]).any()]
    assert changed == ["actions"]
    assert young.tables[0].actions == 1
    assert SHIPPED.tables[0].actions == 2


# --- Faults -----------------------------------------------------------------------------------------------------------

SPACE = {entry["name"]: number for number, entry in enumerate(DATA["spaces"])}
CITY = next(number for number, entry in enumerate(DATA["spaces"]) if entry.get("city"))


def turn_as_a_list(file):
    line = file.header("turn")
    file.lines[line - 1] = "[[turn]]"
    return line


def marker_too_many(file):
    file.set("nomads", 0, "count", 11)
    return file.set("structure", 0, "markers", 97)


def four_cities(file):
    file.drop("spaces", CITY, "city")
    file.set("structure", 0, "cities", 4)
    file.set("nomads", 0, "count", 11)
    return file.header("spaces")


FAULTS = {
    "no turn": (without("turn"), r"section \[turn\] is missing"),
    "turn as a list": (turn_as_a_list, r"section \[turn\] is missing"),
    "three actions": (setting("turn", 0, "actions", 3), r"\[turn\] actions must be a whole number from 1 to 2"),
    "city that is no truth": (setting("spaces", CITY, "city", '"yes"'), "city must be true or false, not 'yes'"),
    "a marker too many": (marker_too_many, "a marker for each of the 96 spaces that are not cities, not 97"),
    "four cities": (four_cities, "there must be at least 5 cities, not 4"),
    "a good too many": (setting("goods", 0, "count", 6), "count must be a whole number from 0 to 5"),
    "a species too many": (
        adding("species", name='"ape"', count="0", status='"assumed"'),
        "species must have 5 different names",
    ),
    "two species of a name": (setting_in("species", 0, name='"lion"'), "species must have 5 different names"),
    "two goods of a name": (setting_in("goods", 0, name='"statue"'), "goods must have 5 different names"),
    "species called nomad": (setting("species", 1, "name", '"nomad"'), "2: nomad is the name of other markers"),
    "good called gold 1": (setting("goods", 1, "name", '"gold 1"'), "2: gold 1 is the name of other markers"),
    "good called camp": (setting("goods", 1, "name", '"camp"'), "2: camp is the name of other markers"),
    "another mineral": (setting("minerals", 0, "kind", '"tin"'), "kind must be one of gold, gems, not 'tin'"),
    "mineral of value 3": (setting("minerals", 1, "value", 3), "value must be a whole number from 1 to 2"),
    "mineral given twice": (setting_in("minerals", 1, value=1), "gold of value 1 is given twice"),
    "last monument beyond the others": (setting("monuments", 0, "last_of_two", 12), "last_of_two must be at most 11"),
    "place used twice": (setting("spaces", SPACE["Tunis"], "q", 5), "Tunis has the place of Algiers"),
    "space out of reach": (setting_in("spaces", SPACE["Comoros"], q=40, r=40), "cannot be reached from Tangier"),
    "far away": (setting("spaces", SPACE["Tunis"], "q", 51), "q must be a whole number from -50 to 50, not 51"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_reported_with_its_line(name, tmp_path):
    check_fault(GAME, *FAULTS[name], tmp_path / "mine.toml")


def test_markers_of_a_kind_are_counted_from_their_entries():
    counts = marker_counts(DATA)
    assert Counter(counts) == Counter([6] * 5 + [10, 11] + [5] * 4 + [5] * 5)
    assert np.array_equal(SHIPPED.tables[0].markers, counts)


def test_actions_on_spaces_that_a_small_edition_lacks_say_so():
    texts = list(GAME.action_texts({**DATA, "spaces": DATA["spaces"][:99]}))
    assert len(texts) == len(GAME.actions)
    for group, words in (("put_researcher", "put researcher on"), ("put_piece", "put piece on")):
        start = getattr(GAME.actions.starts, group)
        expected = [DATA["spaces"][98]["name"], "unused space 100", "unused space 101"]
        assert texts[start + 98 : start + 101] == [f"{words} {name}" for name in expected]
