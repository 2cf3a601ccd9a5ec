"""Moving the explorer, and contracts on the way (rulebook: Move explorer; rulings 7 to 12)."""

from africana_env.engine.game.rule import natural, rule
from africana_env.games.africana.rules.draw import give_up_travel_card, take_travel_card
from africana_env.games.africana.rules.scoring import collections_value
from africana_env.games.africana.rules.state import ASSISTANT_KIND, BENEATH, COLOURS, EMPTY, JOKER_KIND, MOVE

COLOUR_CHANGE_PRICE = 5


@rule
def step_to(tables, state, destination, card):
    """Step to a connected location with a card, which stays on the table until the action ends.

    A colour that the destination does not show costs 5 silver."""
    player = state.current_player
    state.phase = MOVE
    state.location[player] = destination
    if card == JOKER_KIND:
        state.table_joker = 1
        return
    colour = card % COLOURS
    if tables.symbol[destination, colour] == 0:
        state.silver[player] -= COLOUR_CHANGE_PRICE
    if card < ASSISTANT_KIND:
        give_up_travel_card(state, player, colour)
        state.table_travel[colour] += 1
    else:
        state.table_assistants[colour] += 1


@rule
def can_join(tables, state, space):
    """Return whether the player to move, without a marker on `space`, may join its expedition (ruling 9)."""
    player = natural(state.current_player)
    card = state.space[space]
    return card > EMPTY and tables.expedition_start[card] == state.location[player] and state.markers_left[player] > 0


@rule
def join_expedition(tables, state, space):
    """Put a marker on the expedition and take the space's bonus at once (ruling 9)."""
    player = state.current_player
    state.phase = MOVE
    state.markers[space] |= 1 << player
    state.markers_left[player] -= 1
    state.silver[player] += tables.bonus_silver[space]
    for _ in range(tables.bonus_cards[space]):
        take_travel_card(state, player)


@rule
def can_finish_expedition(tables, state, space):
    """Return whether the player to move, with a marker on `space`, may finish its expedition (ruling 10)."""
    card = state.space[space]
    return card > EMPTY and tables.expedition_target[card] == state.location[natural(state.current_player)]


@rule
def finish_expedition(tables, state, space):
    """Take the silver and the card, and return all markers. The space stays empty until the turn ends (ruling 10)."""
    player = state.current_player
    card = state.space[space]
    state.phase = MOVE
    state.space[space] = EMPTY
    for owner in range(state.num_players):
        state.markers_left[owner] += (state.markers[space] >> owner) & 1
    state.markers[space] = 0
    state.silver[player] += tables.expedition_silver[card]
    state.expedition_owner[card] = player
    state.expedition_points[player] += tables.expedition_points[card]


@rule
def finish_adventure(tables, state, adventure):
    """Finish an adventure: an artifact pays, an assistant joins the hand at once (ruling 11)."""
    player = state.current_player
    state.phase = MOVE
    state.adventure_place[adventure] = BENEATH + player
    state.adventures_in_front[player] -= 1
    artifact = tables.adventure_artifact[adventure]
    if artifact >= 0:
        state.artifacts_in_front[player] -= 1
        state.artifacts[player, artifact] += 1
        state.collection_points[player] = collections_value(state.artifacts[player])
        state.silver[player] += tables.adventure_silver[adventure]
        state.adventure_points[player] += tables.adventure_points[adventure]
    else:
        state.assistant_adventures[player] += 1
        state.assistants[player, tables.adventure_assistant[adventure]] += 1
