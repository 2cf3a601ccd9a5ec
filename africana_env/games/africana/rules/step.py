"""Legal actions, and applying one."""

from africana_env.engine.game.dispatch import dispatch
from africana_env.engine.game.rule import natural, rule
from africana_env.engine.game.state import RUNNING
from africana_env.games.africana.rules.action_space import ACTION, action_space
from africana_env.games.africana.rules.buy import ADVENTURE_PRICE, book_at, page_price
from africana_env.games.africana.rules.move import COLOUR_CHANGE_PRICE, can_finish_expedition, can_join
from africana_env.games.africana.rules.state import (
    ADVENTURES,
    ASSISTANT_KIND,
    BUY,
    CARD_KINDS,
    CHOOSE,
    COLOURS,
    DISCARD_ADVENTURES,
    DISCARD_CARDS,
    IN_FRONT,
    JOKER_KIND,
    MOVE,
    SPACES,
)


@rule
def legal_action_mask(tables, state, mask):
    """Mark the legal actions of the player to move; none after the end."""
    mask[:] = 0
    if state.status != RUNNING:
        return
    phase = state.phase
    if phase == DISCARD_CARDS:
        mark_discardable_cards(state, mask)
    elif phase == DISCARD_ADVENTURES:
        mark_adventures_in_front(state, mask)
    else:
        mask[ACTION.end_turn] = 1
        if phase == CHOOSE:
            mask[ACTION.draw] = 1
        if phase != MOVE:
            mark_purchases(tables, state, mask)
        if phase != BUY:
            mark_steps(tables, state, mask)
            mark_contracts(tables, state, mask)


@rule
def mark_discardable_cards(state, mask):
    player = natural(state.current_player)
    for colour in range(COLOURS):
        mask[ACTION.discard_card + colour] = state.travel[player, colour] > 0
        mask[ACTION.discard_card + ASSISTANT_KIND + colour] = state.assistants[player, colour] > 0
    mask[ACTION.discard_card + JOKER_KIND] = state.joker[player] > 0


@rule
def mark_adventures_in_front(state, mask):
    for adventure in range(ADVENTURES):
        mask[ACTION.discard_adventure + adventure] = state.adventure_place[adventure] == IN_FRONT + state.current_player


@rule
def mark_purchases(tables, state, mask):
    """Mark page turns and the top cards of the book at hand."""
    book = natural(book_at(tables, state))
    silver = state.silver[natural(state.current_player)]
    left = natural(state.book_left[book])
    size = state.book_size[book]
    if silver >= page_price(state):
        mask[ACTION.turn_page] = left < size
        mask[ACTION.turn_page + 1] = left > 0
    if silver >= ADVENTURE_PRICE:
        if left < size:
            mask[ACTION.buy_adventure + natural(state.book[book, left])] = 1
        if left > 0:
            mask[ACTION.buy_adventure + natural(state.book[book, left - 1])] = 1


@rule
def mark_steps(tables, state, mask):
    """Mark steps to connected locations with every card that serves there (ruling 7)."""
    player = natural(state.current_player)
    here = natural(state.location[player])
    can_change = state.silver[player] >= COLOUR_CHANGE_PRICE
    joker = state.joker[player] > state.table_joker
    for route in range(tables.num_routes[here]):
        destination = int(tables.route[here, route])
        first = ACTION.step + destination * CARD_KINDS
        mask[first + JOKER_KIND] = joker
        for colour in range(COLOURS):
            if can_change or tables.symbol[destination, colour] == 1:
                mask[first + colour] = state.travel[player, colour] > 0
                mask[first + ASSISTANT_KIND + colour] = (
                    state.assistants[player, colour] > state.table_assistants[colour]
                )


@rule
def mark_contracts(tables, state, mask):
    """Mark expeditions to join or finish and adventures to finish at the explorer's location."""
    player = natural(state.current_player)
    for space in range(SPACES):
        if (state.markers[space] >> player) & 1 == 0:
            mask[ACTION.join_expedition + space] = can_join(tables, state, space)
        else:
            mask[ACTION.finish_expedition + space] = can_finish_expedition(tables, state, space)
    if state.adventures_in_front[player] > 0:
        here = state.location[player]
        for adventure in range(ADVENTURES):
            mask[ACTION.finish_adventure + adventure] = (
                state.adventure_place[adventure] == IN_FRONT + player and tables.adventure_target[adventure] == here
            )


step = dispatch(action_space)
"""Apply a legal action of the player to move."""
