"""Checks of a config. Errors are one line, worded from its schema."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any

from pydantic import TypeAdapter, ValidationError

from africana_env import UserError, load_game, make_bot
from africana_env.engine.editions.editions import load_editions
from africana_env.engine.game.checks import check_players
from africana_env.engine.process.errors import format_name, format_value
from africana_training.algorithms.registry import load_algorithm
from africana_training.config.settings import TrainConfig

CONFIG = TypeAdapter(TrainConfig)
SCHEMA = CONFIG.json_schema()
UNKNOWN = ("unexpected_keyword_argument", "invalid_key")
"""Types of pydantic errors for settings that do not exist."""
WORDS = {"integer": "a whole number", "number": "a number", "string": "a text", "null": "null"}


def check_config(values: Mapping[Any, Any] | TrainConfig) -> TrainConfig:
    """Return a config from nested `values`, or a copy of a config, with `num_players` filled in. Raises `UserError` if
    a value is invalid, or does not fit the game or another value."""
    config = parse_config(values)
    if not config.run_folder:
        raise UserError("run_folder must name a folder, such as runs/mine")
    game = load_game(config.game)
    edition, players = load_editions(game, config.edition), config.num_players
    numbers = [check_players(game, edition, number) for number in (players if isinstance(players, list) else [players])]
    config.num_players = numbers if isinstance(players, list) else numbers[0]
    if config.rollout.num_games < len(numbers):
        raise UserError(f"rollout.num_games must be at least {len(numbers)}, a game for each of num_players {numbers}")
    load_algorithm(config.algorithm, config.algorithms, config.algorithm_settings)
    if config.algorithm == "dmc" and config.imitation.expert is not None:
        raise UserError("imitation.expert must be null with algorithm dmc, whose logits are differences in value")
    if config.rating.deals == 1:
        raise UserError("rating.deals must be 0 or at least 2: an interval needs two deals")
    with error_prefix("league.opponents"):
        for opponent in config.league.opponents:
            make_bot(opponent, game)
    with error_prefix("rating.references"):
        for reference in config.rating.references:
            make_bot(reference, game)
    with error_prefix("imitation.expert"):
        if config.imitation.expert is not None:
            make_bot(config.imitation.expert, game)
    return config


@contextmanager
def error_prefix(setting: str) -> Iterator[None]:
    """Begin the message of a `UserError` with the setting at fault."""
    try:
        yield
    except UserError as error:
        raise UserError(f"{setting}: {error}") from None


def parse_config(values: Mapping[Any, Any] | TrainConfig) -> TrainConfig:
    """Return a config from nested `values`, or a copy of a config. Raises `UserError` for a setting that is missing,
    unknown or out of bounds."""
    try:
        return CONFIG.validate_python(values)
    except ValidationError as error:
        faults = error.errors(include_url=False)
    unknown = [each for each in faults if each["type"] in UNKNOWN]
    if len(unknown) > 1:  # all at once, or each would take another attempt
        raise UserError("; ".join(dict.fromkeys(str(unknown_setting(without_kind(each["loc"]))) for each in unknown)))
    wrong = faults[0]
    place = without_kind(wrong["loc"])
    name = setting_name(place)
    if wrong["type"] == "missing":
        raise UserError(f"{name} is missing: add a line `{name}: ...` to the config, or --{name} ... to the command")
    if wrong["type"] in UNKNOWN:
        raise unknown_setting(place)
    value = wrong["input"]
    raise UserError(f"{name or 'the config'} must be {describe_schema(schema_at(place))}, not {format_value(value)}")


def unknown_setting(place: Sequence[int | str]) -> UserError:
    """Return the error for a setting that does not exist. It suggests settings with this name in other groups, similar
    ones in this group, or all in this group."""
    *group, unknown = map(str, place)
    there = schema_at(group)["properties"]
    moved = [
        f"{other}.{unknown}" for other in SCHEMA["properties"] if unknown in schema_at([other]).get("properties", ())
    ]
    near = moved or [setting_name([*group, other]) for other in get_close_matches(unknown, there) or there]
    return UserError(f"there is no setting {format_name(setting_name([*group, unknown]))}: use {', '.join(near)}")


def without_kind(place: Sequence[int | str]) -> list[int | str]:
    """Return a place in the config without the parts that pydantic adds for unions."""
    known: list[int | str] = []
    for part in place:
        if known and "anyOf" in schema_at(known):
            break
        known.append(part)
    return known


def setting_name(place: Sequence[int | str]) -> str:
    """Return the name of a setting in messages: `ppo.clip_coef`, `layers[1]`."""
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in place).removeprefix(".")


def schema_at(place: Sequence[int | str]) -> dict[str, Any]:
    """Return the JSON schema of a setting."""
    schema = SCHEMA
    for part in place:
        if "properties" not in schema and "items" not in schema:  # any names
            return schema
        schema = schema["items"] if isinstance(part, int) else schema["properties"][part]
        if "$ref" in schema:
            schema = SCHEMA["$defs"][schema["$ref"].rpartition("/")[2]]
    return schema


def describe_schema(schema: dict[str, Any]) -> str:
    """Describe the values that a schema allows."""
    match schema:
        case {"anyOf": kinds}:
            *others, last = map(describe_schema, sorted(kinds, key=lambda kind: kind.get("type") == "array"))
            return f"{', '.join(others)} or {last}"
        case {"enum": choices}:
            return " or ".join(choices)
        case {"properties": settings}:
            return f"a group of {', '.join(settings)}"
        case {"type": "object"}:
            return "settings by name {NAME: VALUE}"
        case {"items": items, "minItems": least, "maxItems": most}:
            return f"a list [...] of {least} to {most} values, each {describe_schema(items)}"
        case {"items": items}:
            return f"a list [...] of values, each {describe_schema(items)}"
        case {"type": kind, "minimum": least, "maximum": most}:
            return f"{WORDS[kind]} from {least} to {most}"
        case {"type": kind, "minimum": least}:
            return f"{WORDS[kind]} of at least {least}"
        case {"type": kind, "exclusiveMinimum": least, "maximum": most}:
            return f"{WORDS[kind]} greater than {least} and at most {most}"
        case {"type": kind, "exclusiveMinimum": least}:
            return f"{WORDS[kind]} greater than {least}"
    return WORDS[schema["type"]]
