"""The shipped editions are what the sources say, and a file with a fault is refused with its line and the reason."""

from collections import Counter

import numpy as np
import pytest
from africa.lockstep import GAME
from edition_file import EditionFile, check_message, edition_faults

from africana_env.engine.editions.editions import load_edition
from africana_env.games.africa.edition import NEIGHBOURS, marker_counts
from africana_env.games.africa.rules.state import OFF_THE_MAP

FILE = GAME.folder / "editions" / "reconstructed.toml"
TEXT = FILE.read_text()
SHIPPED = load_edition(GAME, "reconstructed")
DATA = SHIPPED.data
PLACES = {(entry["q"], entry["r"]): space for space, entry in enumerate(DATA["spaces"])}


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


def test_tables_hold_the_neighbours_by_direction_both_ways():
    tables = SHIPPED.tables[0]
    for (q, r), space in PLACES.items():
        expected = [PLACES.get((q + east, r + south), OFF_THE_MAP) for east, south in NEIGHBOURS]
        assert tables.neighbour[space].tolist() == expected
        known = [there for there in expected if there != OFF_THE_MAP]
        assert tables.next_space[space, : tables.num_neighbours[space]].tolist() == known
        for direction, there in enumerate(expected):
            assert there == OFF_THE_MAP or tables.neighbour[there, (direction + 3) % 6] == space


def test_distances_in_the_tables_are_those_of_the_map():
    tables = SHIPPED.tables[0]
    for start in (0, 50, 100):
        away, fresh = {start: 0}, [start]
        for here in fresh:
            for there in tables.next_space[here, : tables.num_neighbours[here]].tolist():
                if there not in away:
                    away[there] = away[here] + 1
                    fresh.append(there)
        assert tables.distance[start].tolist() == [away[space] for space in range(101)]


# --- Faults -----------------------------------------------------------------------------------------------------------


def replacing(old, new, *, at=None):
    """Write `new` for the first `old`; the fault is expected in the line of `at`, or of `new`."""

    def edit(text):
        assert old in text
        text = text.replace(old, new, 1)
        return text, text[: text.index(at or new)].count("\n") + 1

    return edit


def space(name):
    """The first lines of a space."""
    q, r = next((entry["q"], entry["r"]) for entry in DATA["spaces"] if entry["name"] == name)
    return f'name = "{name}"\nq = {q}\nr = {r}\n'


def adding(text):
    """Write more at the end of the file; the fault is expected in its first line."""
    return lambda before: (before + text, before.count("\n") + 1)


FAULTS = {
    "unknown section": (adding("[ships]\n"), r"unknown section \[\[ships\]\]; known are species, .* turn, camps"),
    "no turn": (replacing("[turn]", "[sources.turn]", at="# Africa"), r"section \[turn\] is missing"),
    "turn as a list": (replacing("[turn]", "[[turn]]"), r"section \[turn\] is missing"),
    "no actions": (replacing("actions = 2\n", "", at="[turn]"), r"\[turn\] actions is missing"),
    "three actions": (replacing("actions = 2", "actions = 3"), r"\[turn\] actions must be a whole number from 1 to 2"),
    "turn without a status": (
        replacing('actions = 2\nstatus = "documented"\n', "actions = 2\n", at="[turn]"),
        "status must be documented or assumed",
    ),
    "city that is no truth": (replacing("city = true", 'city = "yes"'), "city must be true or false, not 'yes'"),
    "a marker too many": (
        lambda text: (
            text.replace("count = 10\n", "count = 11\n", 1).replace("markers = 96", "markers = 97"),
            text[: text.index("markers = 96")].count("\n") + 1,
        ),
        "there must be a marker for each of the 96 spaces that are no cities, not 97",
    ),
    "four cities": (
        lambda text: (
            text.replace("city = true\n", "", 1)
            .replace("cities = 5", "cities = 4")
            .replace("count = 10", "count = 11"),
            text[: text.index("[[spaces]]")].count("\n") + 1,
        ),
        "there must be at least 5 cities, not 4",
    ),
    "a good too many": (replacing('count = 5\nstatus = "documented"', 'count = 6\nstatus = "documented"'), "to 5"),
    "a species too many": (
        lambda text: (
            text + '[[species]]\nname = "ape"\ncount = 0\nstatus = "assumed"\n',
            text[: text.index("[[species]]")].count("\n") + 1,
        ),
        "species must have 5 different names",
    ),
    "two species of a name": (replacing('"giraffe"', '"lion"', at="[[species]]"), "species must have 5 different"),
    "two goods of a name": (replacing('"statue"', '"kettle"', at="[[goods]]"), "goods must have 5 different names"),
    "another mineral": (replacing('kind = "gold"', 'kind = "tin"'), "kind must be one of gold, gems, not 'tin'"),
    "mineral of value 3": (replacing("value = 2", "value = 3"), "value must be a whole number from 1 to 2"),
    "mineral given twice": (
        lambda text: (
            text.replace("value = 2", "value = 1", 1),
            [number for number, line in enumerate(text.split("\n"), 1) if line == "[[minerals]]"][1],
        ),
        "gold of value 1 is given twice",
    ),
    "last monument beyond the others": (
        replacing("last_of_two = 9", "last_of_two = 12"),
        "last_of_two must be at most 11",
    ),
    "name used twice": (replacing('name = "Tunis"', 'name = "Algiers"', at='name = "Algiers"\nq = 6'), "used twice"),
    "place used twice": (
        lambda text: (
            text.replace(space("Tunis"), space("Tunis").replace("q = 6", "q = 5")),
            text[: text.index(space("Tunis"))].count("\n") + 2,
        ),
        "Tunis lies where Algiers lies",
    ),
    "space out of reach": (
        lambda text: (
            text.replace(space("Comoros"), 'name = "Comoros"\nq = 40\nr = 40\n'),
            [number for number, line in enumerate(text.split("\n"), 1) if line == "[[spaces]]"][
                [entry["name"] for entry in DATA["spaces"]].index("Comoros")
            ],
        ),
        "Comoros cannot be reached from Tangier",
    ),
    "far away": (replacing("q = 4\n", "q = 51\n"), "q must be a whole number from -50 to 50, not 51"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_reported_with_its_line(name, tmp_path):
    edit, reason = FAULTS[name]
    text, line = edit(TEXT)
    path = tmp_path / "edition.toml"
    path.write_text(text)
    check_message(GAME, path, line, reason)


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


@pytest.mark.parametrize(("section", "name"), [("species", "nomad"), ("goods", "gold 1"), ("goods", "camp")])
def test_nothing_is_called_like_other_markers(tmp_path, section, name):
    file = EditionFile(GAME)
    line = file.set(section, 1, "name", f'"{name}"')
    faults = edition_faults(GAME, file.write(tmp_path / "mine.toml"))
    assert faults == [(line, f"{section} entry 2: {name} is what other markers are called")]
