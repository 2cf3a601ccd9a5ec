"""Descriptions of games as Markdown, generated from their code: actions, observations, editions and sizes."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from africana_env.bots.registry import FUNCTION_USAGE, bot_kinds, bot_names
from africana_env.engine.editions.edition_features import NONE, edition_features
from africana_env.engine.editions.editions import edition_names
from africana_env.engine.game.contract import REWARDS, Edition, Game
from africana_env.engine.game.edition_data import NOTES

ASSUMED = " *"
LEGEND = "An asterisk marks assumed values; all others are documented by the source of their entry."


def description(game: Game, edition: Edition) -> str:
    """Return the description of a game: specs, bots, actions, observations and the edition's data."""
    parts = [
        f"# {game.title} (`{game.name}`)",
        "## Specs",
        specs_table(game),
        "## Bots",
        bots_table(game),
        "## Actions",
        "Ids are for `step` and the action mask. Texts are the first ones and the last of a group. Action features are "
        "observation fields with one entry per action. Things are the kinds that an action names.",
        actions_table(game, edition),
        "## Observation",
        "Features are whole numbers from 0 to the maximum (`uint8` in a batch); "
        "environments divide them by the maximum (`float32`).",
        observation_table(game),
        *entity_parts(game),
        *fact_parts(game),
        *edition_features_parts(game, edition),
        *axes_parts(game),
        f"## Edition `{edition.name}`",
        *edition_parts(edition.data),
    ]
    return "\n\n".join(part for part in parts if part)


def markdown_table(headings: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    lines = (headings, *rows)
    head, *body = ("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |" for line in lines)
    return "\n".join([head, "|" + "---|" * len(headings), *body])


def span(start: int, stop: int) -> str:
    """Format the range from `start` to `stop - 1`: `7` or `7-11`."""
    return str(start) if stop == start + 1 else f"{start}-{stop - 1}"


def bots_table(game: Game) -> str:
    rows = [(f"`{name}`", "", "") for name in bot_names(game)]
    for name, kind in bot_kinds().items():
        options = [(f"`{option.name}={option.value}`", option.about) for option in kind.options]
        for number, option in enumerate(options or [("", "")]):
            rows.append((f"`{name}:{kind.argument}`" if number == 0 else "", *option))
    rows.append((f"`{FUNCTION_USAGE}`", "", "your function or class"))
    return markdown_table(("bot", "option", "meaning"), rows)


def specs_table(game: Game) -> str:
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
    """Join texts; of more than three only the first two and the last."""
    return "; ".join(texts if len(texts) <= 3 else [*texts[:2], "...", texts[-1]])


def observation_table(game: Game) -> str:
    rows = []
    for field, where in game.observation:
        shape = " x ".join(map(str, field.shape))
        rows.append((span(where.start, where.stop), f"`{field.name}`", shape, field.maximum, field.meaning))
    return markdown_table(("features", "field", "shape", "maximum", "meaning"), rows)


def entity_parts(game: Game) -> list[str]:
    """Return the section on the entity observation, with a table per kind."""
    if game.entities is None:
        return []
    space = game.entities.space
    parts = [
        "## Entity observation",
        f"The observation `entities`, in terms that hold for every edition: {len(space)} whole numbers, one row of "
        "features per entity, grouped by kind. An entity whose features are all 0 is absent.",
    ]
    for kind, where in space:
        rows = [(f"`{feature.name}`", feature.maximum, feature.meaning) for feature in kind.features]
        parts += [
            f"### `{kind.name}`: {kind.number} x {len(rows)}, {span(where.start, where.stop)}",
            f"{kind.meaning.capitalize()}.",
            markdown_table(("feature", "maximum", "meaning"), rows),
        ]
    return parts


def fact_parts(game: Game) -> list[str]:
    """Return the section on the fact observation, with a row per field."""
    if game.facts is None:
        return []
    kinds = ", ".join(f"{number} `{kind}`" for kind, number in game.facts.kinds.items())
    rows = [
        (
            span(where.start, where.stop),
            f"`{field.name}`",
            " x ".join(map(str, field.shape)),
            " x ".join(f"`{kind}`" if kind else "" for kind in field.of),
            field.refers and f"`{field.refers}`",
            field.maximum,
            field.meaning,
        )
        for field, where in game.facts
    ]
    return [
        "## Fact observation",
        f"The observation `facts`: what a seat may know and the edition itself, in {len(game.facts)} whole numbers. "
        f"Things: {kinds}. A field has a value for each thing, or for each pair of things, along its axes. A value "
        "that refers to a thing is 1 + its number, 0 for none.",
        markdown_table(("features", "field", "shape", "things", "refers to", "maximum", "meaning"), rows),
    ]


def edition_features_parts(game: Game, edition: Edition) -> list[str]:
    """Return the section on `edition_features`, with shape and columns of each table."""
    tables = edition_features(game, edition)
    if not tables:
        return []
    rows = [
        (f"`{name}`", " x ".join(map(str, table.values.shape)), ", ".join(f"`{column}`" for column in table.columns))
        for name, table in tables.items()
    ]
    return [
        "## Edition features",
        "The edition as tables of numbers (`int16`, entries x columns), from `edition_features(game, edition)`. "
        f"References to entries are their numbers in their section; {NONE} means no value.",
        markdown_table(("section", "shape", "columns"), rows),
    ]


def axes_parts(game: Game) -> list[str]:
    """Return the section on the axes of generated editions, with a row per level."""
    if game.editions is None or not game.editions.axes:
        return []
    rows = [
        (f"`{axis.name}={name}`", axis.about, "; ".join(number_text(*number) for number in level.items()))
        for axis in game.editions.axes
        for name, level in axis.levels.items()
    ]
    return [
        "## Axes of generated editions",
        "`generated:17,size=small,pay=flat` has a level on two axes. Where a number is drawn, its least and its most "
        "value stand side by side.",
        markdown_table(("level", "what it changes", "numbers"), rows),
    ]


def number_text(name: str, value: Any) -> str:
    """Return a number of a generator in words."""
    values = value if isinstance(value, tuple) else (value,)
    return f"{name.replace('_', ' ')} {', '.join(f'{one:.2g}' for one in values)}"


def edition_parts(data: Mapping[str, Any]) -> list[str]:
    """Return the edition's own text, and a table per section."""
    about = str(data.get("edition", {}).get("about", ""))
    sections = {name: section for name, section in data.items() if name != "edition"}
    if not sections:
        return [about or "Its components are constants of the rules."]
    parts = [about, LEGEND]
    for name, section in sections.items():
        parts += [f"### {name.replace('_', ' ').capitalize()}", section_table(section)]
    return parts


def section_table(section: Any) -> str:
    """Return the table of a section of an edition, with a row per entry or per name."""
    if isinstance(section, dict) and "status" not in section:
        return markdown_table(("name", "meaning"), [(name, value_text(value)) for name, value in section.items()])
    entries = section if isinstance(section, list) else [section]
    fields = list(dict.fromkeys(field for entry in entries for field in entry if field not in NOTES))
    rows = []
    for number, entry in enumerate(entries, 1):
        rows.append([number, *(field_cell(entry, field) for field in fields), entry.get("source", "")])
    return markdown_table(("no.", *fields, "source"), rows)


def field_cell(entry: Mapping[str, Any], field: str) -> str:
    """Return a field of an entry, marked if assumed."""
    if field not in entry:
        return ""
    status = entry.get("status")
    word = status.get(field) if isinstance(status, dict) else status
    return value_text(entry[field]) + (ASSUMED if word == "assumed" else "")


def value_text(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {inner}" for name, inner in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
