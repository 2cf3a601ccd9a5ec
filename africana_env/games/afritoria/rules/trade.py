"""Dividing the row among the played animals (rulebook: Divide trading cards; rulings 6 and 7)."""

from africana_env.engine.game.rule import natural, rule
from africana_env.games.afritoria.rules.cards import add_to_hand, colour_of, everyone, put_on_score_pile, strength_of
from africana_env.games.afritoria.rules.specials import take_off_row
from africana_env.games.afritoria.rules.state import (
    COLOURS,
    COMPETING,
    EMPTY,
    NOBODY,
    OUT,
    PICK,
    POACHER,
    RANGER,
    ROW,
    WON,
)


@rule
def give_out_specials(tables, state):
    """Rangers in the row go to the lowest, then poachers to the highest of those competing (ruling 6)."""
    for special in (RANGER, POACHER):
        for place in range(ROW):
            if state.row[place] == special:
                winner = lowest_or_highest(state, special)
                if winner != NOBODY:
                    win(tables, state, natural(winner), special)


@rule
def lowest_or_highest(state, special):
    """Return the player who takes a special, or NOBODY. Tied players are out until one is alone."""
    sign = 1 if special == POACHER else -1
    while True:
        winner = NOBODY
        for player in range(state.num_players):
            ahead = winner == NOBODY or sign * (strength(state, player) - strength(state, winner)) > 0
            if state.standing[player] == COMPETING and ahead:
                winner = player
        if winner == NOBODY or not put_out_ties(state, winner):
            return winner


@rule
def strength(state, player):
    return strength_of(state.played[natural(player)])


@rule
def put_out_ties(state, winner):
    """Put all players out if others compete with the winner's strength. Return whether they do."""
    tied = False
    for player in range(state.num_players):
        equal = strength(state, player) == strength(state, winner)
        if player != winner and state.standing[player] == COMPETING and equal:
            state.standing[player] = OUT
            tied = True
    if tied:
        state.standing[natural(winner)] = OUT
    return tied


@rule
def win(tables, state, player, kind):
    """Score the played animal, and take a card of the row openly into the hand."""
    take_off_row(state, kind)
    state.in_sight[natural(kind)] -= 1
    add_to_hand(state, player, kind, everyone(state))
    put_on_score_pile(tables, state, player, state.played[player])
    state.standing[player] = WON


@rule
def next_pick(state):
    """Go on to the next player who may pick an animal, colour by colour (ruling 7). Return whether there is one."""
    colours = colours_in_row(state)
    while state.colour < COLOURS:
        if (colours >> state.colour) & 1 == 1:
            player = strongest(state)
            while player != NOBODY:
                if not put_out_ties_of_colour(state, natural(player)):
                    state.current_player = player
                    state.phase = PICK
                    return True
                player = strongest(state)
        state.colour += 1
    return False


@rule
def colours_in_row(state):
    """Return a bit for every colour of animals in the row, and one for specials."""
    colours = 0
    for place in range(ROW):
        if state.row[place] != EMPTY:
            colours |= 1 << colour_of(state.row[place])
    return colours


@rule
def strongest(state):
    """Return the seat with the strongest competing animal of the disputed colour, or NOBODY."""
    found = NOBODY
    for player in range(state.num_players):
        competes = state.standing[player] == COMPETING and colour_of(state.played[player]) == state.colour
        if competes and (found == NOBODY or state.played[player] > state.played[natural(found)]):
            found = player
    return found


@rule
def put_out_ties_of_colour(state, winner):
    """Put both players out if another competes with the identical animal. Return whether one does."""
    for player in range(state.num_players):
        identical = state.played[player] == state.played[winner]
        if player != winner and state.standing[player] == COMPETING and identical:
            state.standing[player] = OUT
            state.standing[winner] = OUT
            return True
    return False
