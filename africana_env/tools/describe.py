"""The description of a game as Markdown, generated from the game itself: actions, observation, cards, sizes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from africana_env.bots.registry import FUNCTION_USAGE, bot_kinds, bot_names
from africana_env.engine.editions.edition_features import NONE, edition_features
from africana_env.engine.editions.editions import edition_names
from africana_env.engine.game.contract import REWARDS, Edition, Game
from africana_env.engine.game.edition_data import NOTES

ASSUMED = " *"
LEGEND = "An asterisk marks what is assumed; all else is documented, by the source that the entry names."


def description(game: Game, edition: Edition) -> str:
    """The whole description: specs, actions, observations and the edition's data."""
    parts = [
        f"# {game.title} (`{game.name}`)",
        "## Specs",
        specs_table(game),
        "## Bots",
        bots_table(game),
        "## Actions",
        "Ids are those of `step` and of the action mask; texts are the first ones and the last of a group, in the "
        "order of the ids; action features are the fields of the observation with an entry for each of its actions; "
        "entities are the kinds that they are about.",
        actions_table(game, edition),
        "## Observation",
        "Features are whole numbers from 0 to the maximum (`uint8` in a batch); "
        "environments divide them by the maximum (`float32`).",
        observation_table(game),
        *entity_parts(game),
        *edition_features_parts(game, edition),
        f"## Edition `{edition.name}`",
        *edition_parts(edition.data),
    ]
    return "\n\n".join(part for part in parts if part)


def markdown_table(headings: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """A Markdown table."""
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines)


def span(start: int, stop: int) -> str:
    """The whole numbers from `start` to before `stop`: `7` or `7-11`."""
    return str(start) if stop == start + 1 else f"{start}-{stop - 1}"


def bots_table(game: Game) -> str:
    """How bots are spelled, with the options of each."""
    rows = [(f"`{name}`", "", "") for name in bot_names(game)]
    for name, kind in bot_kinds().items():
        options = [(f"`{option.name}={option.value}`", option.about) for option in kind.options]
        for number, option in enumerate(options or [("", "")]):
            rows.append((f"`{name}:{kind.argument}`" if number == 0 else "", *option))
    rows.append((f"`{FUNCTION_USAGE}`", "", "your function or class"))
    return markdown_table(("bot", "option", "meaning"), rows)


def specs_table(game: Game) -> str:
    """The sizes of a game, and what can be chosen."""
    parts = [part.replace("_", " ") for part in game.score_parts]
    rows = [
        ("players", f"{', '.join(map(str, game.players))}; {game.default_players} by default"),
        ("rounds", f"cut off after {game.default_rounds} by default (`max_rounds`)"),
        ("actions", len(game.actions)),
        ("features", len(game.observation)),
        ("bytes of a state", game.state_dtype.itemsize),
        ("rewards", ", ".join(f"`{name}`" for name in REWARDS) + f"; `margin` counts {game.margin_scale} a point"),
        ("points", ", ".join(parts)),
        ("editions", ", ".join(f"`{name}`" for name in edition_names(game))),
    ]
    return markdown_table(("what", "value"), rows)


def actions_table(game: Game, edition: Edition) -> str:
    """The groups of actions with their ids, and the texts of the first ones and the last of each in an edition."""
    texts = list(game.action_texts(edition.data))
    rows = [
        (
            span(ids.start, ids.stop),
            f"`{group.name}`",
            group.size,
            group.meaning,
            first_and_last([texts[action] for action in ids]),
            ", ".join(f"`{name}`" for name in group.action_features),
            " x ".join(f"`{name}`" for name in group.things),
        )
        for group, ids in game.actions
    ]
    return markdown_table(("ids", "group", "size", "meaning", "texts", "action features", "things"), rows)


def first_and_last(texts: Sequence[str]) -> str:
    """Texts, but of many the first ones and the last."""
    return "; ".join(texts if len(texts) <= 3 else [*texts[:2], "...", texts[-1]])


def observation_table(game: Game) -> str:
    """The fields of the observation with their features."""
    rows = []
    for field, where in game.observation:
        shape = " x ".join(map(str, field.shape))
        rows.append((span(where.start, where.stop), f"`{field.name}`", shape, field.maximum, field.meaning))
    return markdown_table(("features", "field", "shape", "maximum", "meaning"), rows)


def entity_parts(game: Game) -> list[str]:
    """The entity observation: a table for each kind of entities."""
    if game.entities is None:
        return []
    parts = [
        "## Entity observation",
        f"The same in terms that hold for every edition: {len(game.entity_space)} whole numbers, a row of features for "
        "each entity, kind after kind. An entity whose features are all 0 is absent.",
    ]
    for kind, where in game.entity_space:
        rows = [(f"`{feature.name}`", feature.maximum, feature.meaning) for feature in kind.features]
        parts += [
            f"### `{kind.name}`: {kind.number} x {len(rows)}, {span(where.start, where.stop)}",
            f"{kind.meaning.capitalize()}.",
            markdown_table(("feature", "maximum", "meaning"), rows),
        ]
    return parts


def edition_features_parts(game: Game, edition: Edition) -> list[str]:
    """What `edition_features` gives of an edition: a table for each section, with its shape and columns."""
    tables = edition_features(game, edition)
    if not tables:
        return []
    rows = [
        (f"`{name}`", " x ".join(map(str, table.values.shape)), ", ".join(f"`{column}`" for column in table.columns))
        for name, table in tables.items()
    ]
    return [
        "## Edition features",
        "The edition as tables of numbers (`int16`, entries x columns), from `edition_features(game, edition)`. A word "
        f"that names an entry is its number in its section; {NONE} stands for no value.",
        markdown_table(("section", "shape", "columns"), rows),
    ]


def edition_parts(data: Mapping[str, Any]) -> list[str]:
    """What an edition says of itself, and a table for each of its sections."""
    about = str(data.get("edition", {}).get("about", ""))
    sections = {name: section for name, section in data.items() if name != "edition"}
    if not sections:
        return [about or "Its components are constants of the rules."]
    parts = [about, LEGEND]
    for name, section in sections.items():
        parts += [f"### {name.replace('_', ' ').capitalize()}", section_table(section)]
    return parts


def section_table(section: Any) -> str:
    """A section of an edition: a row for each of its entries, or for each of its words if it has none."""
    if isinstance(section, dict) and "status" not in section:
        return markdown_table(("name", "meaning"), [(name, shown(value)) for name, value in section.items()])
    entries = section if isinstance(section, list) else [section]
    fields = list(dict.fromkeys(field for entry in entries for field in entry if field not in NOTES))
    rows = []
    for number, entry in enumerate(entries, 1):
        rows.append([number, *(field_cell(entry, field) for field in fields), entry.get("source", "")])
    return markdown_table(("no.", *fields, "source"), rows)


def field_cell(entry: Mapping[str, Any], field: str) -> str:
    """A field of an entry, with its mark if it is assumed."""
    if field not in entry:
        return ""
    status = entry.get("status")
    word = status.get(field) if isinstance(status, dict) else status
    return shown(entry[field]) + (ASSUMED if word == "assumed" else "")


def shown(value: Any) -> str:
    """A value as one text."""
    if isinstance(value, dict):
        return ", ".join(f"{name} {inner}" for name, inner in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
