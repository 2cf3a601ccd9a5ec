"""Descriptions of a game in words: texts of actions, fields of observations by name, a position in one line."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from africana_env.engine.game.checks import as_array, check_int
from africana_env.engine.game.contract import Edition, Game
from africana_env.engine.game.entities import EntitySpace
from africana_env.engine.game.spaces import ObservationSpace
from africana_env.engine.process.errors import UserError, format_value


@lru_cache(maxsize=32)
def texts_and_ids(game: Game, edition: Edition, more: tuple[str, ...] = ()) -> tuple[list[str], dict[str, int]]:
    """The texts of all actions in an edition, `more` after those of the game, and the action of each text."""
    texts = [*game.action_texts(edition.data), *more]
    return texts, {text: action for action, text in enumerate(texts)}


class Described:
    """Base of batches and environments: descriptions in words. A subclass has a `game` and an `edition`; one with
    several games says of which edition each is."""

    game: Game

    @property
    def edition(self) -> Edition:
        """The edition that is played, by the first game of several."""
        raise NotImplementedError

    def edition_of(self, row: int) -> Edition:
        """The edition of the game in a row. Raises `UserError` for a row that is not there."""
        check_int("row", row, 0, 0)
        return self.edition

    _more_actions: tuple[str, ...] = ()
    """Texts of the actions that follow those of the game."""

    def action_to_string(self, action: int, row: int = 0) -> str:
        """The text of an action in the edition of the game in a row; raises `UserError` if there is no such action or
        row."""
        texts, _ = texts_and_ids(self.game, self.edition_of(row), self._more_actions)
        return texts[check_int("action", action, 0, len(texts) - 1)]

    def string_to_action(self, text: str, row: int = 0) -> int:
        """The action of a text, the reverse of `action_to_string`; raises `UserError` if no action has that text."""
        texts, ids = texts_and_ids(self.game, self.edition_of(row), self._more_actions)
        if not isinstance(text, str) or text not in ids:
            raise UserError(f"no action is called {format_value(text)}: use a text such as {texts[0]!r}")
        return ids[text]

    def describe_observation(self, observation: Any) -> dict[str, NDArray[np.uint8]]:
        """The fields of an observation by name, as counts and flags: `uint8`, each in the shape of its field.

        `observation` is what this or any other API of the game gives: features of shape `(features,)`, `uint8` or
        scaled to [0, 1] as floats, or a dictionary that has them as `observation`. Features of several games, of
        shape `(games, features)`, give fields of shape `(games, ...)`. Of an entity observation it is the tables, by
        kind. Raises `UserError` for anything else.
        """
        features = as_array(observation.get("observation") if isinstance(observation, Mapping) else observation)
        space: ObservationSpace | EntitySpace = self.game.observation
        entities = self.game.entities
        if entities is not None and features.shape[-1:] == (len(entities.space),):
            space = entities.space
        is_number = features.dtype == np.uint8 or features.dtype.kind == "f"
        if not is_number or features.ndim not in (1, 2) or features.shape[-1] != len(space):
            given = f"{features.dtype} of shape {features.shape}"
            raise UserError(f"an observation must be uint8 or floats of shape ({len(space)},), not {given}")
        return space.unpack(space.counts(features))

    def position_text(self) -> str:
        """The number of players, the edition, and how far the game is, in one line."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.game.name}: {self.position_text()}>"
