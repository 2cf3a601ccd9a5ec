"""Changing what lies on the map of a game of Africa by hand, with all counts that go with it."""

from typing import Any

from africana_env.engine.game.contract import Edition
from africana_env.games.africa.rules.board import lay
from africana_env.games.africa.rules.state import FACE_DOWN, NOTHING, NOWHERE, TURN


class Editor:
    """Edits a game that was just reset, and starts its first turn."""

    def __init__(self, state: Any, edition: Edition) -> None:
        self.state = state
        self.tables: Any = edition.tables[0]
        state.phase = TURN
        state.round_number = 1
        state.actions_left = self.tables.actions

    def lay(self, space: int, content: int) -> None:
        """Let something lie open on a space; the marker that lay there face down leaves the game."""
        if self.state.lying[space] == FACE_DOWN:
            self.state.face_down_kinds[self.state.face_down[space]] -= 1
            self.state.face_down[space] = NOTHING
        if self.state.lying[space] != content:
            lay(self.tables, self.state, space, content)

    def stand(self, seat: int, space: int) -> None:
        """Put a researcher on a space."""
        before = self.state.location[seat]
        if before != NOWHERE:
            self.state.occupied[before] = 0
        self.state.location[seat] = space
        self.state.occupied[space] = 1
