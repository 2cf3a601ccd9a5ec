"""Where actions point on the drawn board, and their immediate gains."""

from typing import Any

from africana_env.drawing.text import counted
from africana_env.engine.game.contract import Edition
from africana_env.games.africa.rules.pieces import HERE
from africana_env.games.africa.rules.state import MINERALS_BESIDE, NOMAD, PUT_MOVED, SET_UP, SIGHTS_BESIDE


def space(edition: Edition, state: Any, space: int) -> tuple[str, ...]:
    return (f"space-{space}",)


def here(edition: Edition, state: Any) -> tuple[str, ...]:
    return (f"space-{own_space(state)}",)


def own_space(state: Any) -> int:
    return int(state.location[state.current_player])


def end_of_walk(edition: Edition, state: Any, way: int) -> tuple[str, ...]:
    return (f"space-{edition.tables[0].walk_to[own_space(state), way]}",)


def neighbour(edition: Edition, state: Any, direction: int) -> tuple[str, ...]:
    return (f"space-{edition.tables[0].neighbour[own_space(state), direction]}",)


def here_or_neighbour(edition: Edition, state: Any, place: int) -> tuple[str, ...]:
    return here(edition, state) if place == HERE else neighbour(edition, state, place - 1)


def piece_at_hand(edition: Edition, state: Any) -> tuple[str, ...]:
    return (f"space-{state.piece_space}",)


def goods_of_partner(edition: Edition, state: Any, partner: int, goods: int) -> tuple[str, ...]:
    return (f"good-{(state.current_player + 1 + partner) % state.num_players}-{goods}",)


def whole_turn(edition: Edition, state: Any, space: int) -> str:
    return "" if state.phase == SET_UP else "the whole turn"


def walk_to(edition: Edition, state: Any, way: int) -> str:
    return f"to {edition.data['spaces'][edition.tables[0].walk_to[own_space(state), way]]['name']}"


def putting(edition: Edition, state: Any, space: int) -> str:
    """Return the points for putting the piece at hand there, see `board.pay_there`."""
    before = state.piece_space
    kind = state.lying[before]
    own = int(edition.tables[0].distance[before, space] == 1)
    pays = int(state.beside[kind, space]) + (own if kind == NOMAD else -own)
    return points(pays - pays_where_it_lies(state) if state.phase == PUT_MOVED else pays)


def leaving(edition: Edition, state: Any) -> str:
    return points(pays_where_it_lies(state))


def pays_where_it_lies(state: Any) -> int:
    return int(state.beside[state.lying[state.piece_space], state.piece_space])


def sights_beside(edition: Edition, state: Any) -> str:
    return points(int(state.beside[SIGHTS_BESIDE, own_space(state)]))


def minerals_beside(edition: Edition, state: Any) -> str:
    return f"takes {counted(int(state.beside[MINERALS_BESIDE, own_space(state)]), 'mineral')}"


def points(number: int) -> str:
    return f"+{counted(number, 'point')}"
