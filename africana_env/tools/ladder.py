"""The ladder: how the bots that come with the games stand, as Markdown that anyone can make again."""

import os
import shlex
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path

from africana_env import Game, __version__, game_names, load_game
from africana_env.arena.ratings.results import MIXED, Standings
from africana_env.arena.tournament.lineup import identities
from africana_env.arena.tournament.store import Store
from africana_env.arena.tournament.tournament import about_of, tournament
from africana_env.bots import bot_names
from africana_env.engine.batch import MAX_GAMES
from africana_env.engine.checks import check_int
from africana_env.engine.editions import load_edition
from africana_env.engine.errors import UserError, format_value
from africana_env.engine.files import atomic_write, check_target
from africana_env.tools.describe import table

SEARCHES = ("search:50", "search:200")
"""Rungs above the scripted bots; with two players the last one takes less than 20 ms a decision in every
game."""
PLAYERS = (2, 4)
"""Of those the numbers that a game has."""


def ladder(
    output: str | os.PathLike[str] | None = None,
    deals: int = 100,
    policies: Sequence[str] = (),
    folder: str | os.PathLike[str] = "runs/ladder",
) -> str:
    """Let all rungs of all games play each other, with two players and with four as the game allows, print where they
    stand and write it as Markdown. A pair of bots meets in `deals` deals with two players, and with four in a quarter
    of them: in as many games. `policies` are further rungs, `GAME=BOT`. It takes hours; finished deals are kept in
    `folder`, and the same call goes on. Raises `UserError` for a wrong argument."""
    deals = check_int("deals", deals, 2, MAX_GAMES)
    if output is not None:
        check_target(output)
    extra: dict[str, list[str]] = {name: [] for name in game_names()}
    for policy in policies:
        name, _, bot = policy.partition("=")
        if name not in extra or not bot:
            raise UserError(f"unknown rung {format_value(policy)}: use GAME=BOT, with {' or '.join(extra)}")
        extra[name].append(bot)
    command = ["africana", "ladder", "--deals", str(deals), *(["--policy", *policies] if policies else [])]
    parts = [
        "# The ladder",
        f"Made by `{shlex.join(command)}` with version {__version__}. Every deal is played from every seat; "
        "with two players every two bots meet, with four each sits alone against the other in all other seats, in a "
        "quarter of the deals and so in as many games, and all meet at mixed tables. Intervals are those of 95 %, over "
        "deals. Times are of the processor, all cores together. How this is computed: [Tournaments](tournaments.md). "
        "The editions are not the printed games.",
    ]
    found: dict[str, Standings] = {}
    rungs = {name: [*bot_names(load_game(name)), *SEARCHES, *extra[name]] for name in game_names()}
    for name, bots in rungs.items():
        game = load_game(name)
        edition = load_edition(game, "reconstructed")
        playing = identities(game, edition, bots)
        for players in played_by(game):  # what its folder refuses is told before hours are spent
            with closing(Store(kept_in(folder, name, players), game, about_of(edition, players))) as store:
                store.add_bots(playing)
    for name, bots in rungs.items():
        game = load_game(name)
        for players in played_by(game):
            kept = kept_in(folder, name, players)
            standings = tournament(game, bots, players, max(2, deals * 4 // players**2), folder=kept)
            found[f"{game.title}, {players} players"] = standings
    parts += ["## In short", short_table(found)]
    for title, standings in found.items():
        parts += [f"## {title}", ratings_table(standings), shares_table(standings)]
    parts += ["## Where next", "[Tournaments](tournaments.md) of bots of your own, or with them as further rungs."]
    text = "\n\n".join(parts) + "\n"
    if output is not None:
        atomic_write(output, text.encode())
    return text


def played_by(game: Game) -> list[int]:
    """The numbers of players with which the ladder plays a game."""
    return [players for players in PLAYERS if players in game.players]


def kept_in(folder: str | os.PathLike[str], name: str, players: int) -> Path:
    """Where the deals of a game with so many players are kept."""
    return Path(folder) / f"{name}-{players}p"


def short_table(found: Mapping[str, Standings]) -> str:
    """The ratings of all rungs of all games."""
    bots = {bot for standings in found.values() for bot in standings.ratings}
    ladders = [{bot: rated.rating for bot, rated in standings.ratings.items()} for standings in found.values()]
    order = sorted(bots, key=lambda bot: -max(ladder.get(bot, 0.0) for ladder in ladders))
    cells = [[f"{ladder[bot]:.0f}" if bot in ladder else "" for ladder in ladders] for bot in order]
    rows = [(f"`{bot}`", *row) for bot, row in zip(order, cells, strict=True)]
    return table(("rating", *found), rows)


def ratings_table(found: Standings) -> str:
    """The rungs, the highest first."""
    rows = []
    for bot, rated in found.ratings.items():
        rows.append((f"`{bot}`", f"{rated.rating:.0f}", found.interval_text(bot), found.milliseconds_text(bot)))
    return table(("bot", "rating", "interval", "ms a decision"), rows)


def shares_table(found: Standings) -> str:
    """Every pair, and mixed tables."""
    rows = []
    for pair in (*found.pairs, *found.mixed):
        low, high = pair.ci95
        against = pair.b if pair.b == MIXED else f"`{pair.b}`"
        rows.append((f"`{pair.a}`", against, f"{pair.share:.1%}", f"{low:.1%} to {high:.1%}"))
    return table(("bot", "against", "share of the win", "interval"), rows)
