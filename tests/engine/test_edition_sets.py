"""Sets of editions: their names, and that a number always gives the same valid edition."""

import dataclasses
import datetime
import math
from collections import Counter
from random import Random

import numpy as np
import pytest
from support import GAMES, edition_of, error_of

from africana_env import UserError, load_edition, load_game
from africana_env.engine.editions.edition_sets import (
    OUT_OF_DISTRIBUTION,
    EditionSet,
    SetName,
    drawn_edition,
    is_member,
    parse_set,
)
from africana_env.engine.editions.editions import load_editions
from africana_env.engine.game.distances import distances
from africana_env.engine.game.edition_data import MAX_NAME, NOTES, is_known
from africana_env.games.africana.axes import Numbers
from africana_env.games.africana.generate import EXPEDITION_FIELDS
from africana_env.tools.edition_toml import to_toml

WITH_SETS = [game for game in GAMES if game.editions is not None]
with_sets = pytest.mark.parametrize("game", WITH_SETS, ids=lambda game: game.name)
DIGESTS = {
    "africana_v0": {
        "generated:0": "e6c3f5ccc6553889",
        "generated:1000000": "af2bd5996a8dd313",
        "generated:0,length=short,mix=uneven,size=small": "6d8435af19be8088",
        "completed:reconstructed:3": "0ecd7eb733669ad0",
        "shuffled:reconstructed:3": "5add5c8e3fbb4a44",
    },
    "africa_v0": {
        "generated:0": "8deef067efa244b0",
        "generated:1000000": "8feaf934dbbbbd5c",
        "generated:0,length=short,mix=uneven,size=small": "1435bcefec480727",
        "completed:reconstructed:3": "200def817eed8cf8",
        "shuffled:reconstructed:3": "d21b87a62738402b",
    },
    "afritoria_v0": {
        "generated:0": "e0ae779225b9f076",
        "generated:1000000": "00263194a923f25b",
        "generated:0,length=short,mix=uneven,size=small": "acf09b933fbb94ee",
        "completed:reconstructed:3": "042f1071b8ccfd64",
        "shuffled:reconstructed:3": "05c0434a636aa427",
    },
}
"""They must not change with a version."""


@pytest.mark.parametrize(("name", "digests"), DIGESTS.items())
def test_a_number_means_the_same_edition_in_every_version(name, digests):
    assert {spelled: load_edition(load_game(name), spelled).digest for spelled in digests} == digests


@with_sets
def test_a_set_has_an_edition_for_each_number(game):
    editions = load_editions(game, "generated:5-24")
    assert isinstance(editions, EditionSet)
    assert (len(editions), editions.name) == (20, "generated:5-24")
    assert [edition.name for edition in editions] == [f"generated:{number}" for number in range(5, 25)]
    assert len({edition.digest for edition in editions}) == 20
    assert editions[0].digest == load_edition(game, "generated:5").digest
    assert editions[-1].name == editions[np.int64(19)].name == "generated:24"
    for place, error in ((20, IndexError), (-21, IndexError), (slice(2, 4), TypeError)):
        with pytest.raises(error):
            editions[place]
    assert isinstance(load_editions(game, "generated:5-5"), type(editions[0]))


@with_sets
def test_what_is_documented_stays(game):
    """A completed edition keeps them; a generated one keeps the sizes."""
    shipped, completed = (load_edition(game, name).data for name in ("reconstructed", "completed:reconstructed:1"))

    def documented(data):
        for section, entries in data.items():
            for entry in entries if isinstance(entries, list) else [entries]:
                status = entry.get("status")
                for field, value in entry.items():
                    if (
                        status.get(field) if isinstance(status, dict) else status
                    ) == "documented" and field != "status":
                        yield section, field, str(value)

    assert {*documented(shipped)} <= {*documented(completed)}
    assert completed != shipped
    generated = load_edition(game, "generated:1").data
    assert {name: len(section) for name, section in generated.items() if isinstance(section, list)} | {"routes": 0} == {
        name: len(section) for name, section in shipped.items() if isinstance(section, list)
    } | {"routes": 0}


@with_sets
def test_out_of_distribution_sizes_are_other_ones(game):
    """Values that differ from documented data are marked as assumed."""
    shipped = load_edition(game, "reconstructed").data
    for number in range(20):
        other = load_edition(game, f"generated:{number},{OUT_OF_DISTRIBUTION}").data
        sizes = {name for name, section in shipped.items() if isinstance(section, list) and name != "routes"}
        assert any(len(other[name]) < len(shipped[name]) for name in sizes)
        for name, section in other.items():
            if name in ("edition", "sources") or (isinstance(section, list) and len(section) != len(shipped[name])):
                continue
            pairs = zip(*([each] if isinstance(each, dict) else each for each in (section, shipped[name])), strict=True)
            for entry, known in pairs:
                status = entry["status"]
                for field, value in entry.items():
                    if field not in ("status", "source") and value != known.get(field):
                        assert (status if isinstance(status, str) else status[field]) == "assumed", (name, field)


