"""The rules of a game as a page: in short and then in full, or else the docstring of its module."""

import re
import sys
from html import escape
from inspect import getdoc
from itertools import pairwise

from markdown_it import MarkdownIt

from africana_env.api.prompts import HOW_TO_PLAY
from africana_env.engine.contract import Game

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}: rules</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/play.css">
</head>
<body>
<article class="rules">
{text}</article>
</body>
</html>
"""


def rules_page(game: Game) -> str:
    """The page. Of its links those within it stay; the others lead to files that are not served, and are words here."""
    short, path = game.folder / HOW_TO_PLAY, game.folder / "RULES.md"
    source = path.read_text() if path.exists() else f"# {game.title}\n\n{getdoc(sys.modules[game.module]) or ''}"
    if short.exists():
        in_full = source.replace(f"# {game.title}\n", "## The rules in full\n", 1)
        source = f"# How to play {game.title}\n\n{short.read_text()}\n{in_full}"
    words = re.sub(r"\[([^]]+)\]\([^#)][^)]*\)", r"\1", source)
    tokens = (reader := MarkdownIt("commonmark", {"html": False}).enable("table")).parse(words)
    for token, content in pairwise(tokens):
        if token.type == "heading_open":
            token.attrSet("id", re.sub(r"[^\w -]", "", content.content.lower()).replace(" ", "-"))
    return PAGE.format(title=escape(game.title), text=reader.renderer.render(tokens, reader.options, {}))
