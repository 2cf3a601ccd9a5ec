"""The conditions of a tournament: game, edition, number of players, seed and time limit."""

from dataclasses import dataclass
from typing import Any

from africana_env.engine.checks import check_players, check_seed, is_number
from africana_env.engine.contract import Edition, Game
from africana_env.engine.edition_sets import EditionSet
from africana_env.engine.editions import EditionLike
from africana_env.engine.errors import UserError, format_value
from africana_env.engine.live_editions import load_whole

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

    def to_json(self) -> dict[str, Any]:
        """The conditions but the game, as the files of a tournament have them."""
        return {
            "num_players": self.num_players,
            "edition": self.edition.name,
            "edition_digest": self.edition.digest,
            "seed": self.seed,
            "time_limit": self.time_limit,
        }


def make_conditions(
    game: Game,
    num_players: int | None = None,
    edition: EditionLike = "reconstructed",
    *,
    seed: int = 1,
    time_limit: float | None = None,
) -> Conditions:
    """The conditions of a tournament. `num_players` is the game's default if None; `time_limit` is in seconds for each
    decision. Raises `UserError` for a wrong argument."""
    loaded = load_whole(game, edition)
    players = check_players(game, loaded, num_players)
    return Conditions(game, loaded, players, check_seed(seed), check_time_limit(time_limit))


def check_time_limit(seconds: Any) -> float | None:
    """`seconds` as a float or None; raises `UserError` if it is not a valid time limit."""
    if seconds is None:
        return None
    if not is_number(seconds) or not 0 < seconds <= MAX_TIME_LIMIT:
        raise UserError(
            f"time_limit must be a number of seconds above 0 and at most {MAX_TIME_LIMIT:,.0f}, "
            f"not {format_value(seconds)}"
        )
    return float(seconds)
