"""Configs from YAML files, with options of the command line laid over them."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import yaml

from africana_env import UserError
from africana_env.engine.files import shown
from training.config import TrainConfig
from training.config_check import config_of, name_of, schema_at, words_of


def settings_of(values: Mapping[str, Any], *group: str) -> Iterator[tuple[str, Any]]:
    """The settings in nested `values`, by names such as `ppo.epochs`."""
    for name, value in values.items():
        if isinstance(value, dict):
            yield from settings_of(value, *group, name)
        else:
            yield name_of([*group, name]), value


SETTINGS = {
    name: {**schema_at(name.split(".")), "default": value}
    for name, value in settings_of(asdict(TrainConfig(game="", run_folder="")))
}
"""The schemas of all settings by name, with their defaults."""


def help_of(name: str) -> str:
    """What the command line says of a setting."""
    schema = SETTINGS[name]
    default = "" if schema["default"] == "" else f" (default {json.dumps(schema['default'])})"
    return f"{schema['description']} Takes {words_of(schema)}{default}."


def read_config(path: str, options: Mapping[str, str]) -> TrainConfig:
    """The config in a YAML file, with `options`, texts by name, laid over it; raises `UserError` if the file cannot be
    read, or a value is missing, unknown or out of bounds."""
    values = read_yaml(path)
    for name, text in options.items():
        group, _, last = name.rpartition(".")
        inner = values.setdefault(group, {}) if group else values
        if isinstance(inner, dict):  # what else the file may say is refused below
            inner[last] = text if SETTINGS[name].get("type") == "string" else from_option(text)
    return config_of(values)


def from_option(text: str) -> Any:
    """The value that an option of the command line stands for: YAML, or simply a text."""
    try:
        return yaml.safe_load(text)
    except (yaml.YAMLError, ValueError):
        return text


class UniqueKeyLoader(yaml.SafeLoader):
    """Refuses a key that stands twice, of which PyYAML would take the last."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys: set[str] = set()
        for key, _ in node.value:
            if key.value in keys:
                raise yaml.constructor.ConstructorError(None, None, f"{key.value} stands twice", key.start_mark)
            keys.add(str(key.value))
        return super().construct_mapping(node, deep)


def read_yaml(path: str) -> dict[Any, Any]:
    """The content of a YAML file of keys and values."""
    if not Path(path).is_file():
        raise UserError(f"there is no config {shown(path)}: name a YAML file")
    try:
        content = yaml.load(Path(path).read_bytes().decode(), UniqueKeyLoader)
    except yaml.MarkedYAMLError as error:
        line = 1 if error.problem_mark is None else error.problem_mark.line + 1
        raise UserError(f"{shown(path)}:{line}: not YAML: {error.problem}") from None
    except (yaml.YAMLError, OSError, ValueError):
        content = None
    if not isinstance(content, dict):
        raise UserError(f"{shown(path)} is not a config: it must be a YAML file with lines such as `num_players: 2`")
    return content
