"""Observations: everything a seat may know (RULES.md, "Hidden and public").

Seats are rotated: the observer comes first, then the others in turn order. While all commit at the same time, a player
does not see who has committed.
"""

from africana_env.engine.game.rule import natural, rule
from africana_env.engine.game.seats import rotated
from africana_env.engine.game.spaces import ObservationField, ObservationSpace
from africana_env.engine.game.state import RUNNING
from africana_env.engine.game.turn import observe_turn, turn_fields
from africana_env.games.afritoria.rules.cards import (
    colour_of,
    is_animal,
    pile_place,
    shown_cards_in_pile,
    shown_cards_put,
    strength_of,
)
from africana_env.games.afritoria.rules.state import (
    CARDS,
    COLOURS,
    COMMIT,
    COPIES,
    EMPTY,
    HAND,
    IN_HAND_OR_PILE,
    KINDS,
    MAX_PLAYERS,
    NOT_PLAYED,
    PHASE_NAMES,
    PICK,
    PUT_BY,
    RANGER,
    ROW,
    SCORE_PILE,
    SPECIALS,
    STRENGTHS,
    TURNED_UP,
)

POINTS_SHOWN = 100
MAX_VALUE = 99  # of an animal
MAX_HUNDREDS = SCORE_PILE * MAX_VALUE // POINTS_SHOWN
CARD = COLOURS + STRENGTHS + 2
"""Features of a card: colour, strength, ranger, poacher."""
_CARD = "colour, strength, ranger, poacher"

MOVER = "the player to move; while committing, the observer itself; zeros at the end"

_seats = (MAX_PLAYERS,)
_OTHERS = MAX_PLAYERS - 1
_KIND = "1 + the kind of card, 0 none"
_SHOWN = "of the hand shown last"

observation_space = ObservationSpace(
    *turn_fields(PHASE_NAMES, MAX_PLAYERS, mover=MOVER),
    ObservationField(
        "hand", (KINDS,), max(COPIES, SPECIALS), "the observer's hand by kind, committed card included", ("card",)
    ),
    ObservationField("committed", (CARD,), 1, f"the observer's committed card: {_CARD}"),
    ObservationField("row", (KINDS,), ROW, "the row by kind", ("card",)),
    ObservationField("played", (MAX_PLAYERS, CARD), 1, f"this round's revealed cards: {_CARD}", ("seat",)),
    ObservationField("standing", (MAX_PLAYERS, 3), 1, "the played card competes, has won, is out", ("seat",)),
    ObservationField("dispute", (COLOURS,), 1, "the colour whose animals are picking", ("colour",)),
    ObservationField(
        "known", (_OTHERS, KINDS), SPECIALS, "cards in the others' hands that the observer knows", ("other", "card")
    ),
    ObservationField(
        "known_of_own",
        (_OTHERS, KINDS),
        SPECIALS,
        "cards in the observer's hand that the others know",
        ("other", "card"),
    ),
    ObservationField(
        "shown", (MAX_PLAYERS, KINDS), SPECIALS, f"{_SHOWN}: in hand, under the pile or shown_drawn", ("seat", "card")
    ),
    ObservationField(
        "shown_played",
        (MAX_PLAYERS, HAND),
        KINDS,
        f"{_SHOWN}: cards that may have been played: {_KIND}",
        ("seat",),
        "card",
    ),
    ObservationField(
        "shown_drawn", _seats, HAND, f"{_SHOWN}: cards drawn from under the pile by others than the observer", ("seat",)
    ),
    ObservationField("hand_size", _seats, HAND, "cards in hand", ("seat",)),
    ObservationField("pile_size", (1,), CARDS, "cards in the pile"),
    ObservationField(
        "pile_card",
        (CARDS,),
        KINDS,
        f"the card at each depth, if the observer put it there: {_KIND}",
        ("depth",),
        "card",
    ),
    ObservationField(
        "pile_from",
        (CARDS,),
        2 * MAX_PLAYERS,
        "who put the card at each depth: 1 the observer, 2 the next seat and so on; "
        f"{MAX_PLAYERS} more if that seat has shown another hand since; 0 if it was never put there",
        ("depth",),
    ),
    ObservationField("discard", (KINDS,), SPECIALS, "discarded cards by kind", ("card",)),
    ObservationField(
        "score_pile",
        (MAX_PLAYERS, SCORE_PILE),
        KINDS,
        f"the score piles from the bottom up: {_KIND}",
        ("seat",),
        "card",
    ),
    ObservationField("top", (MAX_PLAYERS, CARD), 1, f"derived: the top cards of the score piles: {_CARD}"),
    ObservationField("hundreds", _seats, MAX_HUNDREDS, "points on the score piles // 100", ("seat",)),
    ObservationField("points", _seats, POINTS_SHOWN - 1, "points on the score piles % 100", ("seat",)),
    # Derived from the above, for learners.
    ObservationField("unseen", (KINDS,), SPECIALS, "cards in places unknown to the observer, by kind"),
)

FEATURE = observation_space.starts
"""Index of the first feature of each field, by name."""


