"""Afritoria (De Spelmakerij) for 2 to 4 players."""

from typing import Any

from pettingzoo import AECEnv

from africana_env.api.aec import BoardGameEnv, wrapped
from africana_env.api.parallel import ParallelBoardGameEnv
from africana_env.engine.batch import Batch
from africana_env.games.afritoria import GAME


def env(
    num_players: int | None = None,
    edition: str = "reconstructed",
    reward: str = "outcome",
    max_rounds: int | None = None,
    render_mode: str | None = None,
) -> AECEnv:
    """The AEC environment with PettingZoo's checks of the order of calls; see `BoardGameEnv` for the arguments."""
    return wrapped(raw_env(num_players, edition, reward, max_rounds, render_mode))


def raw_env(
    num_players: int | None = None,
    edition: str = "reconstructed",
    reward: str = "outcome",
    max_rounds: int | None = None,
    render_mode: str | None = None,
) -> BoardGameEnv:
    """The AEC environment; see `BoardGameEnv` for the arguments."""
    return BoardGameEnv(GAME, num_players, edition, reward, max_rounds, render_mode)


def parallel_env(
    num_players: int | None = None,
    edition: str = "reconstructed",
    reward: str = "outcome",
    max_rounds: int | None = None,
    render_mode: str | None = None,
) -> ParallelBoardGameEnv:
    """The parallel environment: players commit their cards at the same time. See `BoardGameEnv` for the
    arguments."""
    return ParallelBoardGameEnv(raw_env(num_players, edition, reward, max_rounds, render_mode))


def batch(num_games: int, num_players: int | None = None, **options: Any) -> Batch:
    """`num_games` games stepped together; see `Batch` for the other arguments."""
    return Batch(GAME, num_games, num_players, **options)
