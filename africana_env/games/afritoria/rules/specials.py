"""Played rangers and poachers (rulebook: Ranger card, Poacher card; rulings 3 to 5)."""

from africana_env.engine.game.rule import natural, rule
from africana_env.engine.game.seats import seat_after
from africana_env.games.afritoria.rules.cards import is_animal, put_on_score_pile, take_off_score_pile
from africana_env.games.afritoria.rules.state import EMPTY, NOBODY, POACHER, RANGER, RANGER_TAKES, ROW, STEAL


@rule
def resolve_specials(state):
    """Return whether a special has an effect; its player then decides."""
    rangers = poachers = 0
    ranger = poacher = NOBODY
    for player in range(state.num_players):
        if state.played[player] == RANGER:
            rangers += 1
            ranger = player
        elif state.played[player] == POACHER:
            poachers += 1
            poacher = player
    if rangers == 1 and poachers <= 1:
        if animals_in_row(state) > 0:
            state.current_player = ranger
            state.phase = RANGER_TAKES
            return True
    elif rangers == 0 and poachers == 1:
        for other in range(state.num_players):
            if other != poacher and state.score_size[other] > 0:
                state.current_player = poacher
                state.phase = STEAL
                return True
    return False


@rule
def animals_in_row(state):
    animals = 0
    for place in range(ROW):
        animals += is_animal(state.row[place])
    return animals


@rule
def take_off_row(state, kind):
    """Remove a card of this kind from the row."""
    for place in range(ROW):
        if state.row[place] == kind:
            state.row[place] = EMPTY
            return


@rule
def ranger_takes(tables, state, kind):
    """Take an animal of the row onto the score pile (ruling 4)."""
    take_off_row(state, kind)
    put_on_score_pile(tables, state, natural(state.current_player), kind)


@rule
def steal(tables, state, distance):
    """Take the top card of the score pile `distance` seats on onto the player's own (ruling 5)."""
    kind = take_off_score_pile(tables, state, seat_after(state, distance))
    put_on_score_pile(tables, state, natural(state.current_player), kind)
