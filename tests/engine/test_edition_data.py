"""The data of editions: what is known of them, and changed copies."""

from africana_env.engine.edition_data import assumed, assumed_note, digest, is_known, with_values


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


def test_only_values_that_are_new_are_assumed():
    entry = {"name": "lion", "value": 3, "status": "documented", "source": "rulebook"}
    assert with_values(entry, name="lion", value=4)["status"] == {"name": "documented", "value": "assumed"}


def test_how_much_is_assumed_is_said_where_something_is():
    known = {"name": "lion", "value": 3, "status": "documented", "source": "rulebook"}
    data = {"edition": {"name": "mine"}, "animals": [known, known]}
    assert assumed_note(data) == ""
    red = {"name": "red", "park": "north", "status": {"name": "documented", "park": "assumed"}}
    partly = {**data, "colours": [red]}
    assert assumed_note(partly).startswith("1 of 3 entries are assumed at least in part")
    assert assumed_note({**partly, "turn": {"actions": 2, "status": "assumed"}}).startswith("2 of 4 entries")
