"""The choices of the start page, and the check of its messages. Only bots and editions of this list are accepted: a
page must not make the server import modules or read files."""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from africana_env.api.registration import game_names, load_game
from africana_env.arena.ratings.results import read_results
from africana_env.bots.registry import about_bot, bot_names, is_usable, strongest_bot
from africana_env.drawing.text import capital
from africana_env.engine.editions.edition_sets import GENERATED
from africana_env.engine.editions.editions import DEFAULT_EDITION, STANDARD, edition_names, load_edition
from africana_env.engine.game.contract import Game
from africana_env.engine.process.errors import UserError

LADDERS = (Path(__file__).parents[1] / "ladder", Path(__file__).parents[2] / "docs" / "ladder")
"""The folder of the ladder's results in a wheel, and in the repository."""
KINDS = ("2p", "4p", f"{GENERATED}-2p")
"""The tournaments of the ladder: with two players, with more, and on other boards."""
DRAWN = re.compile(rf"{GENERATED}:(0|[1-9][0-9]{{0,8}})")
FIRST = "africana_v0"
"""The game on top of the list."""


@dataclass(frozen=True)
class Choice:
    """A game that a person chose to begin. The person has the first seat; `opponents` hold the others in turn order, as
    spellings of bots or None for another person."""

    game: Game
    opponents: Sequence[str | None]
    edition: str


@cache
def offered() -> list[dict[str, Any]]:
    """Return the choices of all games, for JSON."""
    found = []
    for name in sorted(game_names(), key=lambda name: name != FIRST):
        with suppress(UserError):  # a broken package
            found.append(offered_of(load_game(name)))
    return found


def offered_of(game: Game) -> dict[str, Any]:
    """Return a game's numbers of players, editions, and bots with ratings, the weakest first."""
    ratings = {kind: ladder_ratings(game, kind) for kind in KINDS}
    rated = sorted(ratings[KINDS[0]], key=lambda bot: ratings[KINDS[0]][bot])
    spelled = filter(is_usable, dict.fromkeys([*rated, *bot_names(game)]))
    editions = [load_edition(game, name) for name in edition_names(game)]
    return {
        "game": game.name,
        "title": game.title,
        "goal": game.presentation.first_game.goal,
        "editions": [
            {
                "name": edition.name,
                "about": edition.data["edition"].get("about", ""),
                "players": [*edition.player_counts(game)],
            }
            for edition in sorted(editions, key=lambda edition: edition.name != DEFAULT_EDITION)
        ],
        "is_drawn": game.editions is not None,
        "players": [*game.players],
        "default": strongest_bot(game),
        "bots": [
            {
                "bot": bot,
                "about": capital(about_bot(bot, game)),
                "ratings": {kind: round(found[bot]) for kind, found in ratings.items() if bot in found},
                "plays_all": bot in bot_names(game) or bot in ratings[KINDS[-1]],
            }
            for bot in spelled
        ],
    }


def ladder_ratings(game: Game, kind: str) -> dict[str, float]:
    """Return the ratings of bots in a tournament of the ladder; none for a game without one."""
    folder = next((folder for folder in LADDERS if folder.is_dir()), LADDERS[0])
    results = read_results(folder / f"{game.name}-{kind}")
    return {bot: rating.rating for bot, rating in results.ratings.items()} if results else {}


def read_choice(message: Any) -> Choice:
    """Return the choice in a message of a page; raises `UserError` if it is not offered."""
    refused = UserError("this cannot be chosen: reload the page")
    if not isinstance(message, dict) or set(message) != {"game", "opponents", "edition"}:
        raise refused
    offer = next((offer for offer in offered() if offer["game"] == message["game"]), None)
    if offer is None:
        raise refused
    edition, opponents = message["edition"], message["opponents"]
    editions = [one["name"] for one in offer["editions"]]
    is_drawn = isinstance(edition, str) and DRAWN.fullmatch(edition) is not None and offer["is_drawn"]
    bots = [one["bot"] for one in offer["bots"] if edition in (DEFAULT_EDITION, STANDARD) or one["plays_all"]]
    is_known = isinstance(opponents, list) and all(bot is None or bot in bots for bot in opponents)
    if not (edition in editions or is_drawn) or not is_known or 1 + len(opponents) not in offer["players"]:
        raise refused
    return Choice(load_game(offer["game"]), opponents, edition)