@rule
def observe(tables, state, seat, features):
    """Fill `features` with everything that `seat` may know."""
    seat = natural(seat)
    features[:] = 0
    observe_round(state, seat, features)
    players = natural(state.num_players)
    for kind in range(KINDS):
        features[FEATURE.discard + kind] = state.discard[kind]
        features[FEATURE.unseen + kind] = tables.copies[players, kind] - state.in_sight[kind]
    for place in range(ROW):
        if state.row[place] != EMPTY:
            features[FEATURE.row + natural(state.row[place])] += 1
    observe_own_hand(state, seat, features)
    observe_pile(state, seat, features)
    for other in range(state.num_players):
        relative = rotated(state, seat, other)
        observe_seat(state, other, relative, features)
        if state.shown[other, 0] != EMPTY:
            observe_shown_hand(tables, state, seat, other, relative, features)
        if other != seat:
            observe_known(state, seat, other, natural(relative - 1), features)


@rule
def observe_round(state, seat, features):
    """Fill in the round and its phase."""
    mover = seat if state.phase == COMMIT else natural(state.current_player)
    observe_turn(state, seat, mover, len(PHASE_NAMES), MAX_PLAYERS, features[FEATURE.phase :])
    if state.status == RUNNING and state.phase == PICK:
        features[FEATURE.dispute + natural(state.colour)] = 1
    features[FEATURE.pile_size] = state.pile_size


@rule
def observe_card(kind, start, features):
    """Fill in the features of a card from `start` on."""
    if is_animal(kind):
        features[start + colour_of(kind)] = 1
        features[start + COLOURS + strength_of(kind)] = 1
    else:
        features[start + COLOURS + STRENGTHS + natural(kind - RANGER)] = 1


@rule
def observe_own_hand(state, seat, features):
    """Fill in the observer's hand and committed card.

    An empty slot adds 0 to the kind 0, which costs less than an unpredictable branch."""
    for slot in range(HAND):
        kind = natural(state.hand[seat, slot])
        there = state.hand[seat, slot] != EMPTY
        features[FEATURE.hand + kind] += there
        features[FEATURE.unseen + kind] -= there
    slot = state.committed[seat]
    if slot != EMPTY:
        observe_card(state.hand[seat, natural(slot)], FEATURE.committed, features)


@rule
def observe_pile(state, seat, features):
    """Fill in who put the cards at the bottom of the pile there, and the observer's own."""
    for depth in range(natural(state.pile_size - state.put_size), natural(state.pile_size)):
        place = pile_place(state, depth)
        put_by = state.pile_from[place] - PUT_BY
        earlier = put_by >= MAX_PLAYERS
        owner = put_by - MAX_PLAYERS if earlier else put_by
        relative = rotated(state, seat, owner)
        features[FEATURE.pile_from + depth] = 1 + relative + (MAX_PLAYERS if earlier else 0)
        if relative == 0:
            kind = natural(state.pile[place])
            features[FEATURE.pile_card + depth] = 1 + kind
            features[FEATURE.unseen + kind] -= 1


@rule
def observe_seat(state, other, relative, features):
    """Fill in the public part of a seat; `relative` is the seat counted from the observer."""
    features[FEATURE.hand_size + relative] = state.hand_size[other]
    points = natural(state.points[other])
    features[FEATURE.hundreds + relative] = points // POINTS_SHOWN
    features[FEATURE.points + relative] = points % POINTS_SHOWN
    if state.standing[other] != NOT_PLAYED:
        features[FEATURE.standing + 3 * relative + natural(state.standing[other] - 1)] = 1
        observe_card(state.played[other], FEATURE.played + CARD * relative, features)
    size = natural(state.score_size[other])
    for place in range(SCORE_PILE):  # 0 above the top card
        features[FEATURE.score_pile + relative * SCORE_PILE + place] = state.score_pile[other, place]
    if size > 0:
        observe_card(state.score_pile[other, natural(size - 1)] - 1, FEATURE.top + CARD * relative, features)


@rule
def observe_shown_hand(tables, state, seat, other, relative, features):
    """Fill in the hand that `other` showed last, without cards that the observer `seat` has drawn."""
    drawn = shown_cards_put(tables, state, other) - shown_cards_in_pile(state, other)
    for card in range(HAND):
        kind = state.shown[other, card]
        if kind != EMPTY:
            fate = state.shown_fate[other, card]
            if fate == TURNED_UP or (state.shown_drawn[other, card] >> seat) & 1 == 1:
                drawn -= 1
            elif fate == IN_HAND_OR_PILE:
                features[FEATURE.shown + relative * KINDS + natural(kind)] += 1
            else:
                features[FEATURE.shown_played + relative * HAND + card] = 1 + kind
    features[FEATURE.shown_drawn + relative] = drawn


@rule
def observe_known(state, seat, other, number, features):
    """Fill in the cards of another hand that the observer knows, and the reverse; `number` counts the others from 0."""
    for slot in range(HAND):
        kind = natural(state.hand[other, slot])
        known = (state.hand_seen[other, slot] >> seat) & 1
        features[FEATURE.known + number * KINDS + kind] += known
        features[FEATURE.unseen + kind] -= known
        kind = natural(state.hand[seat, slot])
        features[FEATURE.known_of_own + number * KINDS + kind] += (state.hand_seen[seat, slot] >> other) & 1
