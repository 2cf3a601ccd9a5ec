"""Bots by name.

A spelling is a bot's name, its argument after a colon, and options after commas: `greedy`,
`policy:runs/a/policy.safetensors,temperature=0`, `my_package.my_bots:cautious`.
"""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import partial
from inspect import signature
from types import MethodType
from typing import Any

import numpy as np

from africana_env.bots.function import FunctionBot, observation_of
from africana_env.bots.protocol import Bot, BotKind, BotOption, GivesProbabilities, is_bot, name_of
from africana_env.bots.scripted import scripted_bots, scripted_kind
from africana_env.bots.search.kind import search_kind
from africana_env.engine.batch.batch import MAX_GAMES
from africana_env.engine.game.checks import check_game, check_int, check_seed
from africana_env.engine.game.contract import Game
from africana_env.engine.game.rng import stream_seeds
from africana_env.engine.process.errors import UserError, format_name, format_value
from africana_env.engine.process.extras import is_installed
from africana_env.engine.process.plugins import load_plugin, plugins
from africana_env.engine.process.process_state import process_state_restored
from africana_env.engine.process.user_code import import_function, working

ENTRY_POINTS = "africana_env.bots"
"""Entry points of other packages that add kinds of bots: a name and a `BotKind`."""
AnyBot = str | Bot | Callable[..., Any]
"""A spelling, a bot object, or a function for `FunctionBot`."""
Opponents = AnyBot | Sequence[AnyBot]
"""One bot for all other seats, or one per seat in turn order."""
SEARCH = "search"
FUNCTION_USAGE = "package.module:NAME"
MAKE_STREAM = 0x424F5453


def bot_kind(name: str) -> BotKind | None:
    """Return the kind of bots of this name, built in or from an installed package; None if there is none. Raises
    `UserError` for a broken package."""
    if name == SEARCH:
        return bot_kinds()[SEARCH]
    point = plugins(ENTRY_POINTS).get(name)
    return None if point is None else load_plugin(point, is_kind)


def bot_kinds() -> dict[str, BotKind]:
    """Return the kinds of bots by name, without broken packages."""
    added: dict[str, BotKind] = {}
    for name, point in plugins(ENTRY_POINTS).items():
        with suppress(UserError):
            added[name] = load_plugin(point, is_kind)
    guides = [
        BotOption(name, kind.argument, f"is guided by the bot `{name}:{kind.argument}`", guide_maker)
        for name, kind in added.items()
        if kind.gives_probabilities
    ]
    return {SEARCH: search_kind(guides), **added}


def guide_maker(name: str, argument: str) -> Callable[..., Bot]:
    """Return a function that makes the bot `name:argument` for a game and a number of games."""
    return partial(make_bot, f"{name}:{argument}")


def is_kind(value: Any) -> bool:
    return isinstance(value, BotKind)


def usage(name: str, kind: BotKind) -> str:
    """Return the usage of a kind of bots, with all its options."""
    options = (f"[,{option.name}={option.value}]" for option in kind.options)
    return f"{name}:{kind.argument}{''.join(options)}"


def read_options(spelling: str, kind: BotKind, given: Mapping[str, str]) -> dict[str, Any]:
    """Return the values of a bot's options; raise `UserError` for an unknown option or a wrong value."""
    known = {option.name: option for option in kind.options}
    for name in given:
        if name not in known:
            there = ", ".join(f"{option.name}={option.value}" for option in kind.options)
            use = f": use {there}" if there else ""
            raise UserError(f"the bot {format_value(spelling)} has no option {format_value(name)}{use}")
    return {name: known[name].read(name, text) for name, text in given.items()}


def bot_names(game: Game) -> list[str]:
    """Return the bots of a game that take no argument, the strongest last."""
    return list(scripted_bots(game))


def strongest_bot(game: Game) -> str:
    return bot_names(game)[-1]


def about_bot(spelling: str, game: Game) -> str:
    """Return how the bot of a spelling plays, "" if nothing is known."""
    name, argument, given = parse_spelling(spelling)
    if name in bot_names(game):
        return scripted_bots(game)[name].about
    kind = bot_kind(name)
    if kind is None or argument is None:
        return ""
    options = [f"with {option}={value}" for option, value in given.items()]
    return ", ".join(filter(None, (kind.about(argument), *options)))


def is_usable(spelling: str) -> bool:
    """Return whether the extras of a bot and its guide are installed."""
    name, _, given = parse_spelling(spelling)
    kinds = [kind for known, kind in bot_kinds().items() if known in (name, *given)]
    return all(kind.extra is None or is_installed(kind.extra) for kind in kinds)


def spellings(game: Game) -> list[str]:
    """Return the spellings of all bots for a game, without options."""
    return [*bot_names(game), *(f"{name}:{kind.argument}" for name, kind in bot_kinds().items()), FUNCTION_USAGE]


def spellings_with_probabilities(game: Game) -> list[str]:
    """Return the spellings of all bots for a game that give probabilities."""
    own = [name for name in bot_names(game) if issubclass(scripted_kind(game, name), GivesProbabilities)]
    return [*own, *(f"{name}:{kind.argument}" for name, kind in bot_kinds().items() if kind.gives_probabilities)]


def parse_spelling(spelling: str) -> tuple[str, str | None, dict[str, str]]:
    """Split a spelling into name, argument (None without a colon) and options. An argument may contain commas, unless
    `name=` follows. Raises `UserError` for a repeated option."""
    head, *given = re.split(r",(?=[a-z_]+=)", spelling)
    name, colon, argument = head.partition(":")
    options: dict[str, str] = {}
    for option in given:
        key, value = option.split("=", 1)
        if key in options:
            raise UserError(f"the bot {format_value(spelling)} has the option {format_value(key)} twice: give it once")
        options[key] = value
    return name, argument if colon else None, options


