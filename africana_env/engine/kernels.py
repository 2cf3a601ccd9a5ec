"""The compiled loops over games, written once against names that a game supplies (see `compiler.bind_kernel`).

`tables` has a record per edition, and each state says which is its own; `states`, `masks`, `observations`, `rewards`,
`points`, `scores` and `done` have a row per game. A kernel comes in two forms, one for few games and one that spreads
them over all cores: `prange` is `range` in the first.
"""

import os
import sys
import sysconfig
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

import numba
import numpy as np
from numba import config, prange

from africana_env.engine.compiler import bind_kernel, link_function, natural, rule
from africana_env.engine.contract import REWARDS, Game, ScriptedBot
from africana_env.engine.kernel_cache import kernel_cache
from africana_env.engine.prefetch import prefetch
from africana_env.engine.returns import lead_over_others
from africana_env.engine.rng import stream_seed
from africana_env.engine.signatures import act_arguments, entity_arguments, rule_arguments
from africana_env.engine.state import RUNNING


def supplied_by_game(*arguments: Any) -> Any:
    """Placeholder for a function that a game supplies when a kernel is bound to it."""
    raise RuntimeError("a kernel must be bound to a game before it is called")


reset = legal_action_mask = step = observe = game_returns = game_scores = resample = supplied_by_game
state_fault = act = observe_entities = supplied_by_game

OUTCOME, MARGIN, SCORE, LEAD = range(len(REWARDS))
NEXT_GAME_STREAM = np.uint64(0x4E455854)
"""The stream that leads from a game's seed to the seed of the game after it."""
RESAMPLE_STREAM = np.uint64(0x5245534D)
"""The stream that leads from the seed of a redraw to that of its generator."""
EDITION_STREAM = np.uint64(0x45444954)
"""The stream that leads from a game's seed to its edition."""


def view_game(tables, state, mask, features):
    """Fill mask and observation for the player to move; an observation without room is left out."""
    legal_action_mask(tables, state, mask)
    if len(features) > 0:
        observe(tables, state, state.current_player, features)


@rule
def draw_edition(state, seed, live):
    """Draw the edition of the game that begins from `seed` out of those in `live`."""
    state.edition = live[0]
    if len(live) > 1:
        state.edition = live[natural(stream_seed(seed, EDITION_STREAM) % np.uint64(len(live)))]


def start_game(tables, state, num_players, max_rounds, seed, scores, points):
    """Set up a game and note the points it starts with."""
    reset(tables, state, num_players, seed)
    state.max_rounds = max_rounds
    game_scores(tables, state, scores)
    for seat in range(num_players):
        points[seat] = scores[seat, -1]


def give_rewards(tables, state, reward, margin_scale, scores, points, out):
    """The rewards of a step that changed the points or ended the game (`contract.REWARDS`)."""
    if reward == OUTCOME:
        game_returns(tables, state, out)
        return
    game_scores(tables, state, scores)
    for seat in range(state.num_players):
        out[seat] = scores[seat, -1]
        if reward != MARGIN:
            out[seat] -= points[seat]
        points[seat] = scores[seat, -1]
    if reward != SCORE:
        lead_over_others(state.num_players, margin_scale, out)


def reset_games(
    tables, live, states, seeds, chosen, num_players, max_rounds, masks, observations, rewards, points, scores, done
):
    """Start a new game, from its seed, in every row that is `chosen`."""
    for row in prange(len(states)):
        if chosen[row]:
            draw_edition(states[row], seeds[row], live)
            table = tables[natural(states[row].edition)]
            start_game(table, states[row], num_players, max_rounds, seeds[row], scores[row], points[row])
            rewards[row, :] = 0
            done[row] = RUNNING
            view_game(table, states[row], masks[row], observations[row])


def step_games(
    tables,
    live,
    states,
    chosen,
    actions,
    masks,
    observations,
    rewards,
    points,
    scores,
    done,
    seeds,
    outcomes,
    reward,
    scale,
    autoreset,
    counting,
):
    """Apply an action in every row that is `chosen` and running, then fill its buffers; with `counting`, `scores` too.
    With `autoreset` a game that has ended is followed at once by the next. Elsewhere `rewards` become 0; `done` tells
    if a game is over."""
    for row in prange(len(states)):
        prefetch(states, row + 1)
        prefetch(masks, row + 1)
        state = states[row]
        for seat in range(rewards.shape[1]):
            rewards[row, seat] = 0.0
        done[row] = state.status
        if chosen[row] and state.status == RUNNING:
            table = tables[natural(state.edition)]
            step(table, state, actions[row])
            if state.status != RUNNING:
                game_returns(table, state, outcomes[row])
            if counting:
                game_scores(table, state, scores[row])
            if reward in (SCORE, LEAD) or state.status != RUNNING:
                give_rewards(table, state, reward, scale, scores[row], points[row], rewards[row])
            done[row] = state.status
            if autoreset and state.status != RUNNING:
                seeds[row] = stream_seed(seeds[row], NEXT_GAME_STREAM)
                players, rounds = np.int64(state.num_players), np.int64(state.max_rounds)  # compiled once: as above
                draw_edition(state, seeds[row], live)
                table = tables[natural(state.edition)]
                start_game(table, state, players, rounds, seeds[row], scores[row], points[row])
            view_game(table, state, masks[row], observations[row])


