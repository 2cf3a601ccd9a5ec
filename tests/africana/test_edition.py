"""The shipped edition agrees with its sources, and faults in a file are reported with their lines."""

import re
from collections import Counter

import numpy as np
import pytest
from africana.lockstep import GAME
from edition_file import (
    EditionFile,
    adding,
    check_fault,
    dropping,
    edition_faults,
    emptying,
    setting,
    setting_in,
    without,
)
from support import error_of

from africana_env import Batch, UserError, africana_v0
from africana_env.engine.editions.editions import load_edition

SHIPPED = load_edition(GAME, "reconstructed")
DATA = SHIPPED.data


# --- The shipped edition ----------------------------------------------------------------------------------------------


def test_documented_facts_are_in_the_shipped_edition():
    companies = [(entry["start"], entry["silver"]) for entry in DATA["companies"]]
    assert companies == [("Napoli", 2), ("Cape Town", 2), ("Lagos", 3), ("Jidda", 4)]
    assert Counter(entry["half"] for entry in DATA["locations"]) == {"north": 11, "south": 11}
    assert sum(entry["count"] for entry in DATA["travel_cards"]) == 60
    assert {entry["colour"] for entry in DATA["travel_cards"]} == {"magenta", "turquoise", "gray", "orange", "violet"}
    assert {entry["players"]: entry["cards"] for entry in DATA["removals"]} == {2: 10, 3: 7, 4: 4}
    backs = Counter(entry["back"] for entry in DATA["expeditions"])
    assert backs.total() == 34
    assert backs["A"] >= 5
    assert backs["C"] >= 10
    named = (
        "Napoli, Lagos, Jidda, Cape Town, Port Natal, Serengeti, Tripoli, Leopoldville, Timbuctoo, Addis Abeba, Congo, "
    )
    named += "Zanzibar, Cairo, Aswan, Mozambique"
    assert set(named.split(", ")) <= {entry["name"] for entry in DATA["locations"]}
    routes = {frozenset(entry["between"]) for entry in DATA["routes"]}
    for route in ("Cape Town/Port Natal", "Port Natal/Mozambique", "Lagos/Cape Town", "Cairo/Aswan"):
        assert frozenset(route.split("/")) in routes
    journeys = {(entry["start"], entry["target"]): entry["silver"] for entry in DATA["expeditions"]}
    assert journeys["Port Natal", "Serengeti"] == 4
    shown = ["Tripoli/Cape Town", "Leopoldville/Timbuctoo", "Addis Abeba/Congo", "Zanzibar/Cairo"]
    assert all(tuple(journey.split("/")) in journeys for journey in shown)
    assert 3 in journeys.values()


def documented(section, field):
    """Return the entries whose field is documented."""
    words = [entry["status"] for entry in DATA[section]]
    words = [word[field] if isinstance(word, dict) else word for word in words]
    return [entry for entry, word in zip(DATA[section], words, strict=True) if word == "documented"]


def test_only_fields_with_a_source_are_documented():
    assert [entry["name"] for entry in documented("locations", "half")] == ["Napoli"]
    ours = {entry["name"] for entry in DATA["locations"]} - {entry["name"] for entry in documented("locations", "name")}
    assert ours == {"Tangier", "Dakar", "Khartoum", "Loanda", "Victoria Falls", "Tananarive", "Kalahari"}
    assert len(documented("routes", "between")) == 4
    assert [len(documented("expeditions", field)) for field in ("start", "target", "silver", "points")] == [5, 5, 1, 0]
    designed = [("locations", "symbols"), ("expeditions", "back"), ("adventures", "target"), ("spaces", "silver")]
    assert [documented(section, field) for section, field in designed] == [[]] * 4


def neighbours():
    net = {entry["name"]: set() for entry in DATA["locations"]}
    for entry in DATA["routes"]:
        one, other = entry["between"]
        net[one].add(other)
        net[other].add(one)
    return net


# --- Faults -----------------------------------------------------------------------------------------------------------

ASSUMED = '"assumed"'
LOCATION = {"name": '"Nowhere"', "half": '"north"', "symbols": '["gray"]', "position": "[1, 1]", "status": ASSUMED}
MASK = {"book": '"north"', "artifact": '"Mask"', "target": '"Congo"', "silver": "1", "points": "1", "status": ASSUMED}


