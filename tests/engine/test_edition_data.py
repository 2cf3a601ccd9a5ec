"""The data of editions: what is documented, and changed copies."""

import json
import pickle
from copy import copy, deepcopy
from operator import delitem, iadd, imul, ior, setitem

import pytest
from support import GAMES

from africana_env import load_edition
from africana_env.engine.game.edition_data import assumed, assumed_note, digest, frozen, is_known

CHANGES = {
    dict: [
        *(lambda data: setitem(data, "a", 1), lambda data: delitem(data, "a"), lambda data: ior(data, {"a": 1})),
        *(lambda data: data.update(a=1), lambda data: data.setdefault("b", 1)),
        *(lambda data: data.clear(), lambda data: data.pop("a"), lambda data: data.popitem()),
    ],
    list: [
        *(lambda data: setitem(data, 0, 1), lambda data: delitem(data, 0)),
        *(lambda data: iadd(data, [1]), lambda data: imul(data, 2)),
        *(lambda data: data.append(1), lambda data: data.extend([1]), lambda data: data.insert(0, 1)),
        *(lambda data: data.pop(), lambda data: data.remove(1), lambda data: data.clear()),
        *(lambda data: data.reverse(), lambda data: data.sort()),
    ],
}


def test_a_changed_field_is_assumed_and_the_others_are_what_they_were():
    entry = {"name": "lion", "value": 3, "status": "documented", "source": "rulebook"}
    assert assumed(entry, value=4) == {
        "name": "lion",
        "value": 4,
        "status": {"name": "documented", "value": "assumed"},
        "source": "rulebook",
    }
    split = {**entry, "status": {"name": "assumed", "value": "documented"}}
    assert assumed(split, value=4)["status"] == {"name": "assumed", "value": "assumed"}
    assert [is_known(split, field) for field in ("value", "name", "position")] == [True, False, False]


def test_the_digest_is_of_what_the_rules_read():
    data = {"edition": {"about": "one", "name": "a"}, "animals": [{"value": 3, "status": "assumed"}]}
    same = {"edition": {"about": "other", "name": "a"}, "animals": [{"value": 3, "status": "documented"}]}
    assert digest(data) == digest(same) != digest({**data, "animals": [{"value": 4, "status": "assumed"}]})


def test_how_much_is_assumed_is_said_where_something_is():
    known = {"name": "lion", "value": 3, "status": "documented", "source": "rulebook"}
    data = {"edition": {"name": "mine"}, "animals": [known, known]}
    assert assumed_note(data) == ""
    red = {"name": "red", "park": "north", "status": {"name": "documented", "park": "assumed"}}
    partly = {**data, "colours": [red]}
    assert assumed_note(partly).startswith("1 of 3 entries are assumed at least in part")
    assert assumed_note({**partly, "turn": {"actions": 2, "status": "assumed"}}).startswith("2 of 4 entries")


@pytest.mark.parametrize(("kind", "change"), [(kind, change) for kind, found in CHANGES.items() for change in found])
def test_read_only_data_refuse_every_change(kind, change):
    plain = {dict: {"a": 2}, list: [2, 1]}[kind]
    fixed = frozen(plain)
    with pytest.raises(TypeError, match=r"^the data of an edition are shared and cannot be changed"):
        change(fixed)
    assert fixed == plain
    assert json.dumps(fixed) == json.dumps(plain)
    change(plain)
    assert plain != fixed


@pytest.mark.parametrize("game", [game for game in GAMES if game.editions is not None], ids=lambda game: game.name)
@pytest.mark.parametrize("name", ["reconstructed", "generated:1", "shuffled:reconstructed:1"])
def test_who_writes_into_an_edition_changes_it_for_nobody(game, name):
    edition = load_edition(game, name)
    section = next(key for key, rows in edition.data.items() if isinstance(rows, list))
    again = pickle.loads(pickle.dumps(edition))
    assert again.data == edition.data
    assert again.digest == edition.digest
    for one in (edition, deepcopy(edition), again):
        with pytest.raises(TypeError, match="cannot be changed"):
            one.data["edition"]["max_rounds"] = 1
        with pytest.raises(TypeError, match="cannot be changed"):
            one.data[section][0].clear()
        with pytest.raises(ValueError, match="read-only"):
            one.tables[0] = 0
    for mine in (deepcopy(edition.data), pickle.loads(pickle.dumps(edition.data))):
        mine["edition"]["max_rounds"] = 1
        mine[section][0].clear()
        mine[section].pop()
    mine = copy(edition.data)
    mine["edition"] = {}
    assert load_edition(game, name).data == again.data == edition.data
