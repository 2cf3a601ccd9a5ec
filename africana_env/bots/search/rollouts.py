"""Compiled rollouts, in which a scripted bot plays all seats of a determinization.

A determinization is a state whose hidden parts are redrawn at random, consistent with all that a seat has seen
(`Game.resample`).
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from africana_env.engine.batch.binding import game_functions
from africana_env.engine.compilation.memory import copy_record
from africana_env.engine.game.contract import Game
from africana_env.engine.game.rng import random_bits, seed_generator
from africana_env.engine.game.rule import rule
from africana_env.engine.game.state import RUNNING

HALF = np.uint64(32)
PLAYER_STREAM = np.uint64(0x504C4159)
"""Separates the random numbers of a rollout's player from the numbers that drew its determinization."""


@rule
def random_seed(generator):
    return (random_bits(generator) << HALF) | random_bits(generator)


def bind_rollout(game: Game, choose: Callable[..., Any]) -> Callable[..., Any]:
    """Return the rule function `roll_out` of a game: `choose` decides in all seats, for at most
    `Game.rollout_decisions` decisions."""
    functions = game_functions(game)
    step, legal_action_mask, scores = functions["step"], functions["legal_action_mask"], functions["game_scores"]
    cutoff = game.rollout_decisions

    @rule
    def lead(tables, state, seat, out):
        """Return a seat's points minus the mean of the others'."""
        scores(tables, state, out)
        others = 0.0
        for other in range(state.num_players):
            if other != seat:
                others += out[other, -1]
        return out[seat, -1] - others / (state.num_players - 1)

    @rule
    def roll_out(tables, scratch, action, seat, seed):
        """Take `action` in `scratch.determinization`, which was drawn from `seed`, play on, and return the final lead
        of `seat`."""
        copy_record(scratch.game, scratch.determinization)
        state = scratch.game
        seed_generator(scratch.generator, seed ^ PLAYER_STREAM)
        for decision in range(1 + cutoff):
            if decision > 0:
                legal_action_mask(tables, state, scratch.mask)
                action = choose(tables, state, scratch.mask, scratch.generator, scratch.player)
            step(tables, state, action)
            if state.status != RUNNING:
                break
        return lead(tables, state, seat, scratch.scores)

    return roll_out
