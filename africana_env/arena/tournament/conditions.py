"""The conditions of a tournament: game, edition, number of players, seed, time limit and rounds."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from africana_env.bots import Bot
from africana_env.engine.batch.batch import Batch
from africana_env.engine.batch.live_editions import load_whole
from africana_env.engine.editions.edition_sets import EditionSet
from africana_env.engine.editions.editions import EditionLike
from africana_env.engine.game.checks import check_int, check_players, check_seed, is_number
from africana_env.engine.game.contract import Edition, Game
from africana_env.engine.game.state import MAX_ROUNDS
from africana_env.engine.process.errors import UserError, format_value

MAX_TIME_LIMIT = 1e6
"""Seconds."""


@dataclass(frozen=True)
class Conditions:
    """The conditions of a tournament, the same for all its deals; `make_conditions` checks them."""

    game: Game
    edition: Edition | EditionSet
    """On the editions of a set, each deal is on one of them, which its seed chooses."""
    num_players: int
    seed: int
    time_limit: float | None
    """Seconds for each decision."""
    max_rounds: int | None
    """Games are cut off after so many rounds; None: the game's own limit."""

    def batch(self, num_games: int, bots: Iterable[Bot]) -> Batch:
        """A batch of games under these conditions, observed if one of `bots` reads that."""
        observe = any(bot.reads_observations for bot in bots)
        return Batch(self.game, num_games, self.num_players, self.edition, max_rounds=self.max_rounds, observe=observe)

    def to_json(self) -> dict[str, Any]:
        """The conditions but the game, as the files of a tournament have them; `max_rounds` where it is given."""
        return {
            "num_players": self.num_players,
            "edition": self.edition.name,
            "edition_digest": self.edition.digest,
            "seed": self.seed,
            "time_limit": self.time_limit,
            **({} if self.max_rounds is None else {"max_rounds": self.max_rounds}),
        }


def make_conditions(
    game: Game,
    num_players: int | None = None,
    edition: EditionLike = "reconstructed",
    *,
    seed: int = 1,
    time_limit: float | None = None,
    max_rounds: int | None = None,
) -> Conditions:
    """The conditions of a tournament. `num_players` and `max_rounds` are the game's defaults if None; `time_limit` is
    in seconds for each decision. Raises `UserError` for a wrong argument."""
    loaded = load_whole(game, edition)
    players = check_players(game, loaded, num_players)
    rounds = None if max_rounds is None else check_int("max_rounds", max_rounds, 1, MAX_ROUNDS)
    if time_limit is not None and not (is_number(time_limit) and 0 < time_limit <= MAX_TIME_LIMIT):
        at_most = f"a number of seconds above 0 and at most {MAX_TIME_LIMIT:,.0f}"
        raise UserError(f"time_limit must be {at_most}, not {format_value(time_limit)}")
    limit = None if time_limit is None else float(time_limit)
    return Conditions(game, loaded, players, check_seed(seed), limit, rounds)
