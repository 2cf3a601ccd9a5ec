"""Write the pages of a game: fixed headings, filled from the code and from generated pages."""

import re
import sys
from base64 import b64encode
from collections.abc import Iterator, Mapping
from inspect import getdoc
from pathlib import Path
from xml.etree import ElementTree

import africana_env
from africana_env import Game, edition_names, load_edition
from africana_env.api.metadata import gymnasium_id, pettingzoo_id
from africana_env.api.prompts import how_to_play
from africana_env.drawing.svg import STYLE, element
from africana_env.tools.describe import (
    actions_table,
    edition_features_parts,
    edition_parts,
    entity_parts,
    fact_parts,
    markdown_table,
    observation_table,
    specs_table,
)

DOCS = Path(__file__).parent
SVG = "http://www.w3.org/2000/svg"
USED = re.compile(r'href="#([^"]+)"')
HEADINGS = [
    "Description",
    "Rules in short",
    "Board",
    "Observation",
    "Actions",
    "Rewards",
    "Editions",
    "Ladder",
    "Versions",
]
PARTS = {
    "": ("{}", ["Description", "Rules in short", "Board", "Rewards", "Ladder", "Versions"]),
    "-interface": ("{}: observation and actions", ["Observation", "Actions"]),
    "-components": ("{}: editions", ["Editions"]),
}
"""The pages of a game: the end of the address, the title and the headings."""
USE = """```python
from africana_env import {name}

env = {name}.env(num_players={players}, render_mode="ansi")  # PettingZoo's API
env.reset(seed=7)
print(env.render())
```"""
SAME_AS = """After `import africana_env` it is `{gymnasium}` in Gymnasium and `{pettingzoo}` in PettingZoo's registry.
The other functions of the module are in the [reference](../reference/modules.md).
[Observation and actions]({short}-interface.md) and [editions]({short}-components.md) have pages of their own."""
BOARD = """![The board of {title}](../pictures/{name}.svg)

A game in progress, as the player to move sees it. {about} [How it plays]({report}), measured."""
FEATURES = """Of shape `({features},)`: whole numbers from 0 to the maximum (`uint8` in a batch); environments divide
them by the maximum (`float32`). The observer's seat comes first, the others follow in turn order."""
LEGAL = """`Discrete({actions})`, with a mask of the legal actions. Ids are the same in `step` and in the mask; a group
shows its first texts and the last."""
VERSION = """`{name}` of version {version}. The same edition, seed and actions give the same game in every version of
the package that has the module ([promises](../versions.md))."""


def game_pages(game: Game) -> dict[str, str]:
    """Return the pages of a game as Markdown, by the end of their address."""
    found = dict(zip(HEADINGS, sections(game), strict=True))
    return {
        end: joined(f"# {title.format(game.title)}", *(f"## {heading}\n\n{found[heading]}" for heading in headings))
        for end, (title, headings) in PARTS.items()
    }


def sections(game: Game) -> Iterator[str]:
    """Yield the text below each heading."""
    edition, short = load_edition(game, "reconstructed"), game.name.rpartition("_")[0]
    about = (getdoc(sys.modules[game.module]) or "").partition(" `RULES.md`")[0]
    ids = SAME_AS.format(gymnasium=gymnasium_id(game.name), pettingzoo=pettingzoo_id(game.name), short=short)
    use = USE.format(name=game.name, players=game.default_players)
    yield joined(about, use, ids, specs_table(game))
    yield joined(how_to_play(game), f"[The rules in full]({short}-rules.md), with the source of every ruling.")
    yield joined(
        BOARD.format(
            title=game.title,
            name=game.name,
            about=edition.data["edition"]["about"],
            report=f"{short}-edition.md",
        ),
        legend_table(game),
    )
    others = lower([*entity_parts(game), *fact_parts(game)])
    yield joined(FEATURES.format(features=len(game.observation)), observation_table(game), *others)
    yield joined(LEGAL.format(actions=len(game.actions)), actions_table(game, edition))
    yield joined(
        part_of(DOCS / "quick-start.md", "Rewards"),
        f"`margin` counts {game.margin_scale} for a point. Points, by part: "
        + ", ".join(part.replace("_", " ") for part in game.score_parts)
        + ".",
    )
    features = lower(edition_features_parts(game, edition))
    components = lower([f"## The components of `{edition.name}`", *edition_parts(edition.data)[1:]])
    yield joined(editions_table(game), *components, *features)
    yield ladder(game)
    yield joined(VERSION.format(name=game.name, version=africana_env.__version__), changes(game))