def view_games(tables, states, masks, observations):
    """Fill masks and observations from the states, for the player to move."""
    for row in prange(len(states)):
        prefetch(states, row + 1)
        prefetch(masks, row + 1)
        view_game(tables[natural(states[row].edition)], states[row], masks[row], observations[row])


def observe_games(tables, states, seats, observations):
    """Fill the observations of one given seat in each game."""
    for row in prange(len(states)):
        prefetch(states, row + 1)
        observe(tables[natural(states[row].edition)], states[row], seats[row], observations[row])


def observe_entity_games(tables, states, seats, chosen, scratch, features):
    """Fill the entity observations of one given seat in each game that is `chosen`."""
    for row in prange(len(states)):
        if chosen[row]:
            table = tables[natural(states[row].edition)]
            observe_entities(table, states[row], seats[row], scratch[row], features[row])


def score_games(tables, states, scores):
    """Fill the points, with their parts, as they stand."""
    for row in prange(len(states)):
        game_scores(tables[natural(states[row].edition)], states[row], scores[row])


def return_games(tables, states, outcomes):
    """Fill the outcomes of the positions as they stand."""
    for row in prange(len(states)):
        game_returns(tables[natural(states[row].edition)], states[row], outcomes[row])


def resample_games(tables, states, seats, seeds):
    """In each game, redraw what the given seat cannot know."""
    for row in prange(len(states)):
        seed = stream_seed(seeds[row], RESAMPLE_STREAM)  # or that of a game would bring its own deal back
        resample(tables[natural(states[row].edition)], states[row], seats[row], seed)


def find_faults(tables, states, mask, faults):
    """What is wrong with each state (`Game.state_faults`); -1 where nobody could move although the game goes on."""
    for row in range(len(states)):
        table = tables[natural(states[row].edition)]
        faults[row] = state_fault(table, states[row])
        if faults[row] == 0 and states[row].status == RUNNING:
            legal_action_mask(table, states[row], mask)
            if mask.max() == 0:
                faults[row] = -1


def first_illegal(states, chosen, masks, actions):
    """The first row that is `chosen` and running and whose action is out of range or illegal; -1 if there is none."""
    for row in range(len(actions)):
        action = actions[row]
        legal = 0 <= action < masks.shape[1] and masks[row, action] == 1
        if not legal and chosen[row] and states[row].status == RUNNING:
            return row
    return -1


def choose_actions(tables, states, masks, generators, scratch, chosen, actions):
    """Let the scripted bot `act` decide in every row that is `chosen`, or in none if nobody is to move in one of them;
    returns in how many that is so."""
    over = 0
    for row in prange(len(states)):
        over += chosen[row] and (states[row].num_players == 0 or states[row].status != RUNNING)
    if over == 0:
        for row in prange(len(states)):
            prefetch(states, row + 1)
            if chosen[row]:
                table = tables[natural(states[row].edition)]
                actions[row] = act(table, states[row], masks[row], generators[row], scratch[row])
    return over


FEW_GAMES = 64
"""Below this many games the cost of waking the other cores exceeds the gain."""


@dataclass(frozen=True)
class Kernel:
    """A kernel in both forms; a call takes the parallel one when there is work in at least `parallel_from` games, and
    neither a fork nor another thread is in its way."""

    serial: Callable[..., Any]
    parallel: Callable[..., Any]
    parallel_from: int = FEW_GAMES

    def __call__(self, games: int, *arguments: Any) -> Any:
        if games < self.parallel_from or _forked:
            return self.serial(*arguments)
        if threads_collide():
            return self._in_turn(arguments)
        return self.parallel(*arguments)

    def entry(self, *arguments: Any) -> Callable[..., Any]:
        """The machine code of the serial form for these arguments. Every call of that form looks for it anew, which in
        a batch of one game takes longer than the rules. It must get arguments of exactly these types: nobody checks."""
        if config.DISABLE_JIT:  # type: ignore[attr-defined]
            return self.serial
        return self.serial.compile(tuple(map(numba.typeof, arguments)))  # type: ignore[attr-defined]

    def _in_turn(self, arguments: tuple[Any, ...]) -> Any:
        if not _turn.acquire(blocking=False):
            return self.serial(*arguments)
        try:
            return self.parallel(*arguments)
        finally:
            _turn.release()


_turn = Lock()
"""Held by the thread that runs a parallel kernel where only one may."""


@cache
def threads_collide() -> bool:
    """Whether two threads that run parallel kernels at the same time would end the process: they do with Numba's own
    thread pool, which it takes where it finds neither TBB nor OpenMP."""
    numba.get_num_threads()  # which makes Numba choose
    return numba.threading_layer() == "workqueue"


