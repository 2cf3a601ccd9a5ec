"""Seats counted in turn order from another one."""

from africana_env.engine.compiler import natural, rule


@rule
def rotated(state, player, other):
    """The seat of `other` counted from `player`."""
    seat = other - player
    return natural(seat if seat >= 0 else seat + state.num_players)


@rule
def seat_after(state, distance):
    """The seat so many after the player to move."""
    seat = state.player + distance
    return natural(seat if seat < state.num_players else seat - state.num_players)