def make_bot(bot: AnyBot, game: Game, num_games: int = 1, *, seed: int = 0) -> Bot:
    """Make a bot from its spelling or a function, for batches of `num_games` games.

    `seed` starts its generators. A bot object is returned unchanged. Raises `UserError` for an unknown bot.
    """
    check_game(game)
    num_games, seed = check_int("num_games", num_games, 1, MAX_GAMES), check_seed(seed)
    if is_bot(bot):
        return bot
    if isinstance(bot, str):
        with process_state_restored():
            made = bot_spelled(bot, game, num_games)
    else:
        made = bot_of_function(bot, num_games)
    # The stream differs from the batch's: a bot must not draw the numbers that shuffled the cards.
    seeds = stream_seeds(np.uint64(seed ^ MAKE_STREAM), np.arange(num_games, dtype=np.uint64))
    with working(spelling_of(bot), "bot"):
        made.reset_rows(np.ones(num_games, np.bool_), seeds)
    return made


def bot_spelled(bot: str, game: Game, num_games: int) -> Bot:
    """Make the bot of a spelling, see `make_bot`, with unseeded generators."""
    name, argument, options = parse_spelling(bot)
    if name in bot_names(game):
        if argument is not None or options:
            raise UserError(
                f"the bot {format_value(name)} takes neither an argument nor options, unlike {format_value(bot)}"
            )
        return scripted_kind(game, name)(game, name, num_games)
    if (kind := bot_kind(name)) is not None:
        if not argument:
            raise UserError(f"the bot {format_value(bot)} needs an argument: use {usage(name, kind)}")
        return kind.make(game, num_games, argument, **read_options(f"{name}:{argument}", kind, options))
    if argument and not options:
        found = import_function(bot, "bot")
        if isinstance(found, type):
            return bot_of_class(bot, found, game, num_games)
        return FunctionBot(bot, found, num_games, observation=observation_of(found))
    raise unknown_bot(bot, game)


def make_opponents(opponents: Opponents, game: Game, *, num_players: int, num_games: int) -> list[Bot]:
    """Make the opponents of one seat, in turn order after it. Equal spellings or functions share one object."""
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        opponents = [opponents] * (num_players - 1)
    opponents = list(opponents)
    if len(opponents) != num_players - 1:
        several = f" for all or {num_players - 1} in turn order" if num_players > 2 else ""
        raise UserError(f"opponents must be one{several}, not {len(opponents)}")
    # Each access to a method creates another object, which equals the others.
    keys = [opponent if isinstance(opponent, str | MethodType) else id(opponent) for opponent in opponents]
    distinct = dict(zip(keys, opponents, strict=True))
    made = {key: make_bot(opponent, game, num_games) for key, opponent in distinct.items()}
    return [made[key] for key in keys]


def spelling_of(bots: Any) -> str:
    """Return the spelling of one or several bots; for bot objects and functions `name_of`."""
    if isinstance(bots, str):
        return bots
    return ", ".join(map(spelling_of, bots)) if isinstance(bots, Sequence) else name_of(bots)


def as_list(opponents: Any) -> Sequence[Any]:
    """Return opponents as a list, also a single one."""
    return [opponents] if isinstance(opponents, str) or not isinstance(opponents, Sequence) else opponents


def bot_of_class(name: str, of_class: type, game: Game, num_games: int) -> Bot:
    """Make the bot called `name` of a class; raise `UserError` if the class cannot be called or makes no bot."""
    whose = f"the bot {format_value(name)}: {format_name(of_class.__name__)}(game, num_games)"
    with working(name, "bot"):
        try:
            signature(of_class).bind(game, num_games)
        except TypeError as error:
            raise UserError(f"{whose} cannot be called: {error}") from None
        made = of_class(game, num_games)
    if not is_bot(made):
        raise UserError(f"{whose} must return an object with act, reset_rows and reads_observations")
    return made


def bot_of_function(function: Any, num_games: int) -> FunctionBot:
    """Make the bot of a function; raise `UserError` for anything else."""
    if not callable(function) or isinstance(function, type):
        raise UserError(
            "a bot must be a name, a function, or an object with act, reset_rows and reads_observations, "
            f"not {format_value(function)}"
        )
    return FunctionBot(name_of(function), function, num_games, observation=observation_of(function))


def unknown_bot(spelling: str, game: Game) -> UserError:
    """Return the error for a spelling without a bot."""
    if spelling == "greedy" and not game.has_resample:
        return UserError(f"the bot {spelling} looks ahead, but {game.name} has no resample in its Game")
    near = get_close_matches(spelling, bot_names(game), n=1) or function_meant(spelling)
    if not near:
        of_paths = [f"{name}:{spelling}" for name, kind in bot_kinds().items() if kind.argument == "PATH"]
        near = [meant for meant in of_paths if os.path.isfile(spelling) or is_made(meant, game)]
    hint = f"did you mean {near[0]!r}? There are" if near else "use"
    return UserError(f"unknown bot {format_value(spelling)}: {hint} {', '.join(spellings(game))}")


def function_meant(spelling: str) -> list[str]:
    """Return spellings of a function in a file of the working directory, if only the colon is missing."""
    module, _, function = spelling.rpartition(".")
    of_file = spelling.removesuffix(".py").replace(os.sep, "."), "FUNCTION"
    named = [one for one in (of_file, (module, function)) if os.path.isfile(one[0].replace(".", os.sep) + ".py")]
    return [":".join(one) for one in named]


def is_made(spelling: str, game: Game) -> bool:
    try:
        bot_spelled(spelling, game, 1)
    except Exception:  # a kind of another package may raise anything
        return False
    return True
