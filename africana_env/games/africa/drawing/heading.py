"""The heading of a drawing: the round, and the current decision or how the game ended."""

from collections.abc import Callable, Mapping
from typing import Any

from africana_env.drawing.panels import Heading, result
from africana_env.drawing.text import SEAT_CODES, counted, paint
from africana_env.engine.game.contract import Edition, Ending
from africana_env.engine.game.points import winners
from africana_env.engine.game.state import RUNNING, TERMINATED
from africana_env.games.africa.rules.names import marker_names
from africana_env.games.africa.rules.scoring import returns
from africana_env.games.africa.rules.state import PUT_FIND, SET_UP, TRADE, TURN


def player(seat: int) -> str:
    """Return a player's name in its colour."""
    return paint(f" player {seat + 1} ", SEAT_CODES[seat])


def heading(edition: Edition, state: Any, called: Callable[[int], str]) -> Heading:
    """Return the round, and the current decision or the result. `called` names a seat."""
    rounds = f"round {state['round_number']} of at most {state.max_rounds}" if state["round_number"] else "setup"
    if state.status == RUNNING:
        return Heading("Africa", edition.name, rounds, turn(edition.data, state, called))
    now = result(ending(edition, state).how, [called(seat) for seat in winners(returns, edition, state)])
    return Heading("Africa", edition.name, rounds, now)


def turn(data: Mapping[str, Any], state: Any, called: Callable[[int], str]) -> str:
    """Return the current player and decision."""
    spaces = [entry["name"] for entry in data["spaces"]]
    if state.phase == SET_UP:
        doing = "chooses a city to start from"
    elif state.phase == TURN:
        doing = f"{'acts' if state.walked else 'walks or acts'}: {counted(state.actions_left, 'action')} left"
    elif state.phase == TRADE:
        doing = f"may trade with the {data['goods'][state.found_good]['name']} just found"
    else:
        found = "just found" if state.phase == PUT_FIND else "that is being moved"
        piece = marker_names(data)[state.lying[state.piece_space]]
        doing = f"puts the {piece} {found} at {spaces[state.piece_space]}"
    return f"{called(state.current_player)} {doing}"


def ending(edition: Edition, state: Any) -> Ending:
    return Ending("the last monument was found" if state.status == TERMINATED else "stopped at the round limit")
