"""What the tests of every referee do with one."""

from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import strategies as st


def play(referee: Any, *actions: str) -> None:
    """Take these actions."""
    for action in actions:
        referee.play(action)


def legal(referee: Any, start: str) -> set[str]:
    """The legal actions whose texts begin like this."""
    return {action for action in referee.legal_actions() if action.startswith(start)}


def check_illegal(referee: Any, action: str) -> None:
    """Fail unless this action is refused, with nothing changed."""
    before = referee.snapshot()
    with pytest.raises(ValueError, match="illegal action"):
        referee.play(action)
    assert referee.snapshot() == before


def drawn_actions(referee: Any, data: Any, number: int, starts: Sequence[str] = ()) -> Iterator[str]:
    """Up to `number` legal actions as Hypothesis draws them, of those that begin with one of `starts` where there are
    any. Each is to be taken before the next is drawn."""
    for _ in range(number):
        actions = sorted(referee.legal_actions())
        if not actions:
            return
        yield data.draw(st.sampled_from([action for action in actions if action.startswith(tuple(starts))] or actions))
