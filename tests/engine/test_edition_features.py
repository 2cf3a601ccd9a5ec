"""Editions as tables of numbers: complete for the rules, and without names."""

import numpy as np
import pytest
from support import GAMES, edition_of

from africana_env import Edition, UserError, load_edition, load_game
from africana_env.engine.editions.edition_features import NONE, NOT_READ, edition_features, identifier_of
from africana_env.engine.game.edition_data import NOTES, drawn_fields

WITH_EDITIONS = [game for game in GAMES if game.editions is not None]
every_game = pytest.mark.parametrize("game", WITH_EDITIONS, ids=lambda game: game.name)


def fields_of(game, section):
    return game.editions.sections.get(section, {})


def data_from(game, features, base):
    """Return an edition's data, rebuilt from its tables, with the names of `base`, an edition of another board. Other
    values of `base` are not read."""
    names = {
        section: [entry[field] for entry in rows]
        for section, rows in base.items()
        if isinstance(rows, list) and (field := identifier_of(fields_of(game, section))) is not None
    }
    data = {"edition": dict(base["edition"])}
    for section, rows in base.items():
        if section in NOT_READ:
            continue
        table = features[section]
        fields = fields_of(game, section)
        words = vocabulary(rows if isinstance(rows, list) else [rows], fields)
        new = []
        for number, values in enumerate(table.values.tolist()):
            entry = {}
            if section in names:
                entry[identifier_of(fields)] = names[section][number]
            for column, value in zip(table.columns, values, strict=True):
                put(entry, column, value, words, names)
            new.append(entry)
        data[section] = new if isinstance(rows, list) else new[0]
    return data


REFERENCES = {
    **dict.fromkeys(("start", "target", "between"), "locations"),
    **dict.fromkeys(("symbols", "assistant"), "travel_cards"),
}


def vocabulary(rows, fields):
    return {
        field: fields[field].words
        if field in fields and fields[field].words
        else sorted({row[field] for row in rows if isinstance(row.get(field), str)})
        for field in {field for row in rows for field in row}
    }


def put(entry, column, value, words, names):
    """Put the value of a column into an entry."""
    field, _, part = column.rpartition("_")
    if value == NONE:
        return
    if field in ("symbols", "between"):
        entry.setdefault(field, []).append(names[REFERENCES[field]][value])
    elif field == "expeditions":
        entry.setdefault(field, {})[part] = value
    elif column in REFERENCES:
        entry[column] = names[REFERENCES[column]][value]
    elif words.get(column):
        entry[column] = words[column][value]
    else:
        entry[column] = bool(value) if column == "city" else value


@every_game
@pytest.mark.parametrize("name", ["reconstructed", "generated:3", "generated:4"])
def test_the_file_can_be_written_again(game, name):
    edition = load_edition(game, name)
    written = data_from(game, edition_features(game, edition), with_names(game, edition))
    for section in written.values():
        for entry in section if isinstance(section, list) else [section]:
            entry.setdefault("status", "assumed")
    if "locations" in written:
        for entry in written["locations"]:
            entry["position"] = [0, 0]
    if "colours" in written:
        for entry in written["colours"]:
            entry["park"] = "a park"
    assert edition_of(game, written).tables.tobytes() == edition.tables.tobytes()


def with_names(game, edition):
    """Return data with names and words, and with other values."""
    other = load_edition(game, "generated:99").data
    return {section: other.get(section, rows) for section, rows in edition.data.items()}


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
