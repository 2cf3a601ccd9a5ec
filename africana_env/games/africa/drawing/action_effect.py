"""The immediate effect of an action, as text."""

from typing import Any

from africana_env.drawing.text import counted
from africana_env.engine.contract import Edition
from africana_env.games.africa.rules.action_space import ACTION
from africana_env.games.africa.rules.state import MINERALS_BESIDE, NOMAD, PUT_MOVED, SET_UP, SIGHTS_BESIDE


def action_effect(edition: Edition, state: Any, action: int) -> str:
    """What a legal action scores at once, where a walk leads, and which is a whole turn."""
    here = state.location[state.current_player]
    if ACTION.put_researcher <= action < ACTION.walk:
        return "" if state.phase == SET_UP else "the whole turn"
    if ACTION.walk <= action < ACTION.uncover:
        space = edition.tables[0].walk_to[here, action - ACTION.walk]
        return f"to {edition.data['spaces'][space]['name']}"
    if ACTION.put_piece <= action <= ACTION.leave_piece:
        return f"+{counted(piece_points(edition.tables[0], state, action), 'point')}"
    if action == ACTION.camp_research:
        return f"+{counted(int(state.beside[SIGHTS_BESIDE, here]), 'point')}"
    if action == ACTION.camp_minerals:
        return f"takes {counted(int(state.beside[MINERALS_BESIDE, here]), 'mineral')}"
    return ""


def piece_points(tables: Any, state: Any, action: int) -> int:
    """What it pays to put the piece at hand on a space, or to leave it; see `board.pay_there`."""
    before = state.piece_space
    kind = state.lying[before]
    stays = int(state.beside[kind, before])
    if action == ACTION.leave_piece:
        return stays
    space = action - ACTION.put_piece
    own = int(tables.distance[before, space] == 1)
    pays = int(state.beside[kind, space]) + (own if kind == NOMAD else -own)
    return pays - stays if state.phase == PUT_MOVED else pays
