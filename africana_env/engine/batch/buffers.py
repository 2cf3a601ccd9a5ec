"""The arrays of a batch."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from africana_env.engine.game.contract import Game

VIEWS = ("_shown_states", "_shown_mask", "_current_player", "_status")
"""Attributes that a copy makes again."""


class Buffers:
    """The arrays of a batch. Compiled code reads and writes them, so they cannot be replaced by others."""

    def __init__(self, game: Game, num_games: int, num_players: int, features: int) -> None:
        self._states: Any = np.zeros(num_games, game.state_dtype)
        self._seeds = np.zeros(num_games, np.uint64)
        self._observation = np.zeros((num_games, features), np.uint8)
        self._action_mask = np.zeros((num_games, len(game.actions)), np.int8)
        self._reward = np.zeros((num_games, num_players), np.float32)
        self._done = np.zeros(num_games, np.int8)
        self._outcome = np.zeros((num_games, num_players), np.float32)
        self._points = np.zeros((num_games, num_players), np.int32)
        self._scores = np.zeros((num_games, num_players, len(game.score_parts)), np.int32)
        self._actions = np.zeros(num_games, np.int64)
        self._make_views()

    def _make_views(self) -> None:
        self._shown_states, self._shown_mask = self._states.view(), self._action_mask.view()
        for shown in (self._shown_states, self._shown_mask):
            shown.flags.writeable = False
        self._current_player: np.ndarray = self._shown_states["current_player"]
        self._status: np.ndarray = self._shown_states["status"]

    @property
    def observation(self) -> NDArray[np.uint8]:
        """What the player to move may know of each game, `uint8` of shape `(num_games, features)`, see `space`."""
        return self._observation

    @property
    def action_mask(self) -> NDArray[np.int8]:
        """The legal actions, `int8` of shape `(num_games, actions)`, zeros in a game that is over; read-only."""
        return self._shown_mask

    @property
    def current_player(self) -> NDArray[np.int16]:
        """The seat to move, `int16` of shape `(num_games,)`, read-only."""
        return self._current_player

    @property
    def status(self) -> NDArray[np.int16]:
        """0 in a running game, else how it ended, `int16` of shape `(num_games,)`, read-only."""
        return self._status

    @property
    def reward(self) -> NDArray[np.float32]:
        """The reward of each seat for the last step, `float32` of shape `(num_games, num_players)`."""
        return self._reward

    @property
    def done(self) -> NDArray[np.int8]:
        """0 where the last step left the game running, else how it ended (1 by the rules, 2 cut off), `int8` of shape
        `(num_games,)`."""
        return self._done

    @property
    def outcome(self) -> NDArray[np.float32]:
        """The returns of the last game that ended in each row, `float32` of shape `(num_games, num_players)`."""
        return self._outcome

    @property
    def seeds(self) -> NDArray[np.uint64]:
        """The seeds from which the games began, or were resampled, `uint64` of shape `(num_games,)`."""
        return self._seeds

    @property
    def states(self) -> Any:
        """The games, records of `game.state_dtype`, shape `(num_games,)`, read-only. A copy of a record is a copy of
        the game, which `set_states` restores."""
        return self._shown_states
