"""Makes bots from their spellings.

A spelling is a name, an argument after a colon where the bot takes one, and options after commas: `greedy`,
`policy:runs/a/policy.safetensors,temperature=0`, `my_package.my_bots:cautious`.
"""

import os
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import partial
from inspect import signature
from types import MethodType
from typing import Any

import numpy as np

from africana_env.bots.function import FunctionBot, wants_entities
from africana_env.bots.protocol import Bot, BotKind, GivesProbabilities, is_bot, name_of
from africana_env.bots.scripted import scripted_bot, scripted_bots, scripted_kind
from africana_env.bots.search.spelling import USAGE, parse_budget, search_bot
from africana_env.engine.batch import MAX_GAMES
from africana_env.engine.checks import check_game, check_int, check_seed
from africana_env.engine.contract import Game
from africana_env.engine.errors import UserError, format_name, format_value
from africana_env.engine.plugins import load_plugin, plugins
from africana_env.engine.process_state import process_state_restored
from africana_env.engine.rng import stream_seeds
from africana_env.engine.user_code import import_function, working

ENTRY_POINTS = "africana_env.bots"
"""The group of packaging entry points by which other packages add kinds of bots: a name and a `BotKind`."""
AnyBot = str | Bot | Callable[..., Any]
"""A bot that is spelled, or made already, or a function as `FunctionBot` takes it."""
Opponents = AnyBot | Sequence[AnyBot]
"""One bot for all other seats, or one for each in turn order."""
FUNCTION_USAGE = "package.module:NAME"
MAKE_STREAM = 0x424F5453


def bot_kind(name: str) -> BotKind | None:
    """The kind of bots of this name, of ours or of an installed package; raises `UserError` if it does not work."""
    if name in KINDS:
        return KINDS[name]
    point = plugins(ENTRY_POINTS).get(name)
    return None if point is None else load_plugin(point, is_kind)


def is_kind(value: Any) -> bool:
    """Whether `value` is a kind of bots."""
    return isinstance(value, BotKind)


def usages(with_probabilities: bool = False) -> dict[str, str]:
    """How the kinds of bots are spelled, by name, all or those that give probabilities; without those of installed
    packages that do not work."""
    found = dict(KINDS)
    for name, point in plugins(ENTRY_POINTS).items():
        with suppress(UserError):
            found[name] = load_plugin(point, is_kind)
    return {name: kind.usage for name, kind in found.items() if kind.gives_probabilities or not with_probabilities}


def bot_names(game: Game) -> list[str]:
    """The bots of a game that need no argument, the strongest last."""
    return list(scripted_bots(game))


def strongest_bot(game: Game) -> str:
    """The strongest scripted bot of a game."""
    return bot_names(game)[-1]


def spellings(game: Game) -> list[str]:
    """How bots that play a game are spelled."""
    return [*bot_names(game), *usages().values(), FUNCTION_USAGE]


def spellings_with_probabilities(game: Game) -> list[str]:
    """How bots that play a game and give probabilities are spelled."""
    own = [name for name in bot_names(game) if issubclass(scripted_kind(game, name), GivesProbabilities)]
    return [*own, *usages(with_probabilities=True).values()]


def parse_spelling(spelling: str) -> tuple[str, str | None, dict[str, str]]:
    """Name, argument (None if there is no colon) and options of a spelling. An argument may contain commas, but no
    comma followed by something like `name=`. Raises `UserError` if an option is given twice."""
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
    """The bot of this spelling, or of a function, for batches of `num_games` games, its generators started from `seed`;
    a bot that is made already is returned as it is. Raises `UserError` if there is no such bot."""
    check_game(game)
    num_games, seed = check_int("num_games", num_games, 1, MAX_GAMES), check_seed(seed)
    if is_bot(bot):
        return bot
    if isinstance(bot, str):
        with process_state_restored():
            made = bot_spelled(bot, game, num_games)
    else:
        made = bot_of_function(bot, num_games)
    # Not the seeds of the games of a batch reset with the same seed: a bot must not draw what shuffled the cards.
    seeds = stream_seeds(np.uint64(seed ^ MAKE_STREAM), np.arange(num_games, dtype=np.uint64))
    with working(spelling_of(bot), "bot"):
        made.reset_rows(np.ones(num_games, np.bool_), seeds)
    return made


def bot_spelled(bot: str, game: Game, num_games: int) -> Bot:
    """The bot of this spelling, see `make_bot`, before its generators are started."""
    name, argument, options = parse_spelling(bot)
    if name in bot_names(game):
        if argument is not None or options:
            raise UserError(
                f"the bot {format_value(name)} takes neither an argument nor options, unlike {format_value(bot)}"
            )
        return scripted_bot(game, name, num_games)
    if (kind := bot_kind(name)) is not None:
        if not argument:
            raise UserError(f"the bot {format_value(bot)} lacks something: use {kind.usage}")
        return kind.make(game, num_games, argument, options)
    if argument and not options:
        found = import_function(bot, "bot")
        if isinstance(found, type):
            return bot_of_class(bot, found, game, num_games)
        return FunctionBot(bot, found, num_games, entities=wants_entities(found))
    raise unknown_bot(bot, game)


