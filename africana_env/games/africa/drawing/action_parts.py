"""Where on the board an action is pointed at."""

from typing import Any

from africana_env.engine.contract import Edition
from africana_env.games.africa.rules.action_space import (
    HERE,
    LEAVE_PIECE,
    MOVE_PIECE,
    NO_TRADE,
    PUT_PIECE,
    PUT_RESEARCHER,
    TRADE_GOODS,
    UNCOVER,
    WALK,
)
from africana_env.games.africa.rules.state import GOODS


def action_parts(edition: Edition, state: Any, action: int) -> tuple[str, ...]:
    """The parts of the picture that stand for a legal action; none if nothing on the board does."""
    space = space_of(edition, state, action)
    if space is not None:
        return (f"space-{int(space)}",)
    if TRADE_GOODS <= action < NO_TRADE:
        number, good = divmod(action - TRADE_GOODS, GOODS)
        return (f"good-{(state.current_player + 1 + number) % state.num_players}-{good}",)
    return ()


def space_of(edition: Edition, state: Any, action: int) -> int | None:
    """The space of the map that an action is about."""
    tables, here = edition.tables[0], state.location[state.current_player]
    if action < WALK:
        return action - PUT_RESEARCHER
    if action < UNCOVER:
        return tables.walk_to[here, action - WALK]
    if action < MOVE_PIECE:
        return tables.neighbour[here, action - UNCOVER]
    if action < PUT_PIECE:
        place = action - MOVE_PIECE
        return here if place == HERE else tables.neighbour[here, place - 1]
    if action < LEAVE_PIECE:
        return action - PUT_PIECE
    if action == LEAVE_PIECE:
        return state.piece_space
    return here if action < TRADE_GOODS else None
