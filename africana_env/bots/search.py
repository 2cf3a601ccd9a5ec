"""A bot that searches: it plays every legal action out in worlds that may be the true one, and takes the best.

Sequential halving (Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013) over the
legal actions: a budget of rollouts is spent in rounds, evenly on the candidates that are left, and each round drops
the worse half. In a rollout a world is drawn that agrees with all that the seat has seen (`Game.resample`), the action
taken, and the game played on by the game's strongest scripted bot in all seats, until it is cut off; what counts is
the lead in points. All candidates of a round are tried in the same worlds, with the same random numbers: what a
decision is worth is small beside what a world's luck is worth, and in a comparison this luck cancels.
"""

from collections.abc import Mapping
from functools import cache

import numpy as np

from africana_env.bots.protocol import BotKind
from africana_env.bots.scripted import CompiledBot
from africana_env.engine.checks import check_int
from africana_env.engine.compiler import rule
from africana_env.engine.contract import Game, ScriptedBot, UserError
from africana_env.engine.files import brief
from africana_env.engine.rng import generator_dtype, random_bits, seed_generator
from africana_env.engine.state import RUNNING, record_dtype

MAX_ROLLOUTS = 1_000_000
USAGE = "search:N"


@cache
def search(game: Game) -> ScriptedBot:
    """The search for a game. Before each call `scratch.rollouts` says how many rollouts it may take."""
    *_, player = game.bots.values()
    act, cutoff = player.act, game.rollout_decisions
    step, legal_action_mask, scores, resample = game.step, game.legal_action_mask, game.scores, game.resample
    actions = len(game.actions)
    scratch_dtype = record_dtype(
        [
            ("rollouts", np.int64),
            ("world", game.state_dtype),
            ("game", game.state_dtype),
            ("mask", np.int8, (actions,)),
            ("scores", np.int32, (game.players[-1], len(game.score_parts))),
            ("generator", generator_dtype),
            ("player", player.scratch_dtype),
            ("candidates", np.int16, (actions,)),
            ("worth", np.float64, (actions,)),
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

    @rule
    def roll_out(tables, scratch, action, seat):
        """Take `action` in `scratch.game` and play on; the lead of a seat then."""
        state = scratch.game
        for decision in range(1 + cutoff):
            if decision > 0:
                legal_action_mask(tables, state, scratch.mask)
                action = act(tables, state, scratch.mask, scratch.generator, scratch.player)
            step(tables, state, action)
            if state.status != RUNNING:
                break
        return lead(tables, state, seat, scratch.scores)

    @rule
    def search_act(tables, state, mask, generator, scratch):
        """The action that did best."""
        seat, left = state.current_player, 0
        for action in range(len(mask)):
            if mask[action] == 1:
                scratch.candidates[left] = action
                scratch.worth[left] = 0.0
                left += 1
        rounds = 0
        while (1 << rounds) < left:
            rounds += 1
        while left > 1:
            for _ in range(max(1, scratch.rollouts // (rounds * left))):
                seed = (random_bits(generator) << HALF) | random_bits(generator)
                scratch.world = state
                resample(tables, scratch.world, seat, seed)
                for number in range(left):
                    scratch.game = scratch.world
                    seed_generator(scratch.generator, seed)
                    scratch.worth[number] += roll_out(tables, scratch, scratch.candidates[number], seat)
            sort(scratch.candidates, scratch.worth, left)
            left = (left + 1) // 2
        return scratch.candidates[0]

    return ScriptedBot(search_act, scratch_dtype)


HALF = np.uint64(32)


@rule
def sort(candidates, worth, number):
    """The first `number` of both, the best first."""
    for place in range(1, number):
        action, value = candidates[place], worth[place]
        while place > 0 and worth[place - 1] < value:
            candidates[place], worth[place] = candidates[place - 1], worth[place - 1]
            place -= 1
        candidates[place], worth[place] = action, value


class SearchBot(CompiledBot):
    """`search` with a number of rollouts for each decision."""

    def __init__(self, game: Game, rollouts: int, num_games: int) -> None:
        super().__init__(game, f"search:{rollouts}", num_games)
        self._scratch["rollouts"] = rollouts

    def _scripted(self) -> ScriptedBot:
        return search(self.game)


def make_search(game: Game, num_games: int, argument: str, options: Mapping[str, str]) -> SearchBot:
    """The bot `search:N`; raises `UserError` for what is no number of rollouts."""
    for option in options:
        raise UserError(f"the bot 'search:{argument}' has no option {brief(option)}: use {USAGE}")
    if not argument.isdecimal():
        raise UserError(f"search needs a number of rollouts, not {brief(argument)}: use {USAGE}")
    return SearchBot(game, check_int("the number of rollouts", int(argument), 1, MAX_ROLLOUTS), num_games)


SEARCH = BotKind(USAGE, make_search)