MISSPELLED = [
    *("generated:", "generated:x", "generated:1-", "generated:mini:1"),
    *("completed:1", "shuffled::1"),
]


@pytest.mark.parametrize(
    ("spelled", "message"),
    [
        ("generated:9-3", "the set 'generated:9-3' is empty: use generated:3-9"),
        *((spelled, f"no edition is called '{spelled}': use generated:N, ") for spelled in MISSPELLED),
        (f"generated:{2**32}", f"editions are numbered from 0 to {2**32 - 1}, not '{2**32}'"),
        ("shuffled:maxi:1", "unknown edition 'maxi' of africana_v0: use mini, reconstructed, "),
        (
            "completed:mini:1",
            "no board of completed:mini:1 was found in 300 attempts: it is too small or too much is known",
        ),
        (f"generated:{'9' * 5000}", f"editions are numbered from 0 to {2**32 - 1}, not '999"),
        ("generated:\u0661\u0667", "no edition is called "),
        (f"{'shuffled:' * 3000}mini{':1' * 3000}", "editions are completed or shuffled at most 8 times one after "),
    ],
)
def test_what_names_no_set_is_refused_in_one_line(spelled, message):
    assert error_of(load_editions, load_game("africana_v0"), spelled).startswith(message)


def test_the_largest_number_and_the_deepest_nesting_are_spelled():
    assert parse_set(f"generated:{2**32 - 1}") == ("generated", None, (), 2**32 - 1, 2**32 - 1)
    inner = f"{'shuffled:' * 7}mini{':1' * 7}"
    assert parse_set(f"shuffled:{inner}:2-3") == ("shuffled", inner, (), 2, 3)


def test_a_set_differs_from_others_by_its_kind_its_base_and_both_numbers():
    game = load_game("afritoria_v0")
    spelled = ["generated:0-9", "generated:0-8", "generated:1-9", "generated:0-9,size=tiny"]
    spelled += [f"{kind}:{base}:0-9" for kind in ("completed", "shuffled") for base in ("mini", "reconstructed")]
    assert len({load_editions(game, each).digest for each in spelled}) == len(spelled)
    one = load_edition(game, "shuffled:mini:9")
    assert [is_member(one, each) for each in ("shuffled:mini:9", "shuffled:mini:0-9", "mini")] == [True, True, False]
    others = [*spelled[:-2], "shuffled:mini:0-8", "shuffled:reconstructed:0-9"]
    assert not any(is_member(one, each) for each in others)


def test_one_edition_is_asked_for_where_one_is_needed():
    with pytest.raises(UserError, match=r"^generated:0-9 is a set: name one edition of it, such as generated:0$"):
        load_edition(load_game("africana_v0"), "generated:0-9")


def things(game, edition):
    """Return what names and numbers do not change: the sorted rows of the tables that relate things."""
    tables = edition.tables[0]
    if game.name == "africana_v0":
        steps = tables.distance
        cards = zip(
            np.sort(steps[tables.expedition_start], axis=1).tolist(),
            np.sort(steps[tables.expedition_target], axis=1).tolist(),
            steps[tables.expedition_start, tables.expedition_target].tolist(),
            tables.expedition_silver.tolist(),
            tables.expedition_points.tolist(),
            strict=True,
        )
        books = zip(
            tables.adventure_book.tolist(),
            np.sort(steps[tables.adventure_target], axis=1).tolist(),
            tables.symbol[tables.adventure_target].sum(axis=1).tolist(),
            tables.adventure_silver.tolist(),
            tables.adventure_points.tolist(),
            strict=True,
        )
        start = np.sort(steps[tables.start_location], axis=1).tolist()
        colours = sorted(zip(tables.symbol.sum(axis=0).tolist(), tables.travel_cards.tolist(), strict=True))
        return sorted(cards), sorted(books), start, colours
    if game.name == "africa_v0":
        ways = np.sort(tables.distance, axis=1).tolist()
        return sorted(zip(ways, tables.city.tolist(), strict=True)), sorted(tables.markers.tolist())
    return tables.value.tolist(), tables.copies.sum(axis=1).tolist()


