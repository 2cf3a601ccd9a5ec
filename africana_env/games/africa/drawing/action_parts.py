"""The parts of the drawn board that stand for an action."""

from typing import Any

from africana_env.engine.contract import Edition
from africana_env.games.africa.rules.action_space import ACTION, HERE
from africana_env.games.africa.rules.state import GOODS


def action_parts(edition: Edition, state: Any, action: int) -> tuple[str, ...]:
    """The parts of the drawn board that stand for a legal action; none if nothing on the board does."""
    space = space_of(edition, state, action)
    if space is not None:
        return (f"space-{int(space)}",)
    if ACTION.trade <= action < ACTION.no_trade:
        number, good = divmod(action - ACTION.trade, GOODS)
        return (f"good-{(state.current_player + 1 + number) % state.num_players}-{good}",)
    return ()


def space_of(edition: Edition, state: Any, action: int) -> int | None:
    """The space of the map that an action is about."""
    tables, here = edition.tables[0], state.location[state.current_player]
    if action < ACTION.walk:
        return action - ACTION.put_researcher
    if action < ACTION.uncover:
        return tables.walk_to[here, action - ACTION.walk]
    if action < ACTION.move_piece:
        return tables.neighbour[here, action - ACTION.uncover]
    if action < ACTION.put_piece:
        place = action - ACTION.move_piece
        return here if place == HERE else tables.neighbour[here, place - 1]
    if action < ACTION.leave_piece:
        return action - ACTION.put_piece
    if action == ACTION.leave_piece:
        return state.piece_space
    return here if action < ACTION.trade else None
