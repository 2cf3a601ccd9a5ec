"""Entity observations of Afritoria: everything a seat may know, in terms that hold for every edition.

Each kind of card, each colour and each other player's score pile has a row. A card depends on the cards of its colour,
so its row counts the ones in the row and the stronger ones.
"""

import numpy as np

from africana_env.engine.game.entities import BYTE, EntityObservation, in_parts
from africana_env.engine.game.rule import natural, rule
from africana_env.engine.game.seats import rotated
from africana_env.engine.game.state import RUNNING, record_dtype
from africana_env.engine.game.turn import observe_turn
from africana_env.games.afritoria.entity_kinds import entity_space
from africana_env.games.afritoria.greedy import commitment_gain, worth_in_hand
from africana_env.games.afritoria.rules import state as rules
from africana_env.games.afritoria.rules.cards import is_animal, pile_place, strength_of

START = entity_space.starts
OF_GAME, OF_CARD, OF_COLOUR, OF_STEAL = entity_space.columns

scratch_dtype = record_dtype(
    [
        # by kind of card
        ("own", np.int8, (rules.KINDS,)),
        ("row", np.int8, (rules.KINDS,)),
        ("unseen", np.int8, (rules.KINDS,)),
        ("known", np.int8, (rules.KINDS,)),  # in others' hands
        ("played", np.int8, (rules.KINDS,)),
    ]
)


@rule
def observe_entities(tables, state, seat, scratch, features):
    """Fill `features` with everything that `seat` may know."""
    seat = natural(seat)
    features[:] = 0
    observe_game(tables, state, seat, features)
    count_cards(tables, state, seat, scratch, features)
    observe_kinds(tables, state, scratch, features)
    observe_values(tables, state, seat, scratch, features)


@rule
def value_of(tables, kind):
    """Return the points of a card; 0 for ranger and poacher."""
    return tables.value[strength_of(kind)] if is_animal(kind) else 0


@rule
def observe_game(tables, state, seat, features):
    """Fill in the round and the public part of each seat."""
    row = features[START.game :]
    mover = seat if state.phase == rules.COMMIT else natural(state.current_player)
    observe_turn(state, seat, mover, len(rules.PHASE_NAMES), rules.MAX_PLAYERS, row)
    row[OF_GAME.pile] = state.pile_size
    own_points = state.points[seat]
    for other in range(state.num_players):
        relative = rotated(state, seat, other)
        points, size = state.points[other], natural(state.score_size[other])
        row[OF_GAME.hand_own + relative] = state.hand_size[other]
        row[OF_GAME.points_own + relative] = min(points, BYTE)
        row[OF_GAME.cards_own + relative] = size
        top = 0
        if size > 0:
            kind = natural(state.score_pile[other, size - 1] - 1)
            top = value_of(tables, kind)
            features[START.card + kind * len(OF_CARD) + OF_CARD.top_own + relative] = 1
        row[OF_GAME.top_value_own + relative] = top
        if state.standing[other] != rules.NOT_PLAYED:
            kind = natural(state.played[other])
            row[OF_GAME.competing_own + (natural(state.standing[other]) - 1) * rules.MAX_PLAYERS + relative] = 1
            row[OF_GAME.played_ranger_own + relative] = kind == rules.RANGER
            row[OF_GAME.played_poacher_own + relative] = kind == rules.POACHER
            features[START.card + kind * len(OF_CARD) + OF_CARD.played_own + relative] = 1
        if relative > 0:
            pile = features[START.steal + (relative - 1) * len(OF_STEAL) :]
            pile[OF_STEAL.cards] = size
            pile[OF_STEAL.points] = min(points, BYTE)
            pile[OF_STEAL.top_value] = top
            pile[OF_STEAL.ahead] = min(max(points - own_points, 0), BYTE)


@rule
def count_cards(tables, state, seat, scratch, features):
    """Count the known places of each kind of card in `scratch` and `features`."""
    players = natural(state.num_players)
    for kind in range(rules.KINDS):
        scratch.own[kind] = 0
        scratch.row[kind] = 0
        scratch.known[kind] = 0
        scratch.played[kind] = 0
        scratch.unseen[kind] = tables.copies[players, kind] - state.in_sight[kind]
    for place in range(rules.ROW):
        if state.row[place] != rules.EMPTY:
            scratch.row[natural(state.row[place])] += 1
    for slot in range(state.hand_size[seat]):
        kind = natural(state.hand[seat, slot])
        scratch.own[kind] += 1
        scratch.unseen[kind] -= 1
        features[START.card + kind * len(OF_CARD) + OF_CARD.known_of_own] += (
            state.hand_seen[seat, slot] & ~(1 << seat) != 0
        )
    slot = state.committed[seat]
    if slot != rules.EMPTY:
        kind = natural(state.hand[seat, natural(slot)])
        features[START.card + kind * len(OF_CARD) + OF_CARD.committed] = 1
    for depth in range(natural(state.pile_size - state.put_size), natural(state.pile_size)):
        place = pile_place(state, depth)
        if (state.pile_from[place] - rules.PUT_BY) % rules.MAX_PLAYERS == seat:
            kind = natural(state.pile[place])
            scratch.unseen[kind] -= 1
            features[START.card + kind * len(OF_CARD) + OF_CARD.put] += 1
    for other in range(players):
        relative = rotated(state, seat, other)
        if state.standing[other] != rules.NOT_PLAYED:
            scratch.played[natural(state.played[other])] += 1
        for card in range(rules.HAND):
            is_there = (
                state.shown[other, card] != rules.EMPTY and state.shown_fate[other, card] == rules.IN_HAND_OR_PILE
            )
            if is_there and (state.shown_drawn[other, card] >> seat) & 1 == 0:
                kind = natural(state.shown[other, card])
                features[START.card + kind * len(OF_CARD) + OF_CARD.shown_own + relative] += 1
        if other == seat:
            continue
        for slot in range(state.hand_size[other]):
            if (state.hand_seen[other, slot] >> seat) & 1 == 1:
                kind = natural(state.hand[other, slot])
                scratch.known[kind] += 1
                scratch.unseen[kind] -= 1
                features[START.card + kind * len(OF_CARD) + OF_CARD.known_next + relative - 1] += 1


