"""Seats in turn order, counted from another seat."""

from africana_env.engine.game.rule import natural, rule

NEXT_PLAYERS = ("the next player", "the 2nd next player", "the 3rd next player", "the 4th next player")
"""Names of the other players in texts, counted from the player to move."""


@rule
def rotated(state, seat, other):
    """Return the seat of `other` counted from `seat`."""
    relative = other - seat
    return natural(relative if relative >= 0 else relative + state.num_players)


@rule
def seat_after(state, distance):
    """Return the seat `distance` places after the player to move."""
    seat = state.current_player + distance
    return natural(seat if seat < state.num_players else seat - state.num_players)
