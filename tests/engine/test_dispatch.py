"""The function of an action's group applies it, in any order of the groups."""

import numpy as np
import pytest

from africana_env.engine.game.dispatch import dispatch
from africana_env.engine.game.rule import rule
from africana_env.engine.game.spaces import ActionGroup, ActionSpace


@rule
def end(tables, state):
    state[0] = 1
    return 1


@rule
def take(tables, state, number):
    state[0] = 10 + number
    return 2


@rule
def give(tables, state, good, seat):
    state[0] = 100 + 10 * good + seat
    return 3


GROUPS = {
    "end": ActionGroup("end", "end", apply=end),
    "take": ActionGroup("take", "take", {"number": 3}, apply=take),
    "give": ActionGroup("give", "give", {"good": 2, "seat": 3}, apply=give),
}
DONE = {
    "end": [(1, 1)],
    "take": [(10 + n, 2) for n in range(3)],
    "give": [(100 + 10 * g + s, 3) for g in (0, 1) for s in range(3)],
}


@pytest.mark.parametrize("order", [("end", "take", "give"), ("give", "end", "take"), ("take",)])
def test_each_action_reaches_the_function_of_its_group(order):
    apply = dispatch(ActionSpace(*(GROUPS[name] for name in order)))
    state = np.zeros(1, np.int64)
    done = []
    for action in range(sum(len(DONE[name]) for name in order)):
        found = apply(0, state, action)
        done.append((int(state[0]), found))
    assert done == [each for name in order for each in DONE[name]]


@pytest.mark.parametrize(
    ("group", "message"),
    [
        (ActionGroup("wait", "wait"), "the group wait has no function that applies its actions"),
        (
            ActionGroup("sell", "sell", {"good": 2, "seat": 3, "price": 4}, apply=give),
            "actions of the group sell name 3 things: use at most 2",
        ),
    ],
)
def test_a_group_that_cannot_be_applied_is_refused(group, message):
    with pytest.raises(ValueError, match=f"^{message}$"):
        dispatch(ActionSpace(GROUPS["end"], group))