@with_sets
def test_a_shuffled_edition_is_the_same_game(game):
    shipped = load_edition(game, "reconstructed")
    for number in range(5):
        shuffled = load_edition(game, f"shuffled:reconstructed:{number}")
        assert shuffled.digest != shipped.digest
        assert things(game, shuffled) == things(game, shipped)
        for section, rows in shuffled.data.items():
            known = [row for row in shipped.data[section] if isinstance(row, dict)] if isinstance(rows, list) else []
            for row in rows if known else ():
                documented = {field: row[field] for field in row if field not in NOTES and is_known(row, field)}
                assert any(documented.items() <= other.items() for other in known), f"{section}: {documented}"
    if game.name != "afritoria_v0":  # only names change
        assert shuffled.tables.tobytes() != shipped.tables.tobytes()
    assert things(game, load_edition(game, "generated:1")) != things(game, shipped)


@pytest.mark.parametrize("name", ["north", "assumed", "gray"])
def test_a_place_may_be_called_like_anything_else(tmp_path, name):
    """Names of a half, a status and a colour."""
    game, file = load_game("africana_v0"), tmp_path / "mine.toml"
    text = to_toml(load_edition(game, "reconstructed").data).replace('"Napoli"', f'"{name}"')
    file.write_text(text)
    mine = load_edition(game, str(file))
    for number in range(3):
        assert things(game, load_edition(game, f"shuffled:{file}:{number}")) == things(game, mine)


@pytest.mark.parametrize("name", ["mine", "x" * MAX_NAME])
def test_a_completed_edition_is_the_same_wherever_its_file_lies(tmp_path, name):
    game = load_game("afritoria_v0")
    text = game.editions.folder.joinpath("reconstructed.toml").read_text()
    digests = set()
    for folder in (tmp_path / "one", tmp_path / "a folder with a name of more than forty characters"):
        folder.mkdir()
        file = folder / "mine.toml"
        file.write_text(text.replace('name = "reconstructed"', f'name = "{name}"', 1))
        drawn = load_edition(game, f"completed:{file}:3")
        assert drawn.name == f"completed:{file}:3"
        assert drawn.data["edition"]["name"] == f"completed:{name[:28]}:3"
        digests.add((drawn.digest, load_editions(game, f"completed:{file}:0-9").digest))
    assert len(digests) == 1
    file.write_text(to_toml(drawn.data))
    assert load_edition(game, file).digest == drawn.digest


REDRAWN = {
    "africana_v0": {
        "locations": ["symbols"],
        "travel_cards": ["count"],
        "spaces": ["silver", "travel_cards"],
        "routes": ["between"],
        "expeditions": EXPEDITION_FIELDS,
        "adventures": ["target", "silver", "points"],
    },
    "africa_v0": {"spaces": ["q", "r", "city"], "species": ["count"], "minerals": ["count"]},
    "afritoria_v0": {"animals": ["value"]},
}
"""The fields of lists that completed editions draw."""


def partly_known(game, random):
    """Return the shipped data with each of these fields known or assumed by chance, and what does not count known."""
    data = load_edition(game, "reconstructed").data
    changed = {}
    for section, drawn in REDRAWN[game.name].items():
        changed[section] = []
        for entry in data[section]:
            entry = {**({"city": False} if "city" in drawn else {}), **entry}
            fields = [field for field in entry if field not in NOTES]
            status = {field: "documented" if random.random() < 0.3 else "assumed" for field in fields}
            if "q" in drawn:
                status["r"] = status["q"]  # one of them alone fixes no place
            if section == "spaces" and entry.get("city") is False and status["city"] == "assumed":
                del entry["city"], status["city"]
            changed[section].append({**entry, "status": status, "source": next(iter(data["sources"]))})
    return edition_of(game, {**data, **changed})


def completed(number):
    return SetName("completed", "mine", (), number, number)


def known_facts(entries, fields):
    """Count what is known of each entry, such as a start and a target."""
    found = [
        {field: entry[field] for field in fields if field in entry and is_known(entry, field)} for entry in entries
    ]
    return Counter(str(facts) for facts in found if facts)


@with_sets
@pytest.mark.parametrize("seed", range(4))
def test_what_is_known_of_an_entry_stays_and_the_rest_is_drawn(game, seed):
    base = partly_known(game, Random(seed))
    drawn = [drawn_edition(game, base, completed(number)).data for number in range(3)]
    for section, fields in REDRAWN[game.name].items():
        for data in drawn:
            assert known_facts(data[section], fields) == known_facts(base.data[section], fields), section
        for field in fields:
            assert len({str([entry.get(field) for entry in data[section]]) for data in drawn}) > 1, (section, field)


