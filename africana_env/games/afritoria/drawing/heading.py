"""The heading of a drawing: the round, whose decision it is, and how the game ended."""

from collections.abc import Callable, Mapping
from typing import Any

from africana_env.drawing.panels import Heading, result
from africana_env.drawing.text import BOLD, paint
from africana_env.engine.game.contract import Edition, Ending
from africana_env.engine.game.points import winners
from africana_env.engine.game.state import RUNNING, TERMINATED
from africana_env.games.afritoria.rules.scoring import returns
from africana_env.games.afritoria.rules.state import COMMIT, OFFER, PICK, PUT_UNDER, RANGER_TAKES, STEAL

ALL_COMMIT = "all commit a card, hidden until all have"


def player(seat: int) -> str:
    """A player. Colours are the cards' here."""
    return paint(f"player {seat + 1}", BOLD)


def heading(edition: Edition, state: Any, called: Callable[[int], str]) -> Heading:
    """Round, and whose decision it is; at the end, the result. Seats are `called` so."""
    rounds = f"round {state.round_number}"
    if state.status == RUNNING:
        return Heading("Afritoria", edition.name, rounds, decision(edition.data, state, called))
    now = result(ending(edition, state).how, [called(seat) for seat in winners(returns, edition, state)])
    return Heading("Afritoria", edition.name, rounds, now)


def decision(data: Mapping[str, Any], state: Any, called: Callable[[int], str]) -> str:
    """Whose decision it is, and what about."""
    if state.phase == COMMIT:
        return f"{ALL_COMMIT}; {called(state.current_player)} is asked"
    colour = data["colours"][min(int(state.colour), len(data["colours"]) - 1)]["name"]
    what = {
        RANGER_TAKES: "takes an animal of the row with a ranger",
        STEAL: "takes the top card of a score pile with a poacher",
        PICK: f"picks a {colour} animal",
        OFFER: "is asked whether to show the hand",
        PUT_UNDER: f"puts {state.to_put} more of the cards under the pile",
    }[int(state.phase)]
    return f"{called(state.current_player)} {what}"


def ending(edition: Edition, state: Any) -> Ending:
    """How the game ended."""
    return Ending("the pile ran out" if state.status == TERMINATED else "cut off after the last round allowed")
