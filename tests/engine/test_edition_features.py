"""Editions as tables of numbers: complete for the rules, and without names."""

from copy import deepcopy
from random import Random

import numpy as np
import pytest
from support import GAMES, edition_of

from africana_env import Edition, UserError, load_edition, load_game
from africana_env.engine.editions.edition_features import NOT_READ, edition_features, identifier_of
from africana_env.engine.game.edition_data import NOTES, drawn_fields

WITH_EDITIONS = [game for game in GAMES if game.editions is not None]
every_game = pytest.mark.parametrize("game", WITH_EDITIONS, ids=lambda game: game.name)


def fields_of(game, section):
    return game.editions.sections.get(section, {})


def changes(data, random):
    """Yield data with a number of a section one higher, or with a field of two entries of a list exchanged."""
    for section, rows in data.items():
        if section in NOT_READ:
            continue
        entries = rows if isinstance(rows, list) else [rows]
        for field in sorted({field for entry in entries for field in entry} - {*NOTES}):
            if isinstance(rows, dict):
                if isinstance(rows[field], int):
                    yield {**data, section: {**rows, field: rows[field] + 1}}
                continue
            for _ in range(8):
                changed = deepcopy(rows)
                one, other = random.choice(changed), random.choice(changed)
                if field in one and field in other:
                    one[field], other[field] = other[field], one[field]
                    yield {**data, section: changed}


@every_game
def test_whatever_the_rules_read_is_in_the_tables(game):
    data = load_edition(game, "generated:3").data

    def both(data):
        tables = game.edition_tables(data)
        features = edition_features(game, Edition("changed", game.name, data, tables))
        return tables.tobytes(), str([(name, table.columns, table.values.tolist()) for name, table in features.items()])

    read, shown = both(data)
    changed = 0
    valid = [other for other in changes(data, Random(1)) if not game.editions.faults(other)]
    for other in map(both, valid):
        assert other[0] == read or other[1] != shown
        changed += other[0] != read
    assert changed


@every_game
def test_what_no_rule_reads_is_left_out_and_names_are_numbers(game):
    edition = load_edition(game, "reconstructed")
    shuffled = load_edition(game, "shuffled:reconstructed:3")
    numbers = {"silver", "points", "count", "value", "half", "back", "q", "r"}
    compared = 0
    for name, table in edition_features(game, edition).items():
        assert table.values.dtype == np.int16
        assert not {*table.columns} & {
            *NOTES,
            *drawn_fields(game.editions.sections),
            identifier_of(fields_of(game, name)),
        }
        other = edition_features(game, shuffled)[name]
        assert other.columns == table.columns
        for column, values, new in zip(table.columns, table.values.T, other.values.T, strict=True):
            if column in numbers:
                assert sorted(new) == sorted(values)
                compared += 1
    assert compared


def test_words_that_rules_know_are_what_they_are():
    game = load_game("afritoria_v0")
    data = load_edition(game, "reconstructed").data
    specials = [{**entry, "count": count} for entry, count in zip(data["specials"], (3, 4), strict=True)]
    swapped = [{**entry, "count": 7 - entry["count"]} for entry in specials]
    tables = [
        edition_features(game, edition_of(game, {**data, "specials": each}))["specials"] for each in (specials, swapped)
    ]
    assert tables[0].columns == ("count", "name")
    assert tables[0].values.tolist() == [[3, 0], [4, 1]]
    assert tables[1].values.tolist() == [[4, 0], [3, 1]]


def test_a_word_is_the_same_number_whatever_others_there_are():
    game = load_game("africa_v0")
    data = load_edition(game, "reconstructed").data
    whole = edition_features(game, load_edition(game, "reconstructed"))["minerals"].values
    for number, entry in enumerate(data["minerals"]):
        alone = Edition("alone", game.name, {**data, "minerals": [entry]}, np.zeros(1, game.tables_dtype))
        assert edition_features(game, alone)["minerals"].values[0].tolist() == whole[number].tolist()


def test_columns_are_in_the_same_order_whatever_the_first_entry_has():
    game = load_game("africana_v0")
    columns = {
        tuple(
            (name, table.columns)
            for name, table in edition_features(game, load_edition(game, f"shuffled:mini:{n}")).items()
        )
        for n in range(5)
    }
    assert len(columns) == 1


def test_the_name_of_an_edition_is_none():
    with pytest.raises(UserError, match=r"^edition_features takes an edition from .* not 'generated:17'$"):
        edition_features(load_game("africana_v0"), "generated:17")
    with pytest.raises(UserError, match=r"^edition reconstructed belongs to africa_v0, not to africana_v0$"):
        edition_features(load_game("africana_v0"), load_edition(load_game("africa_v0"), "reconstructed"))


def test_a_place_is_meant_where_companies_are_called_like_places():
    game = load_game("africana_v0")
    data = load_edition(game, "reconstructed").data
    starts = [entry["start"] for entry in data["companies"]]
    named = zip(data["companies"], reversed(starts), strict=True)
    same = {**data, "companies": [{**entry, "name": name} for entry, name in named]}
    assert edition_features(game, edition_of(game, same))["companies"].values.tolist() == (
        edition_features(game, edition_of(game, data))["companies"].values.tolist()
    )


@pytest.mark.parametrize("value", [100_000, [["a"]], float("nan")])
def test_what_is_no_number_and_no_word_is_refused_in_one_line(value):
    game = load_game("africana_v0")
    data = load_edition(game, "reconstructed").data
    status = {**data["structure"]["status"], "more": "assumed"}
    odd = edition_of(game, {**data, "structure": {**data["structure"], "more": value, "status": status}})
    with pytest.raises(UserError, match=r"^structure of .* holds more than words and numbers below 32,768$"):
        edition_features(game, odd)
