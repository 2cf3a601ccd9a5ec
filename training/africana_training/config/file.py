"""Reads configs from YAML files, overridden by options of the command line."""

import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import yaml

from africana_env import UserError
from africana_env.engine.process.errors import escape, format_name
from africana_env.engine.process.files import read_file
from africana_training.config.check import describe_schema, schema_at, setting_name
from africana_training.config.settings import TrainConfig

PLACES = (Path(__file__).parents[1] / "configs", Path(__file__).parents[3] / "configs")
"""Folders of the shipped configs: in a wheel, and in the repository."""
MAX_BYTES = 1 << 16
"""Largest file; PyYAML needs some seconds for it."""
NOT_YAML = (yaml.YAMLError, ValueError, OverflowError, RecursionError)
"""Errors of PyYAML, also for huge numbers and deep nesting."""


NUMBERS = {
    "tag:yaml.org,2002:int": re.compile(r"[-+]?(0|[1-9][0-9_]*)$"),
    "tag:yaml.org,2002:float": re.compile(r"[-+]?([0-9][0-9_]*\.[0-9_]*|\.[0-9][0-9_]*)([eE][-+]?[0-9]+)?$"),
}
"""Notations of numbers by tag. For number settings, pydantic also reads others such as 1e6."""


def settings_of(values: Mapping[str, Any], *group: str) -> Iterator[tuple[str, Any]]:
    """Yield the settings in nested `values` by names such as `ppo.clip_coef`; `algorithm_settings` is one setting."""
    for name, value in values.items():
        if isinstance(value, dict) and name != "algorithm_settings":
            yield from settings_of(value, *group, name)
        else:
            yield setting_name([*group, name]), value


SETTINGS = {
    name: {**schema_at(name.split(".")), "default": value}
    for name, value in settings_of(asdict(TrainConfig(game="", run_folder="")))
}
"""Schemas of all settings by name, with defaults."""


def help_of(name: str) -> str:
    schema = SETTINGS[name]
    default = "" if schema["default"] == "" else f" (default {json.dumps(schema['default'])})"
    return f"{schema['description']} Takes {describe_schema(schema)}{default}."


def shipped_configs() -> dict[str, Path]:
    folder = next(place for place in PLACES if place.is_dir())
    return {path.stem: path for path in sorted(folder.glob("*.yaml"))}


def read_config(path: str, options: Mapping[str, Any]) -> dict[Any, Any]:
    """Return the values of a YAML file, or of a shipped config by name, overridden by `options`: values by name, or
    texts as in a shell. `check_config` makes a config of them. Raises `UserError` if the file cannot be read."""
    values = read_yaml(str(shipped_configs().get(path, path)))
    for name, value in options.items():
        group, _, last = name.rpartition(".")
        inner = values.setdefault(group, {}) if group else values
        if isinstance(inner, dict):  # `check_config` refuses any other value, and unknown names
            as_given = not isinstance(value, str) or SETTINGS.get(name, {}).get("type") == "string"
            inner[last] = value if as_given else from_option(value)
    return values


def from_option(text: str) -> Any:
    """Return the value of a command-line option: YAML, or else the text itself."""
    try:
        return yaml.load(text, ConfigLoader)
    except NOT_YAML:
        return text


class ConfigLoader(yaml.SafeLoader):
    """Loads plain values, lists and mappings. Refuses aliases, by which a short text can become a huge value, tags, and
    duplicate keys. Numbers are decimal: 9:30 is not 570, and 010 is not 8."""

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        event = self.peek_event()
        if event.anchor is not None or getattr(event, "tag", None) is not None:
            raise yaml.composer.ComposerError(None, None, "anchors, aliases and tags are not read", event.start_mark)
        return super().compose_node(parent, index)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys: set[str] = set()
        for key, _ in node.value:
            if isinstance(key, yaml.ScalarNode):  # other keys are refused later
                if key.value in keys:
                    raise yaml.constructor.ConstructorError(None, None, f"duplicate key {key.value}", key.start_mark)
                keys.add(key.value)
        return super().construct_mapping(node, deep)


ConfigLoader.yaml_implicit_resolvers = {
    first: [kind for kind in kinds if kind[0] not in NUMBERS]
    for first, kinds in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
for tag, pattern in NUMBERS.items():
    ConfigLoader.add_implicit_resolver(tag, pattern, list("-+.0123456789"))


def read_yaml(path: str) -> dict[Any, Any]:
    if not os.path.isfile(path):
        raise UserError(
            f"there is no config {format_name(path)}: name a YAML file, or use {', '.join(shipped_configs())}"
        )
    data = read_file("config", path, MAX_BYTES)
    try:
        content = yaml.load(data.decode(), ConfigLoader)
    except yaml.MarkedYAMLError as error:
        line = 1 if error.problem_mark is None else error.problem_mark.line + 1
        raise UserError(f"{format_name(path)}:{line}: not YAML: {escape(str(error.problem))}") from None
    except NOT_YAML:
        content = None
    if not isinstance(content, dict):
        raise UserError(
            f"{format_name(path)} is not a config: it must be a YAML file with lines such as `num_players: 2`"
        )
    return content