def rich(file):
    for entry in range(34):
        file.set("expeditions", entry, "silver", 9)
    for entry in range(30):
        if "artifact" in DATA["adventures"][entry]:
            file.set("adventures", entry, "silver", 9)
    for entry in range(5):
        file.set("spaces", entry, "silver", 5)
        file.set("spaces", entry, "travel_cards", 0)
    file.set("companies", 0, "silver", 50)
    return file.header("expeditions")


def cut_off(file):
    """Remove all routes of a location."""
    name = DATA["locations"][5]["name"]
    for entry, route in reversed(list(enumerate(DATA["routes"]))):
        if name in route["between"]:
            start = file.header("routes", entry)
            del file.lines[start - 1 : start + 1]
            while file.lines[start - 1] and not file.lines[start - 1].startswith("["):
                del file.lines[start - 1]
    return file.header("locations", 5)


def hub(file):
    """Give the first location nine routes."""
    names = [entry["name"] for entry in DATA["locations"]]
    there = [name for name in names[1:] if name not in neighbours()[names[0]]]
    for name in there[: 9 - len(neighbours()[names[0]])]:
        file.add("routes", between=f'["{names[0]}", "{name}"]', status=ASSUMED)
    return file.header("locations", 0)


def adventure_assumed(file):
    """Give the first adventure one status for all its fields. Return its first line."""
    file.set("adventures", 0, "status", ASSUMED)
    return file.header("adventures", 0)


def second_route(file):
    one, other = DATA["routes"][0]["between"]
    return file.add("routes", between=f'["{other}", "{one}"]', status=ASSUMED) + 1


