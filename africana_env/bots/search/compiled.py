"""Search by rollouts: replaces the strongest scripted bot's action with a significantly better one.

Sequential halving spends the budget of rollouts over the legal actions. A rollout draws a determinization, takes the
action and lets the scripted bot play all seats until a cut-off. Its result is the lead in points.

Paired differences need few rollouts. All candidates of a round are tried in the same determinizations with the same
random numbers, and compared there with the scripted bot's action. The luck of a determinization, which is larger than
the effect of one decision, cancels in the difference.

Each round tries its candidates at least once, which exceeds the budget if there are more candidates than rollouts.
Africa has up to 109 actions with two players; there `search:50` takes 66 rollouts on average.
"""

from functools import cache

import numpy as np

from africana_env.bots.decisions import check_fits, row_parts
from africana_env.bots.generators import draws_kept
from africana_env.bots.scripted import CompiledBot, scripted_bots
from africana_env.bots.search.halving import is_significant, keep_better_half, num_rounds, rollouts_each
from africana_env.bots.search.rollouts import bind_rollout, random_seed
from africana_env.engine.batch.batch import Batch, check_decision
from africana_env.engine.batch.binding import game_functions, linked_act
from africana_env.engine.compilation.memory import copy_record
from africana_env.engine.game.contract import Game, ScriptedBot
from africana_env.engine.game.rng import generator_dtype, seed_generator
from africana_env.engine.game.rule import rule
from africana_env.engine.game.state import record_dtype
from africana_env.engine.process.process_state import usable_cores

MAX_ROLLOUTS = 100_000
"""Rollouts per decision, which take some seconds."""


@cache
def search(game: Game) -> ScriptedBot:
    """Return the search for a game. `scratch.rollouts` is its budget per decision."""
    game.check_resample()
    *_, player = scripted_bots(game).values()
    choose, resample = linked_act(game, player), game_functions(game)["resample"]
    roll_out = bind_rollout(game, choose)

    @rule
    def compare(tables, state, generator, scratch, default, left):
        """Add the gain of the first `left` candidates over the default action in one determinization."""
        seat = state.current_player
        seed = random_seed(generator)
        copy_record(scratch.determinization, state)
        resample(tables, scratch.determinization, seat, seed, scratch.resample)
        expected = roll_out(tables, scratch, default, seat, seed)
        for number in range(left):
            gain = roll_out(tables, scratch, scratch.candidates[number], seat, seed) - expected
            scratch.gain[number] += gain
            scratch.squares[number] += gain * gain

    @rule
    def search_act(tables, state, mask, generator, scratch):
        """Return the best action if it is significantly better than the scripted bot's, else the scripted bot's."""
        seed_generator(scratch.generator, random_seed(generator))
        for action in range(len(mask)):
            scratch.mask[action] = mask[action]
        default = choose(tables, state, scratch.mask, scratch.generator, scratch.player)
        left = list_candidates(mask, default, scratch)
        if left == 0:
            return default
        rounds, determinizations = num_rounds(left), 0
        while left > 0:
            for _ in range(rollouts_each(scratch.rollouts, rounds, left)):
                compare(tables, state, generator, scratch, default, left)
                determinizations += 1
            left = keep_better_half(scratch.candidates, scratch.gain, scratch.squares, left)
        better = is_significant(scratch.gain[0], scratch.squares[0], determinizations)
        return scratch.candidates[0] if better else default

    return ScriptedBot(search_act, scratch_dtype(game, player), slow=True)


def scratch_dtype(game: Game, player: ScriptedBot) -> np.dtype:
    """Return the scratch memory of a search whose rollouts `player` plays."""
    actions = len(game.actions)
    return record_dtype(
        [
            ("rollouts", np.int64),
            ("determinization", game.state_dtype),
            ("game", game.state_dtype),
            ("generator", generator_dtype),
            ("candidates", np.int64, (actions,)),
            ("gain", np.float64, (actions,)),
            ("squares", np.float64, (actions,)),
            ("player", player.scratch_dtype),
            ("resample", game.resample_scratch),
            ("scores", np.int32, (game.players[-1], len(game.score_parts))),
            ("mask", np.int8, (actions,)),
        ]
    )


@rule
def list_candidates(mask, default, scratch):
    """List all legal actions except the default as candidates with zero gain, and return their number."""
    number = 0
    for action in range(len(mask)):
        if mask[action] == 1 and action != default:
            scratch.candidates[number] = action
            scratch.gain[number] = 0.0
            scratch.squares[number] = 0.0
            number += 1
    return number


class SearchBot(CompiledBot):
    """`search` with a number of rollouts per decision."""

    def __init__(self, game: Game, rollouts: int, num_games: int) -> None:
        super().__init__(game, f"search:{rollouts}", num_games)
        self._scratch["rollouts"] = self._rollouts = rollouts

    def _scripted(self) -> ScriptedBot:
        return search(self.game)

    def act(self, batch: Batch, rows: np.ndarray, actions: np.ndarray) -> None:
        """See `Bot.act`."""
        check_fits(self.name, len(self.generators), batch, self.game)
        check_decision(batch, rows, actions)
        # Ctrl-C cannot interrupt compiled code, so long searches are split into calls for few games each.
        few = max(MAX_ROLLOUTS // self._rollouts, usable_cores())
        with draws_kept(self.generators):
            for some in row_parts(rows, few):
                super().act(batch, some, actions)
