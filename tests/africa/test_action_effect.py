"""The displayed gains of actions of Africa are the real ones."""

from support import said_and_done

from africana_env.games.africa import GAME


def test_an_action_brings_what_it_is_said_to():
    shown = set()
    for group, said, before, after, seat in said_and_done(GAME):
        if group not in ("uncover", "trade"):
            assert int(after.points[seat]) - int(before.points[seat]) == said.get("point", 0), group
        if said:
            shown.add(group)
    assert {"camp_research", "put_piece"} <= shown
