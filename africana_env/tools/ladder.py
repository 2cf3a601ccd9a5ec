"""The ladder: ratings of the bots that come with the games, as Markdown that anyone can make again."""

import os
import shlex
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

from africana_env import Game, __version__, load_game
from africana_env.api.registration import own_names
from africana_env.arena.matches.deals import OnProgress, no_progress
from africana_env.arena.ratings.results import MIXED, Results, compute_results
from africana_env.arena.tournament.conditions import Conditions, make_conditions
from africana_env.arena.tournament.lineup import edition_difference, identities
from africana_env.arena.tournament.store import Store
from africana_env.arena.tournament.tournament import tournament
from africana_env.bots import EditionBound, bot_names, make_bot
from africana_env.bots.registry import parse_spelling
from africana_env.engine.batch import MAX_GAMES
from africana_env.engine.checks import check_int
from africana_env.engine.edition_sets import GENERATED, held_out_set
from africana_env.engine.editions import DEFAULT_EDITION
from africana_env.tools.describe import markdown_table

SEARCH, POLICY = "search", "policy"
SEARCHES = (f"{SEARCH}:50", f"{SEARCH}:200")
"""Rungs above the scripted bots; with two players the last one takes less than 20 ms a decision in every
game."""
QUICK_DEALS = 10
"""How many times as many deals scripted bots and policies play among themselves: they take next to no time."""
TOURNAMENTS = (("", 2), ("", 4), (GENERATED, 2))
"""Whether on generated editions, and the number of players; tournaments with more than a game has are left out."""


@dataclass(frozen=True)
class Ladder:
    """The results of the tournaments of all games."""

    results: dict[str, Results]
    """By the title of the tournament."""
    command: str
    """The command that makes the ladder."""

    def to_markdown(self) -> str:
        """The page of the ladder."""
        parts = [
            "# The ladder",
            f"Made by `{self.command}` with version {__version__}. "
            "Every deal is played from every seat. With two players every two bots play each other. With four "
            "each plays alone against the other in all other seats, in a quarter of the deals, which are as many "
            f"games, and all play in mixed line-ups. Scripted bots and policies play {QUICK_DEALS} times as many "
            "deals among themselves. Intervals are 95 % intervals over deals. Times are processor "
            "times of all cores together. How this is computed: [Tournaments](tournaments.md#how-it-is-computed). "
            f"*Generated* are 100 editions drawn at random, `{held_out_set()}`: each deal is on one of them, and "
            "agents that learned from one edition alone do not take part. No edition is the printed game.",
            "## In short",
            short_table(self.results),
        ]
        for title, results in self.results.items():
            parts += [f"## {title}", ratings_table(results), shares_table(results)]
        parts += ["## Where next", "[Tournaments](tournaments.md) of bots of your own, or with them as further rungs."]
        return "\n\n".join(parts) + "\n"