def make_opponents(opponents: Opponents, game: Game, *, num_players: int, num_games: int) -> list[Bot]:
    """The holders of all seats but one, in turn order after it; bots of one spelling or function are one object."""
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        opponents = [opponents] * (num_players - 1)
    opponents = list(opponents)
    if len(opponents) != num_players - 1:
        raise UserError(f"opponents must be one for all or {num_players - 1} in turn order, not {len(opponents)}")
    # Each look at a method gives another object, which equals the others.
    keys = [opponent if isinstance(opponent, str | MethodType) else id(opponent) for opponent in opponents]
    distinct = dict(zip(keys, opponents, strict=True))
    made = {key: make_bot(opponent, game, num_games) for key, opponent in distinct.items()}
    return [made[key] for key in keys]


def spelling_of(bots: Any) -> str:
    """The spelling of a bot or of several; of a bot object or a function its name, see `name_of`."""
    if isinstance(bots, str):
        return bots
    return ", ".join(map(spelling_of, bots)) if isinstance(bots, Sequence) else name_of(bots)


def listed(opponents: Any) -> Sequence[Any]:
    """Opponents as a list, also where one holds all seats."""
    return [opponents] if isinstance(opponents, str) or not isinstance(opponents, Sequence) else opponents


def bot_of_class(name: str, of_class: type, game: Game, num_games: int) -> Bot:
    """The bot of a class that is called `name`; raises `UserError` if it makes none of a game and a number of games."""
    whose = f"the bot {format_value(name)}: {format_name(of_class.__name__)}(game, num_games)"
    with working(name, "bot"):
        try:
            signature(of_class).bind(game, num_games)
        except TypeError as error:
            raise UserError(f"{whose} must make it, but {error}") from None
        made = of_class(game, num_games)
    if not is_bot(made):
        raise UserError(f"{whose} must make an object with act, reset_rows and reads_observations")
    return made


def bot_of_function(function: Any, num_games: int) -> FunctionBot:
    """The bot that a function makes; raises `UserError` if it is none."""
    if not callable(function) or isinstance(function, type):
        raise UserError(
            "a bot must be spelled as a text, or be a function or an object with act, reset_rows and "
            f"reads_observations, unlike {format_value(function)}"
        )
    return FunctionBot(name_of(function), function, num_games, entities=wants_entities(function))


def unknown_bot(spelling: str, game: Game) -> UserError:
    """The error for a spelling that stands for no bot."""
    if spelling == "greedy" and not game.has_resample:
        return UserError(f"the bot {spelling} looks ahead, which {game.name} cannot: its Game has no resample")
    near = get_close_matches(spelling, bot_names(game), n=1) or function_meant(spelling)
    if not near:
        of_paths = [f"{name}:{spelling}" for name, usage in usages().items() if usage.startswith(f"{name}:PATH")]
        near = [meant for meant in of_paths if os.path.isfile(spelling) or is_made(meant, game)]
    hint = f"did you mean {near[0]!r}? There are" if near else "use"
    return UserError(f"unknown bot {format_value(spelling)}: {hint} {', '.join(spellings(game))}")


def function_meant(spelling: str) -> list[str]:
    """How a function in a file of the working folder is spelled, where only the colon is missing."""
    module, _, function = spelling.rpartition(".")
    of_file = spelling.removesuffix(".py").replace(os.sep, "."), "FUNCTION"
    named = [one for one in (of_file, (module, function)) if os.path.isfile(one[0].replace(".", os.sep) + ".py")]
    return [":".join(one) for one in named]


def is_made(spelling: str, game: Game) -> bool:
    """Whether a bot has this spelling."""
    try:
        bot_spelled(spelling, game, 1)
    except Exception:  # a kind of another package may raise what it likes
        return False
    return True


def check_options(spelling: str, options: Mapping[str, str], known: Collection[str]) -> None:
    """Raise `UserError` if `options` has one that is not `known`."""
    for name in options:
        if name not in known:
            raise UserError(
                f"the bot {format_value(spelling)} has no option {format_value(name)}: use {', '.join(known)}"
            )


def make_search(game: Game, num_games: int, argument: str, options: Mapping[str, str]) -> Bot:
    """The bot `search:N` or `search:Nms`; an option `KIND=ARGUMENT` gives it the bot `KIND:ARGUMENT`, of a kind that an
    installed package adds, as its guide. Raises `UserError` for a wrong budget or guide."""
    check_options(f"search:{argument}", options, usages(with_probabilities=True))
    budget = parse_budget(argument)
    if len(options) > 1:
        raise UserError(f"the bot {format_value(f'search:{argument}')} has several guides: give it one")
    make_guide: Any = None
    for kind, value in options.items():
        make_guide = partial(make_bot, f"{kind}:{value}", game)
    return search_bot(game, num_games, budget, make_guide)


KINDS = {"search": BotKind(USAGE, make_search)}
"""The kinds of bots that come with the games, by name."""
