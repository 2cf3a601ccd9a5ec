"""Whether a config can be run; what is wrong is told in one line, in words made from its schema."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from difflib import get_close_matches
from typing import Any

from pydantic import TypeAdapter, ValidationError

from africana_env import UserError, load_edition, load_game, make_bot
from africana_env.engine.checks import check_players
from africana_env.engine.errors import format_name, format_value
from training.config.settings import TrainConfig

CONFIG = TypeAdapter(TrainConfig)
SCHEMA = CONFIG.json_schema()
WORDS = {"integer": "a whole number", "number": "a number", "string": "a text", "null": "null"}


def check_config(config: TrainConfig) -> TrainConfig:
    """The config with every value of its type and the number of players filled in; raises `UserError` for a value that
    makes no sense."""
    config = config_of(asdict(config))
    game = load_game(config.game)
    edition, players = load_edition(game, config.edition), config.num_players
    numbers = [check_players(game, edition, number) for number in (players if isinstance(players, list) else [players])]
    config.num_players = numbers if isinstance(players, list) else numbers[0]
    if config.ppo.num_games < len(numbers):
        raise UserError(f"ppo.num_games must be at least {len(numbers)}, a game for each of num_players {numbers}")
    if config.algorithm == "dmc" and config.imitation.teacher is not None:
        raise UserError("imitation.teacher must be null with algorithm dmc, whose logits say what actions are worth")
    if config.rating.deals == 1:
        raise UserError("rating.deals must be 0 or at least 2: one deal does not tell how sure a rating is")
    with told_of("league.opponents"):
        for opponent in config.league.opponents:
            make_bot(opponent, game)
    with told_of("rating.references"):
        for reference in config.rating.references:
            make_bot(reference, game)
    with told_of("imitation.teacher"):
        if config.imitation.teacher is not None:
            make_bot(config.imitation.teacher, game)
    return config


@contextmanager
def told_of(setting: str) -> Iterator[None]:
    """Begin the message of a `UserError` with the setting that it is about."""
    try:
        yield
    except UserError as error:
        raise UserError(f"{setting}: {error}") from None


def config_of(values: Mapping[Any, Any]) -> TrainConfig:
    """The config that nested `values` describe; raises `UserError` for what is missing, unknown or out of bounds."""
    try:
        return CONFIG.validate_python(values)
    except ValidationError as error:
        wrong = error.errors(include_url=False)[0]
    place = without_kind(wrong["loc"])
    name = name_of(place)
    if wrong["type"] == "missing":
        raise UserError(f"{name} is missing: add a line `{name}: ...` to the config, or --{name} ... to the command")
    if wrong["type"] in ("unexpected_keyword_argument", "invalid_key"):
        *group, unknown = map(str, place)
        there = schema_at(group)["properties"]
        near = [name_of([*group, other]) for other in get_close_matches(unknown, there) or there]
        raise UserError(f"there is no setting {format_name(name_of([*group, unknown]))}: use {', '.join(near)}")
    value = wrong["input"]
    raise UserError(f"{name or 'the config'} must be {words_of(schema_at(place))}, not {format_value(value)}")


def without_kind(place: Sequence[int | str]) -> list[int | str]:
    """A place in the config without what pydantic adds to it where a value may be of several kinds."""
    known: list[int | str] = []
    for part in place:
        if known and "anyOf" in schema_at(known):
            break
        known.append(part)
    return known


def name_of(place: Sequence[int | str]) -> str:
    """How messages call a value: `ppo.epochs`, `layers[1]`."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place).removeprefix(".")


def schema_at(place: Sequence[int | str]) -> dict[str, Any]:
    """The JSON schema of the value in a place of the config."""
    schema = SCHEMA
    for part in place:
        schema = schema["items"] if isinstance(part, int) else schema["properties"][part]
        if "$ref" in schema:
            schema = SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]]
    return schema


def words_of(schema: dict[str, Any]) -> str:
    """What a value must be."""
    match schema:
        case {"anyOf": kinds}:
            *others, last = map(words_of, sorted(kinds, key=lambda kind: kind.get("type") == "array"))
            return f"{', '.join(others)} or {last}"
        case {"enum": choices}:
            return " or ".join(choices)
        case {"properties": settings}:
            return f"a group of {', '.join(settings)}"
        case {"items": items, "minItems": least, "maxItems": most}:
            return f"a list [...] of {least} to {most} values, each {words_of(items)}"
        case {"items": items}:
            return f"a list [...] of values, each {words_of(items)}"
        case {"type": kind, "minimum": least, "maximum": most}:
            return f"{WORDS[kind]} from {least} to {most}"
        case {"type": kind, "minimum": least}:
            return f"{WORDS[kind]} of at least {least}"
        case {"type": kind, "exclusiveMinimum": least, "maximum": most}:
            return f"{WORDS[kind]} greater than {least} and at most {most}"
        case {"type": kind, "exclusiveMinimum": least}:
            return f"{WORDS[kind]} greater than {least}"
    return WORDS[schema["type"]]
