"""The end of a turn and of the game (rulebook: End of a Turn, Game End; rulings 8, 13, 14 and 16)."""

from africana_env.engine.game.rule import rule
from africana_env.engine.game.state import TERMINATED, next_round
from africana_env.games.africana.rules.draw import draw_travel_cards, give_up_travel_card, travel_cards_in_hand
from africana_env.games.africana.rules.state import (
    ADVENTURE_LIMIT,
    ASSISTANT_KIND,
    CHOOSE,
    COLOURS,
    DISCARD_ADVENTURES,
    DISCARD_CARDS,
    EMPTY,
    HAND_LIMIT,
    JOKER_KIND,
    OUT_OF_GAME,
)


@rule
def draw(tables, state):
    """Draw travel cards and end the turn."""
    draw_travel_cards(state)
    check_limits(tables, state)


@rule
def end_action(tables, state):
    """Clear the table (ruling 8), then check the limits."""
    for colour in range(COLOURS):
        state.discard[colour] += state.table_travel[colour]
        state.table_travel[colour] = 0
        state.table_assistants[colour] = 0
    state.table_joker = 0
    state.pages_turned = 0
    check_limits(tables, state)


@rule
def hand_size(state, player):
    """Return the number of travel cards, assistants and jokers."""
    cards = travel_cards_in_hand(state, player) + state.joker[player]
    for colour in range(COLOURS):
        cards += state.assistants[player, colour]
    return cards


@rule
def check_limits(tables, state):
    """Ask for a discard if a limit is exceeded; otherwise end the turn (ruling 13)."""
    player = state.current_player
    if hand_size(state, player) > HAND_LIMIT:
        state.phase = DISCARD_CARDS
    elif state.adventures_in_front[player] > ADVENTURE_LIMIT:
        state.phase = DISCARD_ADVENTURES
    else:
        end_turn(tables, state)


@rule
def discard_card(tables, state, card):
    """Discard a card of the kind `card`. Assistants and joker leave the game."""
    player = state.current_player
    colour = card % COLOURS
    if card == JOKER_KIND:
        state.joker[player] = 0
    elif card < ASSISTANT_KIND:
        give_up_travel_card(state, player, colour)
        state.discard[colour] += 1
    else:
        state.assistants[player, colour] -= 1
    check_limits(tables, state)


@rule
def discard_adventure(tables, state, adventure):
    state.adventure_place[adventure] = OUT_OF_GAME
    state.adventures_in_front[state.current_player] -= 1
    if tables.adventure_artifact[adventure] >= 0:
        state.artifacts_in_front[state.current_player] -= 1
    check_limits(tables, state)


@rule
def replenish_expeditions(tables, state):
    """Fill the empty spaces from left to right. Return whether the pile sufficed."""
    for space in range(tables.num_spaces):
        if state.space[space] == EMPTY:
            if state.next_expedition == state.expeditions_in_game:
                return False
            state.space[space] = state.expedition_pile[state.next_expedition]
            state.next_expedition += 1
    return True


@rule
def end_turn(tables, state):
    """Replenish, then go on to the next seat or end the game (rulings 14 and 16)."""
    if not replenish_expeditions(tables, state):
        state.last_round = 1
    state.phase = CHOOSE
    if state.current_player + 1 < state.num_players:
        state.current_player += 1
    elif state.last_round == 1:
        state.status = TERMINATED
    elif next_round(state):
        state.current_player = 0
