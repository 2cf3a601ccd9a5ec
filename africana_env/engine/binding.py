"""Binds the loops of `kernels` to the functions of a game, compiled ahead or at the first call."""

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
from numba import config, prange

from africana_env.engine.compiler import bind_kernel, link_function
from africana_env.engine.contract import Game, ScriptedBot
from africana_env.engine.kernel_cache import kernel_cache
from africana_env.engine.kernels import (
    choose_actions,
    first_illegal,
    give_rewards,
    observe_entity_games,
    observe_games,
    resample_games,
    reset_games,
    return_games,
    score_games,
    start_game,
    step_games,
    view_game,
    view_games,
)
from africana_env.engine.signatures import act_arguments, entity_arguments, rule_arguments

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


@cache
def game_functions(game: Game) -> Mapping[str, Any]:
    """The functions of a game that kernels call, under the names that the loops of `kernels` use. They take the types
    in `signatures`."""
    rules: dict[str, Any] = {
        "reset": game.reset,
        "legal_action_mask": game.legal_action_mask,
        "step": game.step,
        "observe": game.observe,
        "game_returns": game.returns,
        "game_scores": game.scores,
        "resample": game.resample,
    }
    folder = cache_for(*rules.values())
    names = dict(rules)
    for name, arguments in rule_arguments(game.tables_dtype, game.state_dtype, game.resample_scratch).items():
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
