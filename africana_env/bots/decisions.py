"""What bots see when they decide in a batch, and checks of their actions."""

from collections.abc import Iterator

import numpy as np

from africana_env.engine.batch.batch import NOBODY_TO_MOVE, Batch
from africana_env.engine.game.contract import Game, ObservationName
from africana_env.engine.process.errors import UserError

NO_ACTION = -1
"""The action in rows where a bot wrote none."""


def row_parts(rows: np.ndarray, most: int) -> Iterator[np.ndarray]:
    """Split the rows marked in `rows` (`bool`) into masks of at most `most` rows each, in order."""
    marked = np.flatnonzero(rows)
    for start in range(0, len(marked), most):
        some = np.zeros_like(rows)
        some[marked[start : start + most]] = True
        yield some


def are_legal(masks: np.ndarray, actions: np.ndarray) -> np.ndarray:
    """Return which actions (whole numbers, shape `(games,)`) have a 1 in `masks` (shape `(games, actions)`), `bool`."""
    inside = (actions >= 0) & (actions < masks.shape[1])
    return inside & (masks[np.arange(len(masks)), np.where(inside, actions, 0)] == 1)


def illegal_rows(batch: Batch, rows: np.ndarray, actions: np.ndarray) -> list[int]:
    """Return the rows marked in `rows` (`bool`) where `actions` has no legal action."""
    return np.flatnonzero(rows)[~are_legal(batch.action_mask[rows], actions[rows])].tolist()


def check_fits(bot: str, num_games: int, batch: Batch, game: Game | None = None) -> None:
    """Raise `UserError` if a bot made for batches of `num_games` games (of `game`) cannot play in `batch`."""
    if game is not None and game.name != batch.game.name:
        raise UserError(f"{bot} plays {game.name}, not {batch.game.name}")
    if num_games != batch.num_games:
        raise wrong_batch_size(bot, num_games, batch.num_games)


def shown_to(bot: str, batch: Batch, rows: np.ndarray, observation: ObservationName = "features") -> np.ndarray:
    """Return a bot's observations of the games marked in `rows` (`bool`, shape `(num_games,)`), whatever the batch
    shows: `uint8` of shape `(marked games, features)`.

    Raises `UserError` if no player is to move in one of them, or if the batch has no features.
    """
    shows_nothing = batch.observation.shape[1] == 0
    if observation == "features" and shows_nothing:
        raise UserError(f"{bot} reads observations: make the batch with observe=True")
    if not (batch.states["num_players"][rows].all() and batch.running[rows].all()):
        raise UserError(NOBODY_TO_MOVE)
    if observation == batch.shows and not shows_nothing:
        return batch.observation[rows]
    out = np.zeros((batch.num_games, len(batch.game.space_of(observation))), np.uint8)
    batch.observe_as(observation, batch.current_player, out, rows)
    return out[rows]


def wrong_batch_size(bot: str, made_for: int, num_games: int) -> UserError:
    """Return the error for a bot made for another number of games."""
    return UserError(f"{bot} was made for batches of {made_for} games, not of {num_games}: make it for {num_games}")
