"""The default bot `greedy`: one step of lookahead, for games without bots."""

from functools import cache
from typing import Any

import numpy as np

from africana_env.engine.batch.binding import game_functions
from africana_env.engine.compilation.compiled import bind_kernel
from africana_env.engine.compilation.memory import copy_record
from africana_env.engine.game.contract import Game, ScriptedBot
from africana_env.engine.game.rng import random_below, random_bits
from africana_env.engine.game.state import record_dtype

MAX_LEAD = np.int64(1 << 40)
"""Larger than any lead, because points are `int32`."""


def resample(*arguments: Any) -> Any:
    """Placeholder for a function of the rules."""
    raise RuntimeError("lookahead must be bound to the rules of a game before it is called")


step = scores = resample


def lookahead(tables, state, mask, generator, scratch):
    """Return the legal action with the largest lead in points afterwards, in one determinization. Ties are broken at
    random."""
    seat = state.current_player
    seed = random_bits(generator)
    best_lead, best_action, ties = -MAX_LEAD, np.int64(0), 0
    for action in range(len(mask)):
        if mask[action] == 0:
            continue
        copy_record(scratch.states[0], state)
        resample(tables, scratch.states[0], seat, seed, scratch.resample[0])
        step(tables, scratch.states[0], action)
        scores(tables, scratch.states[0], scratch.points)
        own = np.int64(scratch.points[seat, -1])
        lead = MAX_LEAD
        for other in range(state.num_players):
            if other != seat:
                lead = min(lead, own - np.int64(scratch.points[other, -1]))
        if lead > best_lead:
            best_lead, ties = lead, 0
        if lead == best_lead:
            ties += 1
            if random_below(generator, ties) == 0:
                best_action = np.int64(action)
    return best_action


@cache
def lookahead_bot(game: Game) -> ScriptedBot:
    """Bind `lookahead` to the rules of a game with `resample`."""
    functions = game_functions(game)
    names = {"resample": functions["resample"], "step": functions["step"], "scores": functions["game_scores"]}
    seats, parts = game.players[-1], len(game.score_parts)
    scratch_dtype = record_dtype(
        [
            ("states", game.state_dtype, (1,)),
            ("resample", game.resample_scratch, (1,)),
            ("points", np.int32, (seats, parts)),
        ]
    )
    act = bind_kernel(lookahead, names, game.name, None, parallel=False)
    return ScriptedBot(act, scratch_dtype, slow=True, draws=True, about="takes the move with the best lead after it")
