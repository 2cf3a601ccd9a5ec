"""The turn in observations: phase, mover, observer's seat and rounds. `turn_of` in `engine/game/words.py` describes
it."""

import re
from collections.abc import Sequence

from africana_env.engine.game.entities import Feature, seat_features
from africana_env.engine.game.rule import natural, rule
from africana_env.engine.game.seats import rotated
from africana_env.engine.game.spaces import ObservationField
from africana_env.engine.game.state import MAX_ROUNDS, RUNNING

MOVER = "whose decision it is; zeros at the end"
SEAT = "the observer's seat, not rotated"
ROUND = "the round, from 1"
ROUNDS_LEFT = "rounds after this one until the game is cut off"


def turn_fields(
    phases: Sequence[str], max_players: int, mover: str = MOVER, round_number: str = ROUND
) -> list[ObservationField]:
    """Return the fields of a game with these phases. `mover` and `round_number` are the meanings of these fields."""
    return [
        ObservationField("phase", (len(phases),), 1, f"phase: {', '.join(phases)}; zeros at the end"),
        ObservationField("mover", (max_players,), 1, mover, ("seat",)),
        ObservationField("seat", (max_players,), 1, SEAT),
        ObservationField("players", (max_players - 1,), 1, f"the number of players, from 2 to {max_players}"),
        ObservationField("round", (1,), MAX_ROUNDS, round_number),
        ObservationField("rounds_left", (1,), MAX_ROUNDS, ROUNDS_LEFT),
    ]


def turn_features(
    phases: Sequence[str], max_players: int, mover: str = MOVER, round_number: str = ROUND
) -> list[Feature]:
    """Return the same as features of an entity, which begin its row."""
    return [
        *(Feature(f"phase_{re.sub('[ -]', '_', phase)}", 1, f"phase: {phase}") for phase in phases),
        *seat_features(max_players, "mover", 1, mover),
        *(Feature(f"seat_{number}", 1, SEAT) for number in range(max_players)),
        *(Feature(f"players_{number}", 1, "the number of players") for number in range(2, max_players + 1)),
        Feature("round", MAX_ROUNDS, round_number),
        Feature("rounds_left", MAX_ROUNDS, ROUNDS_LEFT),
    ]


@rule
def observe_turn(state, seat, mover, phases, max_players, features):
    """Fill the first `features`, all zeros, with the turn as `seat` sees it; `phases` is the number of phases."""
    seats = phases + max_players
    players = seats + max_players
    rounds = players + max_players - 1
    if state.status == RUNNING:
        features[natural(state.phase)] = 1
        features[phases + rotated(state, seat, mover)] = 1
    features[seats + seat] = 1
    features[players + natural(state.num_players - 2)] = 1
    features[rounds] = state.round_number
    features[rounds + 1] = state.max_rounds - state.round_number
