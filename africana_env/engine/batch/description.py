"""Texts of actions, observation fields by name, and a position in one line."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from africana_env.engine.game.checks import as_array, check_int
from africana_env.engine.game.contract import Edition, Game
from africana_env.engine.process.errors import UserError, format_value


@lru_cache(maxsize=32)
def texts_and_ids(game: Game, edition: Edition, more: tuple[str, ...] = ()) -> tuple[list[str], dict[str, int]]:
    """Return the texts of all actions in an edition, then `more`, and the action of each text."""
    texts = [*game.action_texts(edition.data), *more]
    return texts, {text: action for action, text in enumerate(texts)}


class Described:
    """Base of batches and environments that describes games in text. A subclass has a `game` and an `edition`; one with
    several games overrides `edition_of`."""

    game: Game

    @property
    def edition(self) -> Edition:
        """The edition that is played, in the first row of several."""
        raise NotImplementedError

    def edition_of(self, row: int) -> Edition:
        """Return the edition of the game in a row. Raises `UserError` if there is no such row."""
        check_int("row", row, 0, 0)
        return self.edition

    _more_actions: tuple[str, ...] = ()
    """Texts of further actions, after those of the game."""

    def action_to_string(self, action: int, row: int = 0) -> str:
        """Return the text of an action, in the edition of the game in a row. Raises `UserError` if there is no such
        action or row."""
        texts, _ = texts_and_ids(self.game, self.edition_of(row), self._more_actions)
        return texts[check_int("action", action, 0, len(texts) - 1)]

    def string_to_action(self, text: str, row: int = 0) -> int:
        """Return the action with this text. Raises `UserError` if there is none."""
        texts, ids = texts_and_ids(self.game, self.edition_of(row), self._more_actions)
        if not isinstance(text, str) or text not in ids:
            raise UserError(f"no action is called {format_value(text)}: use a text such as {texts[0]!r}")
        return ids[text]

    def describe_observation(self, observation: Any) -> dict[str, NDArray[np.uint8]]:
        """Return the fields of an observation by name, or the tables of an entity observation by kind: `uint8` counts,
        flags and references, in the shape of each field.

        `observation` comes from any API of the game: features of shape `(features,)`, `uint8` or floats in [0, 1], or a
        dictionary with the key `observation`. Features of shape `(games, features)` give fields of shape
        `(games, ...)`. Raises `UserError` for anything else.
        """
        features = as_array(observation.get("observation") if isinstance(observation, Mapping) else observation)
        spaces = {(len(space),): space for space in self.game.spaces.values()}
        space = spaces.get(features.shape[-1:], self.game.observation)
        is_number = features.dtype == np.uint8 or features.dtype.kind == "f"
        if not is_number or features.ndim not in (1, 2) or features.shape[-1] != len(space):
            given = f"{features.dtype} of shape {features.shape}"
            raise UserError(f"an observation must be uint8 or floats of shape ({len(space)},), not {given}")
        return space.unpack(space.counts(features))

    def position_text(self) -> str:
        """Return the number of players, the edition and the progress of the game, in one line."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.game.name}: {self.position_text()}>"
