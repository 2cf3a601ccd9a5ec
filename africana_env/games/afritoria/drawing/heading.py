"""The heading of a drawing: the round, whose decision it is, and how the game ended."""

from collections.abc import Mapping
from typing import Any

from africana_env.drawing.panels import heading, result
from africana_env.drawing.text import BOLD, paint
from africana_env.engine.contract import Edition
from africana_env.engine.points import winners
from africana_env.engine.state import RUNNING, TERMINATED
from africana_env.games.afritoria.rules.scoring import returns
from africana_env.games.afritoria.rules.state import COMMIT, OFFER, PICK, PUT_UNDER, RANGER_TAKES, STEAL


def player(seat: int) -> str:
    """A player. Colours are the cards' here."""
    return paint(f"player {seat + 1}", BOLD)


def draw_heading(edition: Edition, state: Any) -> list[str]:
    """Round, and whose decision it is; at the end, the result."""
    now = decision(edition.data, state) if state.status == RUNNING else ending(edition, state)
    return heading("Afritoria", edition.name, f"round {state.round_number}", now)


def decision(data: Mapping[str, Any], state: Any) -> str:
    """Whose decision it is, and what about."""
    if state.phase == COMMIT:
        return f"all commit a card, hidden until all have; {player(state.current_player)} is asked"
    colour = data["colours"][min(int(state.colour), len(data["colours"]) - 1)]["name"]
    what = {
        RANGER_TAKES: "takes an animal of the row with a ranger",
        STEAL: "takes the top card of a score pile with a poacher",
        PICK: f"picks a {colour} animal",
        OFFER: "is asked whether to show the hand",
        PUT_UNDER: f"puts {state.to_put} more of the cards under the pile",
    }[int(state.phase)]
    return f"{player(state.current_player)} {what}"


def ending(edition: Edition, state: Any) -> str:
    """How the game ended and who won."""
    how = "the pile ran out" if state.status == TERMINATED else "cut off after the last round allowed"
    return result(how, [player(seat) for seat in winners(returns, edition, state)])
