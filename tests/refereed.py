"""What the tests of every referee do with one."""

from typing import Any

import pytest


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