def joined(*parts: str) -> str:
    """Join parts by empty lines."""
    return "\n\n".join(part.strip() for part in parts if part)


def lower(parts: list[str]) -> list[str]:
    """Lower headings by one level."""
    return [f"#{part}" if part.startswith("#") else part for part in parts]


def legend_table(game: Game) -> str:
    """Return the signs of the board with their meanings."""
    signs = game.presentation.legend(load_edition(game, "reconstructed"))
    drawn = definitions(DOCS / "pictures" / f"{game.name}.svg")
    return markdown_table(("sign", "meaning"), [(picture(sign, drawn), meaning) for sign, meaning in signs])


def definitions(board: Path) -> dict[str, str]:
    """Return the SVG definitions of a drawn board, by id."""
    ElementTree.register_namespace("", SVG)
    found = ElementTree.parse(board).iterfind(f".//{{{SVG}}}defs/*")
    return {each.get("id", ""): ElementTree.tostring(each, "unicode") for each in found}


def picture(sign: str, drawn: Mapping[str, str]) -> str:
    """Return a sign as an image with the board's ground, style sheet and definitions."""
    needed, found = "", USED.findall(sign)
    while found:
        needed += (definition := drawn[found.pop()])
        found += USED.findall(definition)
    ground = element("style", STYLE) + element("rect", width="100%", height="100%", class_="ground")
    svg = sign.replace(">", f">{ground}{element('defs', needed)}", 1)
    return f'<img class="sign" alt="" src="data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}">'


def editions_table(game: Game) -> str:
    """Return the editions of the game, and how to name others."""
    rows = []
    for name in edition_names(game):
        edition = load_edition(game, name)
        players = ", ".join(map(str, edition.player_counts(game)))
        rows.append((f"`{name}`", players, edition.data["edition"]["about"], f"`{edition.digest}`"))
    more = "[Generated editions](../generated-editions.md), `generated:17`, are drawn at random. Your own edition is "
    return joined(
        markdown_table(("edition", "players", "about", "digest"), rows),
        f"{more}[a file](../your-own-edition.md), `mine.toml`.",
    )


def part_of(page: Path, heading: str) -> str:
    """Return the text below a heading of a page, up to the next heading of its level."""
    found = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", page.read_text(), re.MULTILINE | re.DOTALL)
    if found is None:
        raise LookupError(f"{page} has no heading {heading!r}")
    return found[1].strip()


def ladder(game: Game) -> str:
    """Return the ratings of the bots: the first table below the game's heading in the ladder."""
    table = part_of(DOCS / "ladder.md", game.title).partition("\n\n")[0]
    return joined(
        "Ratings on Elo's scale, with 95 % intervals; `greedy` has 1000. Every pair: [the ladder](../ladder.md).", table
    )


def changes(game: Game) -> str:
    """Return the entries of the changelog that name the game."""
    text = (DOCS.parent / "CHANGELOG.md").read_text()
    parts = []
    for version in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        entries = re.split(r"^- ", version, flags=re.MULTILINE)[1:]
        named = [entry.strip() for entry in entries if re.search(rf"\b{re.escape(game.title)}\b", entry)]
        if named:
            parts += [f"**{version.partition(chr(10))[0]}**", "\n".join(f"- {entry}" for entry in named)]
    return joined(*parts)
