"""What a decision revealed to a seat."""

from typing import Any

from africana_env.drawing.text import counted
from africana_env.engine.game.contract import Edition
from africana_env.games.africa.rules.names import marker_names


def revealed(edition: Edition, before: Any, action: int, after: Any, seat: int) -> str:
    """Return the uncovered marker and its points, which everyone sees."""
    less = (before.face_down_kinds - after.face_down_kinds).tolist()
    found = [name for name, number in zip(marker_names(edition.data), less, strict=False) if number > 0]
    if not found:
        return ""
    points = int(after.points[before.current_player] - before.points[before.current_player])
    return f"finds {found[0]}" + f", +{counted(points, 'point')}" * (points > 0)
