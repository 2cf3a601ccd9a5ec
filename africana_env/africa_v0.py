"""Africa (Reiner Knizia 2001) for 2 to 5 players."""

from typing import Any

from africana_env.api.aec import BoardGameEnv, wrapped
from africana_env.engine.batch import Batch
from africana_env.games.africa import GAME


def env(**options: Any) -> Any:
    """The AEC environment with PettingZoo's checks of the order of calls; `options` as for `raw_env`."""
    return wrapped(raw_env(**options))


def raw_env(
    num_players: int = 4,
    edition: str = "reconstructed",
    reward: str = "outcome",
    max_rounds: int = 100,
    render_mode: str | None = None,
) -> BoardGameEnv:
    """The AEC environment."""
    return BoardGameEnv(GAME, num_players, edition, reward, max_rounds, render_mode)


def batch(num_games: int, num_players: int = 4, **options: Any) -> Batch:
    """`num_games` games stepped together; `options` as for `Batch`."""
    return Batch(GAME, num_games, num_players, **options)
