"""What the tests of every referee do with one."""

from collections.abc import Iterator, Sequence
from copy import copy, deepcopy
from typing import Any

import numpy as np
from hypothesis import strategies as st

from africana_env import Edition, Game


def plain_edition(game: Game, data: Any) -> Edition:
    """An edition that need not be valid: a few of the printed components are enough to try a ruling."""
    tables = np.zeros(1, game.tables_dtype)
    game.editions.fill_tables(data, tables[0])
    return Edition("toy", game.name, {"edition": {"name": "toy"}, **data}, tables)


class BothSides:
    """A referee beside which the compiled rules play. A test puts the referee into a position; whatever is asked or
    done then is compared with what the compiled rules say from the same position.

    The class of a game has a `game`, its `Comparison`, and says how a compiled state is brought into a position.
    """

    game: Any
    shuffles = 1
    """How often the compiled rules may try until their order of shuffled cards is the referee's."""
    compared: Any = None
    """The position in which both agreed last."""

    def put_position(self) -> None:
        """Bring the compiled state into the referee's position."""
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
        """Fail unless both sides agree on the position, the legal actions, the scores and the winners."""
        if self.game.referee is not self or self.compared != self.snapshot():
            self.game.referee, self.compared = self, self.snapshot()
            self.put_position()
            self.game.batch._view()
            self.game.compare()


def play(referee: Any, *actions: str) -> None:
    """Take these actions."""
    for action in actions:
        referee.play(action)


def legal(referee: Any, start: str) -> set[str]:
    """The legal actions whose texts begin like this."""
    return {action for action in referee.legal_actions() if action.startswith(start)}


def drawn_actions(referee: Any, data: Any, number: int, starts: Sequence[str] = ()) -> Iterator[str]:
    """Up to `number` legal actions as Hypothesis draws them, of those that begin with one of `starts` where there are
    any. Each is to be taken before the next is drawn."""
    for _ in range(number):
        actions = sorted(referee.legal_actions())
        if not actions:
            return
        yield data.draw(st.sampled_from([action for action in actions if action.startswith(tuple(starts))] or actions))
