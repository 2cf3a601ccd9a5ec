"""Binds the loops of `kernels` to the functions of a game."""

import os
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache
from threading import Lock
from types import SimpleNamespace
from typing import Any

import numba
from numba import config, from_dtype, int64, prange

from africana_env.engine.compilation.compiled import bind_kernel, link_function
from africana_env.engine.compilation.kernel_cache import cache_for
from africana_env.engine.game import kernels
from africana_env.engine.game.contract import Game, ScriptedBot
from africana_env.engine.game.rng import generator_dtype

FEW_GAMES = 64
"""Kernels stay serial below this many games: waking other cores would cost more than it gains."""


@dataclass(frozen=True)
class Kernel:
    """A kernel in a serial and a parallel form. A call takes the parallel form from `parallel_from` games on, unless
    this process was forked or another thread is in its way."""

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
        """Return the machine code of the serial form for these arguments. Dispatching on types would take longer than
        the rules in a batch of one game. Calls must use exactly these types: they are not checked."""
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
"""Held by the thread that runs a parallel kernel, if only one thread may."""


@cache
def threads_collide() -> bool:
    """Return whether two threads with parallel kernels would crash the process. They do with Numba's own thread pool,
    which it uses without TBB and OpenMP."""
    numba.get_num_threads()  # makes Numba choose
    return numba.threading_layer() == "workqueue"


_forked = False


def _stay_serial() -> None:
    global _forked
    _forked = True


# A forked process has none of its parent's threads. OpenMP aborts or hangs if one uses them again.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_stay_serial)


RULES = {"game_returns": "returns", "game_scores": "scores"}
"""Attributes of a game that kernels know by another name."""


@cache
def game_functions(game: Game) -> Mapping[str, Any]:
    """Return the functions of a game under the names that the loops of `kernels` use."""
    arguments = kernels.rule_arguments(game.tables_dtype, game.state_dtype, game.resample_scratch)
    rules = {name: getattr(game, RULES.get(name, name)) for name in arguments}
    folder = cache_for(*rules.values())
    names = dict(rules)
    for name, function in rules.items():
        if game.has_resample or name != "resample":
            names[name] = link_function(function, arguments[name], game.name, folder)
    for helper in (kernels.view_game, kernels.start_game, kernels.play_forced, kernels.give_rewards):
        names[helper.__name__] = bind_kernel(helper, names, game.name, None, parallel=False)
    return names


def bind_loop(
    kernel: Callable[..., Any],
    names: Mapping[str, Any],
    owner: str,
    parallel_from: int = FEW_GAMES,
    fastmath: Collection[str] = (),
) -> Kernel:
    """Bind a loop over games to the functions in `names`, in both forms. `owner` and `fastmath` are as for
    `bind_kernel`."""
    folder = cache_for(kernel, *names.values())
    return Kernel(
        bind_kernel(kernel, {**names, "prange": range}, f"{owner}.serial", folder, False, fastmath),
        bind_kernel(kernel, {**names, "prange": prange}, f"{owner}.parallel", folder, True, fastmath),
        parallel_from,
    )


LOOPS: dict[str, Callable[..., Any]] = {
    "reset": kernels.reset_games,
    "step": kernels.step_games,
    "view": kernels.view_games,
    "observe": kernels.observe_games,
    "scores": kernels.score_games,
    "returns": kernels.return_games,
    "resample": kernels.resample_games,
}


@cache
def game_kernels(game: Game) -> SimpleNamespace:
    """Return the kernels of a game: a `Kernel` for each of `LOOPS`, and `first_illegal`. Each is compiled, or loaded
    from disk, at its first call."""
    names = game_functions(game)
    folder = cache_for(*names.values())
    bound = SimpleNamespace(**{name: bind_loop(loop, names, game.name) for name, loop in LOOPS.items()})
    bound.first_illegal = bind_kernel(kernels.first_illegal, names, game.name, folder, parallel=False)
    return bound


@cache
def linked_act(game: Game, bot: ScriptedBot) -> Any:
    """Return the decision of a scripted bot, for kernels to call."""
    records: list[Any] = [game.tables_dtype, game.state_dtype, generator_dtype, bot.scratch_dtype]
    tables, state, generator, scratch = map(from_dtype, records)
    folder = cache_for(bot.act, *game_functions(game).values())
    return link_function(bot.act, (tables, state, kernels.MASK, generator, scratch), game.name, folder)


@cache
def bot_kernel(game: Game, name: str, bot: ScriptedBot) -> Kernel:
    """Return `choose_actions` for a scripted bot called `name`."""
    names = {**game_functions(game), "act": linked_act(game, bot)}
    return bind_loop(kernels.choose_actions, names, f"{game.name}.{name}", 1 if bot.slow else FEW_GAMES)


@cache
def fact_kernel(game: Game) -> Kernel:
    """Return `observe_fact_games` for a game with fact observations."""
    space, names = game.space_of("facts"), game_functions(game)
    tables, state = map(from_dtype, (game.tables_dtype, game.state_dtype))
    folder = cache_for(space.observe_more, *names.values())
    linked = link_function(space.observe_more, (tables, state, int64, kernels.FEATURES), game.name, folder)
    return bind_loop(kernels.observe_fact_games, {**names, "observe_more": linked}, game.name)


@cache
def entity_kernel(game: Game) -> Kernel:
    """Return `observe_entity_games` for a game with entity observations."""
    observation, names = game.entities, game_functions(game)
    assert observation is not None
    records: list[Any] = [game.tables_dtype, game.state_dtype, observation.scratch_dtype]
    tables, state, scratch = map(from_dtype, records)
    folder = cache_for(observation.observe, *names.values())
    linked = link_function(observation.observe, (tables, state, int64, scratch, kernels.FEATURES), game.name, folder)
    return bind_loop(kernels.observe_entity_games, {**names, "observe_entities": linked}, game.name)
