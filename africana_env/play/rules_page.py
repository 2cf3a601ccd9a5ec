"""The rules of a game as a page: how to play, with a board, followed by the full rules."""

import re
import sys
from html import escape
from inspect import getdoc
from itertools import pairwise

from markdown_it import MarkdownIt

from africana_env.api.drawings import render_svg
from africana_env.api.prompts import HOW_TO_PLAY
from africana_env.engine.batch.batch import Batch
from africana_env.engine.game.contract import Edition, Game

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}: rules</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="../play.css">
</head>
<body>
<main class="rules">
{text}</main>
</body>
</html>
"""
SHORT = """<h1>How to play {title}</h1>
<div class="short">
<div>
{how}</div>
<div class="pictures">
<figure>{board}<figcaption>The start of a game, as the first player sees it. Edition {edition}</figcaption></figure>
<dl>{signs}</dl>
</div>
</div>
<details class="full">
<summary>Full rules, with rulings where the rulebook is unclear</summary>
{full}</details>
"""


def rules_page(game: Game, edition: Edition, num_players: int) -> str:
    """Return the page, with a board for `num_players`. Links to other files become plain text: they are not served."""
    short, path = game.folder / HOW_TO_PLAY, game.folder / "RULES.md"
    source = f"# {game.title}\n\n{getdoc(sys.modules[game.module]) or ''}"
    if path.exists():
        source = path.read_text(encoding="utf-8")
    text = as_html(source)
    if short.exists():
        signs = "".join(f"<dt>{sign}</dt><dd>{escape(words)}</dd>" for sign, words in game.presentation.legend(edition))
        text = SHORT.format(
            title=escape(game.title),
            how=as_html(short.read_text(encoding="utf-8")),
            board=first_board(game, edition, num_players),
            signs=signs,
            edition=escape(edition.name_and_note),
            full=text.replace("<h1", "<h2", 1).replace("</h1>", "</h2>", 1),
        )
    return PAGE.format(title=escape(game.title), text=text)


def first_board(game: Game, edition: Edition, num_players: int) -> str:
    """Return the board at the start of a game."""
    batch = Batch(game, 1, num_players, edition, observe=False)
    batch.reset_to(1)
    return render_svg(game, edition, batch.states[0], 0)


def as_html(source: str) -> str:
    """Return Markdown as HTML, with ids of headings for links within the page."""
    words = re.sub(r"\[([^]]+)\]\([^#)][^)]*\)", r"\1", source)
    tokens = (reader := MarkdownIt("commonmark", {"html": False}).enable("table")).parse(words)
    for token, content in pairwise(tokens):
        if token.type == "heading_open":
            token.attrSet("id", re.sub(r"[^\w -]", "", content.content.lower()).replace(" ", "-"))
    return reader.renderer.render(tokens, reader.options, {})
