"""The heading of a drawing: the round, and the current decision or how the game ended."""

from collections.abc import Callable, Mapping
from typing import Any

from africana_env.drawing.panels import Heading, result
from africana_env.drawing.text import BOLD, paint
from africana_env.engine.game.contract import Edition, Ending
from africana_env.engine.game.points import winners
from africana_env.engine.game.state import RUNNING, TERMINATED
from africana_env.games.afritoria.rules.scoring import returns
from africana_env.games.afritoria.rules.state import COMMIT, OFFER, PICK, PUT_UNDER, RANGER_TAKES, STEAL

ALL_COMMIT = "all commit a card, hidden until everyone has"


def player(seat: int) -> str:
    """Return a player's name; colours are reserved for cards."""
    return paint(f"player {seat + 1}", BOLD)


def heading(edition: Edition, state: Any, called: Callable[[int], str]) -> Heading:
    """Return the round, and the current decision or the result. `called` names a seat."""
    rounds = f"round {state.round_number}"
    if state.status == RUNNING:
        return Heading("Afritoria", edition.name, rounds, decision(edition.data, state, called))
    now = result(ending(edition, state).how, [called(seat) for seat in winners(returns, edition, state)])
    return Heading("Afritoria", edition.name, rounds, now)


def decision(data: Mapping[str, Any], state: Any, called: Callable[[int], str]) -> str:
    """Return the current player and decision."""
    if state.phase == COMMIT:
        return f"{ALL_COMMIT}; now {called(state.current_player)}"
    colour = data["colours"][min(int(state.colour), len(data["colours"]) - 1)]["name"]
    what = {
        RANGER_TAKES: "takes an animal from the row with a ranger",
        STEAL: "steals the top card of a score pile with a poacher",
        PICK: f"picks a {colour} animal",
        OFFER: "may show their hand",
        PUT_UNDER: f"puts {state.to_put} more cards under the pile",
    }[int(state.phase)]
    return f"{called(state.current_player)} {what}"


def ending(edition: Edition, state: Any) -> Ending:
    return Ending("the pile ran out" if state.status == TERMINATED else "stopped at the round limit")
