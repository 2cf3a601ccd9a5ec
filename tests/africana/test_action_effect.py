"""The displayed costs and gains of actions of Africana are the real ones."""

from support import said_and_done

from africana_env.games.africana import GAME


def points(state, seat):
    return int(state.expedition_points[seat] + state.adventure_points[seat])


def test_an_action_costs_and_brings_what_it_is_said_to():
    shown = set()
    for group, said, before, after, seat in said_and_done(GAME):
        assert points(after, seat) - points(before, seat) == said.get("point", 0), group
        assert int(after.silver[seat]) - int(before.silver[seat]) == said.get("silver", 0), group
        if group in ("draw", "join_expedition"):
            assert after.travel[seat].sum() - before.travel[seat].sum() == said.get("card", 0), group
        if said:
            shown.add(group)
    assert {"draw", "step", "turn_page", "join_expedition"} <= shown