def test_nearly_all_of_a_map_with_long_ways_may_be_known():
    """A printed map may be wider than drawn ones."""
    game = load_game("africana_v0")
    data = load_edition(game, "reconstructed").data
    ladder = [(n, n + 1) for n in range(0, 22, 2)] + [(n, n + 2) for n in range(20)]
    means = distances(22, ladder).sum(axis=0) / 21
    assert means.mean() > Numbers().mean_distance[1]
    locations = [
        {**entry, "position": [20 + 50 * (number % 2), 4 + 9 * (number // 2)]}
        for number, entry in enumerate(data["locations"])
    ]
    known = [
        {
            "between": [locations[one]["name"], locations[other]["name"]],
            "status": "documented",
            "source": "rulebook",
        }
        for one, other in ladder
    ]
    for routes in (known[1:], known[:-1]):
        one_more = {**known[0 if routes[0] != known[0] else -1], "status": "assumed"}
        base = edition_of(game, {**data, "locations": locations, "routes": [*routes, one_more]})
        drawn = drawn_edition(game, base, completed(0)).data["routes"]
        kept = {frozenset(entry["between"]) for entry in routes}
        assert kept < {frozenset(entry["between"]) for entry in drawn}


def test_africas_land_may_be_known_near_the_edge_of_what_can_be_written():
    game = load_game("africa_v0")
    data = load_edition(game, "reconstructed").data
    spaces = [{**entry, "q": entry["q"] + 37, "r": entry["r"] + 34, "status": "assumed"} for entry in data["spaces"]]
    spaces[52] |= {"status": "documented", "source": "goblins"}
    base = edition_of(game, {**data, "spaces": spaces})
    for number in range(12):
        found = drawn_edition(game, base, completed(number)).data["spaces"]
        assert max(max(entry["q"], entry["r"]) for entry in found) <= 50


@pytest.mark.parametrize(("positions", "known"), [("row", 0), ("diagonal", 16), ("one", 0), ("two alike", 16)])
@pytest.mark.filterwarnings("error")
def test_positions_that_leave_no_room_for_routes_are_for_drawings_alone(positions, known):
    game = load_game("africana_v0")
    data = load_edition(game, "reconstructed").data
    locations = [{**entry} for entry in data["locations"]]
    for number, entry in enumerate(locations):
        along = 4 * number + 2
        if positions != "two alike":
            entry["position"] = {"row": [along, 50], "diagonal": [along] * 2}.get(positions, [9, 9])
    if positions == "two alike":
        locations[1]["position"] = locations[0]["position"]
    routes = [
        {**entry, "status": "documented" if number < known else "assumed", "source": "rulebook"}
        for number, entry in enumerate(data["routes"])
    ]
    base = edition_of(game, {**data, "locations": locations, "routes": routes})
    for number in range(3):
        drawn = drawn_edition(game, base, completed(number)).data
        assert [entry["position"] for entry in drawn["locations"]] == [entry["position"] for entry in locations]


def test_drawn_data_with_faults_are_drawn_again():
    """Drawn data may break a limit of the rules together with a file's data, where other draws do not."""
    game, tried = load_game("africana_v0"), []

    def check(data, fault):
        tried.append(data)
        if len(tried) == 1:
            fault("routes lead nowhere", "routes")

    reading = dataclasses.replace(game, editions=dataclasses.replace(game.editions, check=check))
    drawn = drawn_edition(reading, load_edition(game, "reconstructed"), parse_set("generated:5"))
    assert (drawn.name, len(tried)) == ("generated:5", 2)
    assert drawn.data == tried[1]
    first = load_edition(game, "generated:5")
    assert {key: tried[0][key] for key in first.data if key != "edition"} == {
        key: value for key, value in first.data.items() if key != "edition"
    }
    assert drawn.digest != first.digest


def test_what_is_known_is_part_of_what_a_set_of_completed_editions_is(tmp_path):
    game, file, digests = load_game("afritoria_v0"), tmp_path / "mine.toml", set()
    for status in ("assumed", "documented"):
        text = to_toml(load_edition(game, "reconstructed").data)
        file.write_text(text.replace('value = "assumed"', f'value = "{status}"').replace('"value": "assumed"', ""))
        digests.add(load_editions(game, f"completed:{file}:0-9").digest)
    assert len(digests) == 2


def test_a_written_edition_can_be_read_whatever_names_and_values_it_has(tmp_path):
    game, file = load_game("afritoria_v0"), tmp_path / "mine.toml"
    data = load_edition(game, "reconstructed").data
    odd = {**data, "sources": {**data["sources"], "my copy": "x", "on": datetime.date(2026, 1, 2), "much": math.inf}}
    file.write_text(to_toml(odd))
    assert load_edition(game, str(file)).data["sources"] == odd["sources"]