def ladder(
    deals: int = 100,
    bots: Sequence[str] = (),
    folder: str | os.PathLike[str] = "runs/ladder",
    progress: OnProgress = no_progress,
) -> Ladder:
    """Let all rungs of all games play each other, with two players and with four as the game allows, and with two on
    generated editions. A pair of bots meets in `deals` deals with two players, and with four in a quarter of them: in
    as many games; scripted bots and policies meet in `QUICK_DEALS` times as many. `bots` are further rungs of every
    game; those bound to one edition are left out on generated ones. It takes hours; finished deals are kept in
    `folder`, and the same call goes on. `progress` is called with numbers of deals of each tournament. Raises
    `UserError` for a wrong argument."""
    deals = check_int("deals", deals, 2, MAX_GAMES // QUICK_DEALS)
    tournaments = [
        (kind, conditions, [bot for bot in rungs(game, bots) if kind != GENERATED or plays_all(conditions, bot)])
        for game in map(load_game, own_names())
        for kind, conditions in tournaments_of(game)
    ]
    known = [identities(conditions.game, conditions.edition, playing) for _, conditions, playing in tournaments]
    for (kind, conditions, _), named in zip(tournaments, known, strict=True):
        # What its folder refuses is reported before hours are spent.
        with closing(Store(kept_in(folder, kind, conditions), conditions.game, conditions.to_json())) as store:
            store.add_bots(named)
    found: dict[str, Results] = {}
    for kind, conditions, playing in tournaments:
        players = conditions.num_players
        kept, number = kept_in(folder, kind, conditions), max(2, deals * 4 // players**2)
        quick = [bot for bot in playing if parse_spelling(bot)[0] in (*bot_names(conditions.game), POLICY)]
        many = tournament(conditions, quick, number * QUICK_DEALS, kept, progress=progress)
        every = tournament(conditions, playing, number, kept, progress=progress)
        played = {result.deal: result for result in (*many.deals, *every.deals)}
        title = ", ".join(filter(None, (conditions.game.title, kind, f"{players} players")))
        results = compute_results(playing, players, list(played.values()), every.results.spent)
        # Quick bots among themselves are other mixed line-ups than those of all.
        found[title] = replace(results, mixed=every.results.mixed)
    command = ["africana", "ladder", "--deals", str(deals), *(["--bots", *bots] if bots else [])]
    return Ladder(found, shlex.join(command))


def rungs(game: Game, further: Sequence[str]) -> list[str]:
    """The bots of a game's ladder."""
    return list(dict.fromkeys([*bot_names(game), *SEARCHES, *further]))


def kept_in(folder: str | os.PathLike[str], kind: str, conditions: Conditions) -> Path:
    """The folder of the deals of one tournament."""
    return Path(folder) / "-".join(filter(None, (conditions.game.name, kind, f"{conditions.num_players}p")))


def tournaments_of(game: Game) -> list[tuple[str, Conditions]]:
    """The kinds and the conditions of a game's tournaments."""
    return [
        (kind, make_conditions(game, players, held_out_set() if kind == GENERATED else DEFAULT_EDITION))
        for kind, players in TOURNAMENTS
        if players in game.players
    ]


def plays_all(conditions: Conditions, spelled: str) -> bool:
    """Whether a bot plays every edition of a tournament."""
    bot = make_bot(spelled, conditions.game)
    return not isinstance(bot, EditionBound) or edition_difference(bot, conditions.edition) is None


def short_table(found: Mapping[str, Results]) -> str:
    """The ratings of all rungs of all games."""
    bots = {bot for results in found.values() for bot in results.ratings}
    ladders = [{bot: rated.rating for bot, rated in results.ratings.items()} for results in found.values()]
    order = sorted(bots, key=lambda bot: -max(ladder.get(bot, 0.0) for ladder in ladders))
    cells = [[f"{ladder[bot]:.0f}" if bot in ladder else "" for ladder in ladders] for bot in order]
    rows = [(f"`{bot}`", *row) for bot, row in zip(order, cells, strict=True)]
    return markdown_table(("rating", *found), rows)


def ratings_table(found: Results) -> str:
    """The rungs, the highest first."""
    rows = []
    for bot, rated in found.ratings.items():
        rows.append((f"`{bot}`", f"{rated.rating:.0f}", found.interval_text(bot), found.milliseconds_text(bot)))
    return markdown_table(("bot", "rating", "interval", "ms a decision"), rows)


def shares_table(found: Results) -> str:
    """The share of the win in every pair, and in mixed line-ups."""
    rows = []
    for pair in (*found.pairs, *found.mixed):
        low, high = pair.ci95
        against = pair.b if pair.b == MIXED else f"`{pair.b}`"
        rows.append((f"`{pair.a}`", against, f"{pair.share:.1%}", f"{low:.1%} to {high:.1%}"))
    return markdown_table(("bot", "against", "share of the win", "interval"), rows)