FAULTS = {
    "no edition": (without("edition"), r"\[edition\] must say"),
    "another game": (setting("edition", 0, "game", '"africa"'), "this is an edition of africa, not of africana"),
    "another format": (setting_in("edition", 0, format="2"), "format = 1"),
    "no structure": (without("structure"), "locations is None in .structure., but the file has 22"),
    "structure with another count": (setting("structure", 0, "locations", "21"), "locations is 21 .* the file has 22"),
    "structure with other backs": (
        setting("structure", 0, "expeditions", "{ A = 11, B = 9, C = 14 }"),
        "expeditions is .* but the file has",
    ),
    "structure with another status": (
        setting("structure", 0, "status", '"guessed"'),
        r"\[structure\] status must be documented or assumed",
    ),
    "unknown section": (adding("ships", name='"Beagle"'), r"unknown section \[\[ships\]\]"),
    "empty list of companies": (emptying("companies"), "companies: there must be 4, not 0"),
    "section that is a table": (
        lambda file: (file.keep("removals", 0), file.lines.append("[removals]"), len(file.lines))[2],
        r"section \[\[removals\]\] is missing",
    ),
    "field left out": (dropping("locations", 4, "half"), "half is missing"),
    "unknown field": (
        lambda file: file.lines.insert(file.header("routes", 2), "length = 3") or file.line("routes", 2, "length"),
        "unknown field length",
    ),
    "unknown source": (
        setting("companies", 0, "source", '"hearsay"'),
        r"source must be one of \[sources\], rulebook, .*, not 'hearsay'",
    ),
    "documented without a source": (dropping("companies", 0, "source"), "documented data must name their source"),
    "no status": (dropping("spaces", 0, "status"), "status must be documented or assumed"),
    "another status": (setting("spaces", 1, "status", '"guessed"'), "status must be documented or assumed"),
    "status for some fields only": (
        setting("spaces", 1, "status", '{ silver = "assumed" }'),
        "status must say documented or assumed for each of silver, travel_cards",
    ),
    "word for a number": (setting("companies", 0, "silver", '"two"'), "silver must be a whole number from 0 to 50"),
    "truth for a number": (setting("companies", 0, "silver", "true"), "silver must be a whole number"),
    "number for a word": (setting("locations", 0, "name", "7"), "name must be a text in quotes"),
    "lines that only some programs count": (
        lambda file: (file.lines.insert(0, "# \u2028 \x85"), file.set("routes", 3, "between", '["X", "Y"]'))[1],
        "two different locations",
    ),
    "word that is none of the words": (setting("locations", 0, "half", '"east"'), "must be one of north, south"),
    "word for a list": (setting("locations", 0, "symbols", '"gray"'), "symbols must be a list of 1 to 2"),
    "start that is no location": (setting("companies", 2, "start", '"Atlantis"'), "start Atlantis is not a location"),
    "fifth company": (
        adding("companies", name='"E"', start='"Lagos"', silver="1", status=ASSUMED),
        "companies: there must be 4, not 5",
    ),
    "same colour twice": (setting_in("travel_cards", 0, colour='"gray"'), "travel_cards must have 5 different colours"),
    "more travel cards than said": (
        lambda file: file.set("travel_cards", 0, "count", "11") and file.line("structure", 0, "travel_cards"),
        r"travel_cards is 60 in \[structure\], but the file has 59",
    ),
    "too many travel cards": (setting_in("travel_cards", 0, count="13"), "travel_cards: there must be 4 to 60, not 61"),
    "space that gives both": (setting_in("spaces", 0, travel_cards="1"), "either silver or a travel card"),
    "space that gives nothing": (setting_in("spaces", 4, silver="0"), "either silver or a travel card"),
    "sixth space": (
        adding("spaces", silver="1", travel_cards="0", status=ASSUMED),
        "spaces: there must be 1 to 5, not 6",
    ),
    "removals for other players": (setting_in("removals", 0, players="3"), "one entry for each of 2, 3, 4 players"),
    "too many C cards removed": (setting("removals", 0, "cards", "15"), "only 14 C cards can be removed, not 15"),
    "location named twice": (setting("locations", 6, "name", '"Napoli"'), "the name Napoli is used twice"),
    "same symbol twice": (setting("locations", 6, "symbols", '["gray", "gray"]'), "symbols must be different colours"),
    "symbol of no colour": (setting("locations", 6, "symbols", '["pink"]'), "symbols must be different colours"),
    "symbol that is a list": (setting("locations", 6, "symbols", '[["gray"]]'), "symbols must be different colours"),
    "position off the map": (setting("locations", 6, "position", "[10, 101]"), "two numbers from 0 to 100"),
    "position of truths": (setting("locations", 6, "position", "[true, 1]"), "two numbers from 0 to 100"),
    "23 locations": (adding("locations", **LOCATION), "locations: there must be 2 to 22, not 23"),
    "route to nowhere": (setting("routes", 3, "between", '["Napoli", "Atlantis"]'), "'Atlantis' is not a location"),
    "route in a circle": (setting("routes", 3, "between", '["Napoli", "Napoli"]'), "and these are one"),
    "route between lists": (setting("routes", 3, "between", '[["Napoli"], ["Lagos"]]'), "two different locations"),
    "route given twice": (second_route, "is given twice"),
    "location out of reach": (cut_off, "cannot be reached from"),
    "location with nine routes": (hub, "has 9 routes, at most 8"),
    "expeditions out of order": (setting("expeditions", 12, "back", '"A"'), "in the order A, B, C"),
    "start of an expedition unknown": (setting("expeditions", 5, "start", '"Atlantis"'), "start Atlantis is not a loc"),
    "target of an expedition unknown": (setting("expeditions", 5, "target", '"X"'), "target X is not a location"),
    "expedition to its start": (
        setting("expeditions", 5, "target", f'"{DATA["expeditions"][5]["start"]}"'),
        "start and target must differ",
    ),
    "expedition that pays too much": (setting("expeditions", 5, "silver", "10"), "silver must be .* from 0 to 9"),
    "expedition of too many points": (setting("expeditions", 5, "points", "21"), "points must be .* from 0 to 20"),
    "target in the half of the book": (setting("adventures", 0, "target", '"Napoli"'), "must lie in the other half"),
    "target of an adventure unknown": (setting("adventures", 0, "target", '"X"'), "target X is not a location"),
    "artifact and assistant": (
        lambda file: file.set("adventures", 0, "artifact", '"Mask"\nassistant = "gray"') and adventure_assumed(file),
        "either an artifact or an assistant",
    ),
    "neither artifact nor assistant": (
        lambda file: file.drop("adventures", 0, "artifact") and adventure_assumed(file),
        "either an artifact or an assistant",
    ),
    "five of an artifact": (setting("adventures", 29 - 5, "artifact", '"Mask"'), "more than 4 of Mask"),
    "sixth kind of artifact": (setting("adventures", 24, "artifact", '"Sword"'), "more than 5 kinds of artifacts"),
    "assistant of no colour": (setting("adventures", 10, "assistant", '"pink"'), "assistant must be one of magenta"),
    "third assistant of a colour": (setting("adventures", 29, "assistant", '"gray"'), "more than 2 gray assistants"),
    "assistant adventure that pays": (setting_in("adventures", 10, silver="1"), "pays no silver and no points"),
    "16 cards in a book": (
        setting_in("adventures", 15, target='"Congo"', book='"north"'),
        "the northern book has more than 15 cards",
    ),
    "31 adventures": (adding("adventures", **MASK), "adventures: there must be 0 to 30, not 31"),
    "more silver than can be shown": (rich, "a player could earn"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_is_reported_with_its_line_and_reason(fault, tmp_path):
    check_fault(GAME, *FAULTS[fault], tmp_path / "mine.toml")


def test_all_faults_are_reported_at_once_in_the_order_of_their_lines(tmp_path):
    file = EditionFile(GAME)
    lines = [
        file.set("companies", 1, "start", '"Atlantis"'),
        file.set("locations", 3, "symbols", '["pink"]'),
        file.set("expeditions", 2, "target", '"Atlantis"'),
        file.set("adventures", 7, "target", '"Atlantis"'),
    ]
    assert [line for line, _ in edition_faults(GAME, file.write(tmp_path / "mine.toml"))] == lines


@pytest.mark.parametrize(("text", "line"), [("a = 1\nb = \nc = 2\n", 2), ("a = 1\nb = [1,\n", 3)])
def test_line_of_what_is_not_toml_is_reported(text, line, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(text)
    with pytest.raises(UserError, match=rf"^{re.escape(str(path))}:{line}: not a TOML file: "):
        load_edition(GAME, path)


def test_missing_file_and_folder_are_refused_in_one_line(tmp_path):
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "folder").mkdir()
    paths = [tmp_path / "missing.toml", tmp_path / "folder.toml", tmp_path / "missing", tmp_path / "folder", "missing"]
    for path in (*paths, ".", "a\0b.toml", f"{'x' * 5000}.toml"):
        for call in (lambda path: load_edition(GAME, path), lambda path: africana_v0.raw_env(edition=path)):
            error_of(call, path)


# --- Custom editions --------------------------------------------------------------------------------------------------


def edited(tmp_path, name="mine", silver=7):
    """Write a valid edition in which the first company starts with other silver."""
    file = EditionFile(GAME)
    file.set("edition", 0, "name", f'"{name}"')
    file.set("companies", 0, "silver", silver)
    return file.write(tmp_path / f"{name}.toml")


def test_edition_by_path_is_played_by_environment_and_batch(tmp_path):
    path = edited(tmp_path)
    for edition in (path, str(path), load_edition(GAME, path)):
        env = africana_v0.raw_env(num_players=3, edition=edition)
        env.reset(seed=1)
        batch = africana_v0.batch(2, 3, edition=edition)
        batch.reset(1)
        assert env.batch.states[0].silver[0] == batch.states[0].silver[0] == 7
        assert batch.edition.name == "mine"
    record = env.record()
    assert (record.edition, record.edition_digest) == ("mine", load_edition(GAME, path).digest)
    assert record.edition_digest != SHIPPED.digest


def test_suffix_may_be_written_in_capitals(tmp_path):
    assert load_edition(GAME, str(edited(tmp_path).rename(tmp_path / "MINE.TOML"))).name == "mine"


def test_file_that_was_changed_is_read_anew(tmp_path):
    assert load_edition(GAME, edited(tmp_path, silver=7)).data["companies"][0]["silver"] == 7
    assert load_edition(GAME, edited(tmp_path, silver=8)).data["companies"][0]["silver"] == 8


def test_smaller_map_can_be_played_and_names_what_it_lacks(tmp_path):
    file = EditionFile(GAME)
    file.empty("adventures")
    file.set("structure", 0, "adventures", 0)
    edition = load_edition(GAME, file.write(tmp_path / "small.toml"))
    texts = list(GAME.action_texts(edition.data))
    assert len(set(texts)) == len(GAME.actions)
    batch = Batch(GAME, 1, 2, edition, max_rounds=10)
    batch.reset(1)
    assert not batch.action_mask[0, GAME.actions.starts.turn_page]
    while batch.running[0]:
        batch.step([int(np.flatnonzero(batch.action_mask[0])[-1])])
