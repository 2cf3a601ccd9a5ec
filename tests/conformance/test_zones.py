"""Zones: a card in two zones or in none is refused, and `resample` keeps the zones that a seat sees."""

import numpy as np
import pytest
from support import default_setting, every_game, positions, resampled

from africana_env import UserError
from africana_env.engine.batch.state_check import check_states
from africana_env.engine.game.zones import EVERYONE, OWNER, count_kinds


def changed(game, zone, states, number, more):
    """Return a copy of a state with one card `more` of a kind in a zone, or one less; None if no single entry does
    so."""
    before = count_kinds([zone], states, number)
    field = next(field for field in game.state_fields if field.name == zone.field)
    for place in np.ndindex(field.shape):
        for entry in range(field.minimum, min(field.maximum, 128) + 1):
            copy = states.copy()
            copy[zone.field][(0, *place)] = entry
            change = count_kinds([zone], copy, number) - before
            if change.max() == 1 if more else change.sum() == change.min() == -1:
                return copy
    return None


@every_game
@pytest.mark.parametrize("more", [True, False])
def test_a_card_in_two_zones_or_in_none_is_refused(game, more):
    setting = default_setting(game)
    tables = setting.batch().edition.tables
    names = "|".join(stock.name for stock in game.stocks)  # two stocks may lie in one field
    for stock in game.stocks:
        number = len(stock.printed(tables[0], setting.players))
        for zone in stock.zones:
            tried = 0
            for state in positions(setting, 10, seed=1):
                copy = changed(game, zone, state.reshape(1), number, more)
                if copy is not None:
                    tried += 1
                    with pytest.raises(UserError, match=f"something is wrong with ({names})$"):
                        check_states(game, tables, setting.players, copy)
            assert tried, zone.field


def beyond_its_size(zone, state):
    """Exchange the last card of a zone with the empty place behind it; whether there are both."""
    for line, size in zip(np.atleast_2d(state[zone.field]), np.atleast_1d(state[zone.size]), strict=True):
        if 0 < size < len(line):
            line[[size - 1, size]] = line[[size, size - 1]]
            return True
    return False


def with_a_stranger(zone, state):
    """Exchange what the first seat and the last, which nobody takes, hold; whether that is a difference."""
    differ = False
    for name, axis in ((zone.field, zone.seats), (zone.size, 0)):
        if name:
            held = np.moveaxis(state[name], axis, 0)
            differ |= bool((held[0] != held[-1]).any())
            held[[0, -1]] = held[[-1, 0]]
    return differ


@every_game
@pytest.mark.parametrize("misplace", [beyond_its_size, with_a_stranger])
def test_a_card_out_of_place_is_refused(game, misplace):
    setting = default_setting(game)
    tables, misplaced = setting.batch().edition.tables, 0
    names = "|".join(stock.name for stock in game.stocks)
    zones = [zone for stock in game.stocks for zone in stock.zones]
    concerned = [zone for zone in zones if (zone.size if misplace is beyond_its_size else zone.seats is not None)]
    for zone in concerned:
        for state in positions(setting, 10, seed=1):
            states = state.reshape(1).copy()
            if misplace(zone, states[0]):
                misplaced += 1
                with pytest.raises(UserError, match=f"something is wrong with ({names})$"):
                    check_states(game, tables, setting.players, states)
    assert misplaced or not concerned


@every_game
def test_resample_leaves_the_zones_that_a_seat_sees(game):
    setting = default_setting(game)
    states = positions(setting, 30, seed=2)
    for seat in range(setting.players if game.stocks else 0):
        other = resampled(setting, states, seat).states
        for zone in (zone for stock in game.stocks for zone in stock.zones):
            before, after = states[zone.field], other[zone.field]
            if zone.seen_by == OWNER:
                before, after = (np.moveaxis(values, zone.seats + 1, 1)[:, seat] for values in (before, after))
            if zone.seen_by in (EVERYONE, OWNER):
                assert (before == after).all(), zone.field