@rule
def observe_kinds(tables, state, scratch, features):
    """Fill the rows of colours and cards, from the strongest card down to count stronger ones."""
    disputed = state.colour if state.phase == rules.PICK and state.status == RUNNING else rules.COLOURS
    row_cards, row_value = 0, 0
    for colour in range(state.num_players):
        own, row, played, unseen, value = 0, 0, 0, 0, 0
        for strength in range(rules.STRENGTHS):
            kind = colour * rules.STRENGTHS + strength
            own += scratch.own[kind]
            row += scratch.row[kind]
            played += scratch.played[kind]
            unseen += scratch.unseen[kind]
            if scratch.row[kind] > 0:
                value = max(value, int(tables.value[strength]))
        entry = features[START.colour + colour * len(OF_COLOUR) :]
        entry[OF_COLOUR.own] = own
        entry[OF_COLOUR.row] = row
        entry[OF_COLOUR.row_value] = value
        entry[OF_COLOUR.played] = played
        entry[OF_COLOUR.unseen] = unseen
        entry[OF_COLOUR.disputed] = colour == disputed
        row_cards += row
        row_value = max(row_value, value)
        own_stronger, unseen_stronger, known_stronger, played_stronger = 0, 0, 0, 0
        for number in range(rules.STRENGTHS):
            strength = rules.STRENGTHS - 1 - number
            kind = colour * rules.STRENGTHS + strength
            entry = features[START.card + kind * len(OF_CARD) :]
            if is_seen(scratch, kind, entry):
                entry[OF_CARD.strength] = strength + 1
                entry[OF_CARD.value] = tables.value[strength]
                entry[OF_CARD.row_of_colour] = row
                entry[OF_CARD.row_value] = value
                entry[OF_CARD.own_of_colour] = own
                entry[OF_CARD.own_stronger] = own_stronger
                entry[OF_CARD.unseen_stronger] = unseen_stronger
                entry[OF_CARD.known_stronger] = known_stronger
                entry[OF_CARD.played_stronger] = played_stronger
                entry[OF_CARD.disputed] = colour == disputed
                show_counts(scratch, kind, entry)
            own_stronger += scratch.own[kind]
            unseen_stronger += scratch.unseen[kind]
            known_stronger += scratch.known[kind]
            played_stronger += scratch.played[kind]
    for special in range(rules.RANGER, rules.KINDS):
        entry = features[START.card + special * len(OF_CARD) :]
        entry[special - rules.RANGER] = 1
        entry[OF_CARD.row_of_colour] = row_cards
        entry[OF_CARD.row_value] = row_value
        show_counts(scratch, special, entry)


@rule
def is_seen(scratch, kind, entry):
    """Return whether a card of this kind is in the observer's hand, in the row, or in another known place.

    Discarded cards and cards deep in a score pile do not count."""
    seen = scratch.own[kind] + scratch.row[kind] > 0
    for column in range(len(OF_CARD)):
        seen |= entry[column] != 0
    return seen


@rule
def show_counts(scratch, kind, entry):
    """Fill in the counts of a kind of card."""
    entry[OF_CARD.own] = scratch.own[kind]
    entry[OF_CARD.row] = scratch.row[kind]
    entry[OF_CARD.unseen] = scratch.unseen[kind]


@rule
def observe_values(tables, state, seat, scratch, features):
    """Fill in the values of the observer's cards, in hand and committed, as estimated by `greedy`."""
    best = 0
    for kind in range(rules.KINDS):
        if scratch.own[kind] == 0:
            continue
        entry = features[START.card + kind * len(OF_CARD) :]
        entry[OF_CARD.worth] = in_parts(worth_in_hand(tables, kind))
        if state.status == RUNNING and state.phase == rules.COMMIT:
            gain = in_parts(commitment_gain(tables, state, seat, kind))
            entry[OF_CARD.gain] = gain
            best = max(best, gain)
    features[START.game + OF_GAME.best_gain] = best


entity_observation = EntityObservation(entity_space, observe_entities, scratch_dtype)
