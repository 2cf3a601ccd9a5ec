"""Prompts for agents that read text. The templates are files in this folder."""

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from string import Template
from typing import Any

from africana_env.api.plain_text import entry_lines, plain_text
from africana_env.api.view import in_full
from africana_env.engine.editions.edition_features import NOT_READ
from africana_env.engine.game.contract import Edition, Game
from africana_env.engine.game.edition_data import NOTES, drawn_fields

PROMPT_VERSION = 3
"""Increases with every change of the prompts."""
HOW_TO_PLAY = "HOW_TO_PLAY.md"
"""The file in a game's folder with a summary of its rules."""
ABOUT_THE_FILE = "structure"
"""The section of an edition that counts the entries of others."""
DECIDED = "decided_since_your_last_decision"
"""The part of a view that an environment adds to the position."""


def system_prompt(game: Game, edition: Edition, num_players: int) -> str:
    """Return the first prompt: a summary of the rules, the components of the edition, and how to answer."""
    return template("system").substitute(
        title=game.title,
        number=num_players,
        how_to_play=how_to_play(game),
        components=components(game, edition),
    )


def turn_prompt(view: Mapping[str, Any]) -> str:
    """Return the prompt of a decision: a view of `seat_view` or `text.view` as text."""
    position = {name: view[name] for name in ("players", "you")} | view["position"]
    parts = [f"# The position\n\n{plain_text(position)}"]
    if DECIDED in view:
        decisions = [f"{one['by']}: {in_full(one['decision'], one)}" for one in view[DECIDED]]
        parts.append("# Decided since your last decision\n\n" + ("\n".join(decisions) or "nothing"))
    if not view["legal_actions"]:
        return template("waiting").substitute(position="\n\n".join(parts))
    actions = [f"- {in_full(json.dumps(one['action'], ensure_ascii=False), one)}" for one in view["legal_actions"]]
    return template("turn").substitute(position="\n\n".join(parts), actions="\n".join(actions))


@lru_cache(maxsize=8)
def template(name: str) -> Template:
    """Return a template of the package."""
    return Template(files(__name__).joinpath(f"{name}.txt").read_text(encoding="utf-8").rstrip())


@lru_cache(maxsize=32)
def how_to_play(game: Game) -> str:
    """Return the summary of a game's rules from its folder, or else the meanings of its actions."""
    file = game.folder / HOW_TO_PLAY
    if file.is_file():
        return file.read_text(encoding="utf-8").rstrip()
    return "\n".join(f"- {group.name.replace('_', ' ')}: {group.meaning}" for group, _ in game.actions)


@lru_cache(maxsize=32)
def components(game: Game, edition: Edition) -> str:
    """Return the data of an edition as tables, without notes."""
    left_out = {*NOTES, *drawn_fields({} if game.editions is None else game.editions.sections)}
    shown = []
    for name, section in edition.data.items():
        if name in (*NOT_READ, ABOUT_THE_FILE):
            continue
        entries = section if isinstance(section, list) else [section]
        plain = [{key: value for key, value in entry.items() if key not in left_out} for entry in entries]
        shown.append(f"{name.replace('_', ' ')}:\n{entry_lines(plain)}")
    return "\n\n".join(shown) or "They are those of the rules."