_forked = False


def _stay_serial() -> None:
    global _forked
    _forked = True


# A forked process has none of its parent's threads, and OpenMP ends or hangs one that uses them again.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_stay_serial)


@dataclass(frozen=True)
class Kernels:
    """The kernels of one game."""

    reset: Kernel
    step: Kernel
    view: Kernel
    observe: Kernel
    scores: Kernel
    returns: Kernel
    resample: Kernel
    first_illegal: Callable[..., int]
    find_faults: Callable[..., None]


@cache
def game_functions(game: Game) -> Mapping[str, Any]:
    """The functions of a game that kernels call, under the names that the loops above use. They take the types in
    `signatures`."""
    rules: dict[str, Any] = {
        "reset": game.reset,
        "legal_action_mask": game.legal_action_mask,
        "step": game.step,
        "observe": game.observe,
        "game_returns": game.returns,
        "game_scores": game.scores,
        "resample": game.resample,
        "state_fault": game.state_fault,
    }
    folder = cache_for(*rules.values())
    names = dict(rules)
    for name, arguments in rule_arguments(game.tables_dtype, game.state_dtype).items():
        if game.has_resample or name != "resample":
            names[name] = link_function(rules[name], arguments, game.name, folder)
    for helper in (view_game, start_game, give_rewards):
        names[helper.__name__] = bind_kernel(helper, names, game.name, None, parallel=False)
    return names


def cache_for(*functions: Callable[..., Any]) -> Path | None:
    """Where to keep kernels that call `functions`: it depends on the engine's sources and theirs, which hold all
    that can end up in the kernels. None if one of them has no file, such as those of a notebook."""
    sources = {Path(__file__).parent}
    for function in functions:
        plain = getattr(function, "py_func", function)
        file = Path(plain.__code__.co_filename)
        if not file.is_file():
            return None
        sources.add(game_folder(plain.__module__) or own_sources(file))
    return kernel_cache(sorted(sources))


def own_sources(file: Path) -> Path:
    """The folder in which a module's file lies, for it may import others from there; the file alone if it is installed
    among all other modules."""
    installed = {sysconfig.get_path(name) for name in ("purelib", "platlib")}
    return file if str(file.parent) in installed else file.parent


def game_folder(module: str) -> Path | None:
    """The folder of the game to which a module belongs: that of the package above it which holds a `GAME`."""
    while module := module.rpartition(".")[0]:
        package = sys.modules.get(module)
        if isinstance(getattr(package, "GAME", None), Game):
            return Path(str(package.__file__)).parent  # type: ignore[union-attr]
    return None


def bind_loop(
    kernel: Callable[..., Any],
    names: Mapping[str, Any],
    owner: str,
    parallel_from: int = FEW_GAMES,
    fastmath: Collection[str] = (),
) -> Kernel:
    """A loop over games, bound to the functions in `names`, in both forms; `owner` and `fastmath` as for
    `bind_kernel`."""
    folder = cache_for(kernel, *names.values())
    return Kernel(
        bind_kernel(kernel, {**names, "prange": range}, f"{owner}.serial", folder, False, fastmath),
        bind_kernel(kernel, {**names, "prange": prange}, f"{owner}.parallel", folder, True, fastmath),
        parallel_from,
    )


@cache
def game_kernels(game: Game) -> Kernels:
    """The kernels of `game`; each is compiled, or loaded from disk, at its first call."""
    names = game_functions(game)

    folder = cache_for(*names.values())

    def bound(kernel: Callable[..., Any]) -> Kernel:
        return bind_loop(kernel, names, game.name)

    return Kernels(
        reset=bound(reset_games),
        step=bound(step_games),
        view=bound(view_games),
        observe=bound(observe_games),
        scores=bound(score_games),
        returns=bound(return_games),
        resample=bound(resample_games),
        first_illegal=bind_kernel(first_illegal, names, game.name, folder, parallel=False),
        find_faults=bind_kernel(find_faults, names, game.name, folder, parallel=False),
    )


@cache
def linked_act(game: Game, bot: ScriptedBot) -> Any:
    """The decision of a scripted bot in a game, for kernels to call."""
    folder = cache_for(bot.act, *game_functions(game).values())
    return link_function(bot.act, act_arguments(game, bot), game.name, folder)


@cache
def bot_kernel(game: Game, name: str, bot: ScriptedBot) -> Kernel:
    """`choose_actions` for a scripted bot known as `name`."""
    names = {**game_functions(game), "act": linked_act(game, bot)}
    return bind_loop(choose_actions, names, f"{game.name}.{name}", 1 if bot.slow else FEW_GAMES)


@cache
def entity_kernel(game: Game) -> Kernel:
    """`observe_entity_games` for a game that has entity observations."""
    observe, names = game.entity_observation.observe, game_functions(game)
    folder = cache_for(observe, *names.values())
    linked = link_function(observe, entity_arguments(game), game.name, folder)
    return bind_loop(observe_entity_games, {**names, "observe_entities": linked}, game.name)
