"""Applies an action by its group."""

from collections.abc import Callable, Sequence
from typing import Any

from africana_env.engine.game.rule import rule
from africana_env.engine.game.spaces import ActionSpace

Rule = Callable[..., Any]


def dispatch(actions: ActionSpace) -> Rule:
    """Return the rule `(tables, state, action)` that calls `ActionGroup.apply` of the action's group with the things
    that the action names, at most two. Raises `ValueError` for a group without `apply` or with more things."""
    chosen: Rule | None = None
    for group, ids in actions:
        if group.apply is None:
            raise ValueError(f"the group {group.name} has no function that applies its actions")
        if len(group.things) > 2:
            raise ValueError(f"actions of the group {group.name} name {len(group.things)} things: use at most 2")
        chosen = either(chosen, ids.start, by_number(group.apply, group.shape))
    assert chosen is not None
    return chosen


def either(before: Rule | None, start: int, apply: Rule) -> Rule:
    """Return the rule that applies actions from `start` on, and leaves smaller ones to `before`."""

    @rule
    def first(tables, state, action):
        return apply(tables, state, action - start)

    @rule
    def later(tables, state, action):
        if action >= start:
            return apply(tables, state, action - start)
        return before(tables, state, action)

    return first if before is None else later


def by_number(apply: Rule, sizes: Sequence[int]) -> Rule:
    """Return the rule that takes an action's number in its group instead of its things."""
    last = sizes[-1] if sizes else 1

    @rule
    def single(tables, state, number):
        return apply(tables, state)

    @rule
    def pair(tables, state, number):
        return apply(tables, state, number // last, number % last)

    return (single, apply, pair)[len(sizes)]
