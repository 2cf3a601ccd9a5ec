"""What a decision revealed to a seat."""

from typing import Any

from africana_env.drawing.text import counted
from africana_env.engine.game.contract import Edition
from africana_env.games.africana.rules.names import colour_names


def revealed(edition: Edition, before: Any, action: int, after: Any, seat: int) -> str:
    """Return the travel cards that the seat drew, by the action or as a bonus. Only their owner sees them."""
    gains = (after.travel[seat] - before.travel[seat]).tolist()
    named = zip(colour_names(edition.data), gains, strict=True)
    cards = [counted(gain, f"{name} card") for name, gain in named if gain > 0]
    return f"you get {' and '.join(cards)}" if cards else ""
