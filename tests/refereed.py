"""Referees in tests: played next to the compiled rules, from positions made by hand."""

from collections.abc import Sequence
from copy import copy, deepcopy
from typing import Any

import numpy as np
from hypothesis import strategies as st

from africana_env import Edition, Game


def plain_edition(game: Game, data: Any) -> Edition:
    """Return an edition without checks: a few components are enough to try a ruling."""
    tables = np.zeros(1, game.tables_dtype)
    game.editions.fill_tables(data, tables[0])
    return Edition("toy", game.name, {"edition": {"name": "toy"}, **data}, tables)


class BothSides:
    """A referee whose answers and actions are compared with the compiled rules, from any position a test sets up.

    Subclasses set `game`, the `Comparison` that holds the compiled game.
    """

    game: Any
    shuffles = 1
    """Seeds that the compiled rules may try until their shuffle gives the referee's order."""
    compared: Any = None
    """The last position on which both agreed."""

    def __deepcopy__(self, memo: dict) -> Any:
        twin = copy(self)
        vars(twin).update({name: deepcopy(value, memo) for name, value in vars(self).items() if name != "game"})
        return twin

    def legal_actions(self) -> set[str]:
        self.compare()
        return super().legal_actions()

    def scores(self) -> list[dict[str, int]]:
        self.compare()
        return super().scores()

    def winners(self) -> Any:
        self.compare()
        return super().winners()

    def play(self, action: str) -> None:
        self.compare()
        before = self.game.batch.states.copy()
        super().play(action)
        self.compared = self.snapshot()
        for number in range(self.shuffles):
            self.game.batch._states[:] = before
            self.game.state.seed = number
            self.game.batch.step([self.game.ids[action]])
            compiled, plain = self.game.positions()
            if compiled == plain:
                break
        self.game.compare()

    def compare(self) -> None:
        """Fail unless both sides agree on position, legal actions, scores and winners."""
        if self.game.referee is not self or self.compared != self.snapshot():
            self.game.referee, self.compared = self, self.snapshot()
            self.game.start()


def play(referee: Any, *actions: str) -> None:
    for action in actions:
        referee.play(action)


def legal(referee: Any, start: str) -> set[str]:
    """Return the legal actions that begin with `start`."""
    return {action for action in referee.legal_actions() if action.startswith(start)}


def play_drawn(game: Any, data: Any, number: int, starts: Sequence[str] = ()) -> None:
    """Play and compare up to `number` actions drawn by Hypothesis, if possible ones that begin with one of `starts`."""
    for _ in range(number):
        actions = sorted(game.referee.legal_actions())
        if not actions:
            return
        preferred = [action for action in actions if action.startswith(tuple(starts))]
        game.play_all(data.draw(st.sampled_from(preferred or actions)))
