"""A bot that searches: it plays every legal action out in worlds that may be the true one, and takes another than the
strongest scripted bot takes where it is sure to be better.

Sequential halving (Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013) over the
legal actions: a budget of rollouts is spent in rounds, evenly on the candidates that are left, and each round drops
the worse half. In a rollout a world is drawn that agrees with all that the seat has seen (`Game.resample`), the action
taken, and the game played on by the scripted bot in all seats, until it is cut off; what counts is the lead in points.

Two things make little time enough. All candidates of a round are tried in the same worlds with the same random numbers,
and compared there with the scripted bot's own action: what a decision is worth is small beside what a world's luck is
worth, and in a difference this luck cancels. And the scripted bot's action stands unless the best other one is better
by `SURE` standard errors of the mean difference: the best of many that are alike looks better than it is.

Each round tries its candidates in one world at least: where there are more than the budget has rollouts for, it is
exceeded. Africa has up to 61 actions; there `search:50` takes 59 rollouts on average.
"""

from functools import cache
from os import cpu_count

import numpy as np

from africana_env.bots.scripted import CompiledBot, scripted_bots
from africana_env.engine.batch import Batch
from africana_env.engine.compiler import not_inlined, rule
from africana_env.engine.contract import Game, ScriptedBot
from africana_env.engine.rng import generator_dtype, random_bits, seed_generator
from africana_env.engine.state import RUNNING, record_dtype

MAX_ROLLOUTS = 100_000
"""Some seconds of a decision."""
USAGE = "search:N[,policy=PATH]"
SURE = 2.0


@cache
def search(game: Game) -> ScriptedBot:
    """The search for a game. `scratch.rollouts` says how many rollouts it may take."""
    game.check_resample()
    *_, player = scripted_bots(game).values()
    act, cutoff = player.act, game.rollout_decisions
    step, legal_action_mask, scores, resample = game.step, game.legal_action_mask, game.scores, game.resample
    actions = len(game.actions)
    scratch_dtype = record_dtype(
        [
            ("rollouts", np.int64),
            ("world", game.state_dtype),
            ("game", game.state_dtype),
            ("generator", generator_dtype),
            ("candidates", np.int64, (actions,)),
            ("gain", np.float64, (actions,)),
            ("squares", np.float64, (actions,)),
            ("player", player.scratch_dtype),
            ("scores", np.int32, (game.players[-1], len(game.score_parts))),
            ("mask", np.int8, (actions,)),
        ]
    )

    @rule
    def lead(tables, state, seat, out):
        """A seat's points less the mean of the others'."""
        scores(tables, state, out)
        others = 0.0
        for other in range(state.num_players):
            if other != seat:
                others += out[other, -1]
        return out[seat, -1] - others / (state.num_players - 1)

    @not_inlined
    def choose(tables, state, mask, generator, scratch):
        """The scripted bot's action."""
        return act(tables, state, mask, generator, scratch)

    @not_inlined
    def roll_out(tables, scratch, action, seat, seed):
        """Take `action` in `scratch.world` and play on; the lead of a seat then."""
        scratch.game = scratch.world
        state = scratch.game
        seed_generator(scratch.generator, seed)
        for decision in range(1 + cutoff):
            if decision > 0:
                legal_action_mask(tables, state, scratch.mask)
                action = choose(tables, state, scratch.mask, scratch.generator, scratch.player)
            step(tables, state, action)
            if state.status != RUNNING:
                break
        return lead(tables, state, seat, scratch.scores)

    @not_inlined
    def search_act(tables, state, mask, generator, scratch):
        """The action that did best, if that is sure; otherwise the scripted bot's."""
        seat, left = state.current_player, 0
        seed_generator(scratch.generator, random_seed(generator))
        scratch.mask[:] = mask
        usual = choose(tables, state, scratch.mask, scratch.generator, scratch.player)
        for action in range(len(mask)):
            if mask[action] == 1 and action != usual:
                scratch.candidates[left] = action
                scratch.gain[left] = 0.0
                scratch.squares[left] = 0.0
                left += 1
        if left == 0:
            return usual
        rounds = 1
        while (1 << (rounds - 1)) < left:
            rounds += 1
        worlds = 0
        while left > 0:
            for _ in range(max(1, scratch.rollouts // (rounds * (left + 1)))):
                seed = random_seed(generator)
                scratch.world = state
                resample(tables, scratch.world, seat, seed)
                expected = roll_out(tables, scratch, usual, seat, seed)
                for number in range(left):
                    gain = roll_out(tables, scratch, scratch.candidates[number], seat, seed) - expected
                    scratch.gain[number] += gain
                    scratch.squares[number] += gain * gain
                worlds += 1
            sort(scratch.candidates, scratch.gain, scratch.squares, left)
            left = (left + 1) // 2 if left > 1 else 0
        return scratch.candidates[0] if is_sure(scratch.gain[0], scratch.squares[0], worlds) else usual

    return ScriptedBot(search_act, scratch_dtype, slow=True)


@rule
def random_seed(generator):
    """64 random bits."""
    return (random_bits(generator) << HALF) | random_bits(generator)


HALF = np.uint64(32)


@rule
def is_sure(gain, squares, number):
    """Whether the mean of `number` differences, of which the sum and the sum of squares are given, is above 0 by `SURE`
    standard errors."""
    return gain > 0 and gain * gain * (number - 1) > SURE * SURE * (squares * number - gain * gain)


@rule
def sort(candidates, gain, squares, number):
    """The first `number` of all three, the largest gain first."""
    for place in range(1, number):
        action, value, square = candidates[place], gain[place], squares[place]
        while place > 0 and gain[place - 1] < value:
            candidates[place], gain[place] = candidates[place - 1], gain[place - 1]
            squares[place] = squares[place - 1]
            place -= 1
        candidates[place], gain[place], squares[place] = action, value, square


class SearchBot(CompiledBot):
    """`search` with a number of rollouts for each decision."""

    def __init__(self, game: Game, rollouts: int, num_games: int) -> None:
        super().__init__(game, f"search:{rollouts}", num_games)
        self._scratch["rollouts"] = self._rollouts = rollouts

    def _scripted(self) -> ScriptedBot:
        return search(self.game)

    def act(self, batch: Batch, rows: np.ndarray, actions: np.ndarray) -> None:
        """See `Bot.act`."""
        # Nothing, and so no Ctrl-C either, interrupts compiled code: long searches are calls for few games each.
        few = max(MAX_ROLLOUTS // self._rollouts, cpu_count() or 1)
        for some in np.array_split(np.flatnonzero(rows), -(-np.count_nonzero(rows) // few) or 1):
            chosen = np.zeros_like(rows)
            chosen[some] = True
            super().act(batch, chosen, actions)
