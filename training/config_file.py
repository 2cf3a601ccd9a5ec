"""Configs from YAML files, with options of the command line laid over them."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from pathlib import Path
from types import NoneType
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

import yaml

from africana_env import UserError
from training.config import TrainConfig

WORDS = {
    int: "a whole number",
    float: "a number",
    str: "a text",
    list[int]: "a list of whole numbers such as [128, 128]",
    list[str]: "a list of texts such as [random]",
}
"""What a value must be, by its type."""


class Setting(NamedTuple):
    """A value of a config."""

    kind: Any
    """Its type, one of `WORDS`."""
    optional: bool
    """Whether it may be null."""
    default: Any
    """`MISSING` if it must be said."""

    @property
    def meaning(self) -> str:
        """What the value must be."""
        return WORDS[self.kind] + (" or null" if self.optional else "")

    @property
    def help(self) -> str:
        """What the command line says of it."""
        return self.meaning + ("" if self.default is MISSING else f" (default {json.dumps(self.default)})")


def settings_of(group: Any = TrainConfig, prefix: str = "") -> Iterator[tuple[str, Setting]]:
    """All values of a config by name; those of a group have names such as `ppo.epochs`."""
    hints = get_type_hints(group)
    for field in fields(group):
        hint = hints[field.name]
        if is_dataclass(hint):
            yield from settings_of(hint, f"{prefix}{field.name}.")
        else:
            kinds = get_args(hint) if NoneType in get_args(hint) else (hint,)
            yield prefix + field.name, Setting(kinds[0], NoneType in kinds, default_of(field))


def default_of(field: Field) -> Any:
    """What a field holds if nothing is said."""
    return field.default if field.default_factory is MISSING else field.default_factory()


SETTINGS = dict(settings_of())


def read_config(path: str, options: Mapping[str, str]) -> TrainConfig:
    """The config in a YAML file, with `options`, texts by name, laid over it; raises `UserError` if the file cannot be
    read, or a value is missing, unknown or of another type."""
    values = dict(flattened(read_yaml(path))) | {name: from_option(name, text) for name, text in options.items()}
    for name in values:
        if name not in SETTINGS:
            raise UserError(f"there is no setting {name}: use {', '.join(settings_near(name))}")
    for name, setting in SETTINGS.items():
        if name not in values and setting.default is MISSING:
            raise UserError(f"{name} is missing: add it to {path}, or --{name} to the command")
    return config_of(TrainConfig, {name: checked(name, value) for name, value in values.items()})


def settings_near(name: str) -> list[str]:
    """The names of settings to choose from instead of one that there is not."""
    group = name.rpartition(".")[0]
    below = [other for other in SETTINGS if other.startswith(f"{name}.")]
    beside = [other for other in SETTINGS if other.rpartition(".")[0] == group]
    return below or beside or [other for other in SETTINGS if "." not in other]


def read_yaml(path: str) -> dict[Any, Any]:
    """The content of a YAML file of keys and values."""
    if not Path(path).is_file():
        raise UserError(f"there is no config {path}: name a YAML file")
    try:
        content = yaml.safe_load(Path(path).read_bytes().decode())
    except yaml.MarkedYAMLError as error:
        line = 1 if error.problem_mark is None else error.problem_mark.line + 1
        raise UserError(f"{path}:{line}: not YAML: {error.problem}") from None
    except (yaml.YAMLError, OSError, ValueError):
        content = None
    if not isinstance(content, dict):
        raise UserError(f"{path} is not a config: it must be a YAML file with lines such as `num_players: 2`")
    return content


def flattened(values: Mapping[Any, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """The values with those of groups under names such as `ppo.epochs`."""
    for name, value in values.items():
        if isinstance(value, dict):
            yield from flattened(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


def from_option(name: str, text: str) -> Any:
    """The value that an option of the command line stands for: YAML, or simply a text."""
    if SETTINGS[name].kind is str:
        return None if SETTINGS[name].optional and text == "null" else text
    try:
        return yaml.safe_load(text)
    except (yaml.YAMLError, ValueError):
        return text


def checked(name: str, value: Any) -> Any:
    """A value as the type of its setting; raises `UserError` if it is of another."""
    kind, optional, _ = SETTINGS[name]
    if value is None and optional:
        return None
    if kind is float and isinstance(value, (int, str)) and not isinstance(value, bool):
        try:
            return float(value)  # PyYAML takes 5e-4 for a text
        except (ValueError, OverflowError):
            pass
    elif fits(value, kind):
        return value
    raise UserError(f"{name} must be {SETTINGS[name].meaning}, not {value!r}")


def fits(value: Any, kind: Any) -> bool:
    """Whether a value is of a type; `True` is no number."""
    if get_origin(kind) is list:
        return isinstance(value, list) and all(fits(inner, *get_args(kind)) for inner in value)
    return type(value) is kind


def config_of(group: Any, values: Mapping[str, Any], prefix: str = "") -> Any:
    """The config, or group of it, with these values by name."""
    hints = get_type_hints(group)
    chosen = {}
    for field in fields(group):
        name = prefix + field.name
        if is_dataclass(hints[field.name]):
            chosen[field.name] = config_of(hints[field.name], values, f"{name}.")
        elif name in values:
            chosen[field.name] = values[name]
    return group(**chosen)
