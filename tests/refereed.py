"""The base of the referees' tests."""

from collections.abc import Iterator, Sequence
from copy import copy, deepcopy
from typing import Any

import numpy as np
from hypothesis import strategies as st

from africana_env import Edition, Game


def plain_edition(game: Game, data: Any) -> Edition:
    """Return an edition that need not be valid: a few printed components suffice for a ruling."""
    tables = np.zeros(1, game.tables_dtype)
    game.editions.fill_tables(data, tables[0])
    return Edition("toy", game.name, {"edition": {"name": "toy"}, **data}, tables)


class BothSides:
    """A referee with the compiled rules alongside. A test sets up a position in the referee; each question or action is
    then compared with the compiled rules.

    A game's class has a `game`, its `Comparison`, and converts the position for the compiled state.
    """

    game: Any
    shuffles = 1
    """Attempts of the compiled rules to shuffle cards into the referee's order."""
    compared: Any = None
    """The last position on which both agreed."""

    def put_position(self) -> None:
        """Set the compiled state to the referee's position."""
        raise NotImplementedError

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
        """Fail unless both agree on position, legal actions, scores and winners."""
        if self.game.referee is not self or self.compared != self.snapshot():
            self.game.referee, self.compared = self, self.snapshot()
            self.put_position()
            self.game.batch._view()
            self.game.compare()


def play(referee: Any, *actions: str) -> None:
    for action in actions:
        referee.play(action)


def legal(referee: Any, start: str) -> set[str]:
    """Return the legal actions whose texts begin like this."""
    return {action for action in referee.legal_actions() if action.startswith(start)}


def drawn_actions(referee: Any, data: Any, number: int, starts: Sequence[str] = ()) -> Iterator[str]:
    """Yield up to `number` legal actions as Hypothesis draws them, if possible with a text that begins with one of
    `starts`. Each must be taken before the next is drawn."""
    for _ in range(number):
        actions = sorted(referee.legal_actions())
        if not actions:
            return
        yield data.draw(st.sampled_from([action for action in actions if action.startswith(tuple(starts))] or actions))
