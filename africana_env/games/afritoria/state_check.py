"""Faults of saved states beyond cards in the wrong place (`rules/zones.py`)."""

import numpy as np

from africana_env.engine.game.state import RUNNING
from africana_env.engine.game.zones import count_kinds
from africana_env.games.afritoria.rules import state as rules
from africana_env.games.afritoria.rules.zones import IN_SIGHT

SEATS = np.arange(rules.MAX_PLAYERS)


def state_faults(table, states):
    """Yield each kind of fault, and the states that have it."""
    for what, faults in CHECKS:
        for wrong in faults(table, states):
            yield what, wrong


def in_sight_faults(table, states):
    """Wrong counts of the cards that everyone sees."""
    yield count_kinds(IN_SIGHT, states, rules.KINDS) != states["in_sight"]


def everyone(states):
    """Return the bits of all seats that play."""
    return (1 << int(states["num_players"][0])) - 1


def has_seat(bits, seats=SEATS):
    """Return whether the bit of each seat is set."""
    return (bits >> seats) & 1 == 1


def hand_faults(table, states):
    """Hands that are too large, or cards seen by a seat that cannot know them."""
    there, seen = states["hand"] != rules.EMPTY, states["hand_seen"]
    yield states["hand_size"] > table.hand
    yield has_seat(seen, SEATS[:, None]) != there
    yield np.where(there, seen > everyone(states), seen != 0)


def pile_faults(table, states):
    """A pile that does not fill its part of the ring, or cards put under it that do not lie at its bottom."""
    size, put, depth = states["pile_size"][:, None], states["put_size"][:, None], np.arange(rules.CARDS)
    places = (states["pile_first"][:, None] + depth) % rules.CARDS
    pile, put_by = (np.take_along_axis(states[name], places, axis=1) for name in ("pile", "pile_from"))
    was_put = put_by != rules.NOT_PUT
    yield (pile != rules.EMPTY) != (depth < size)
    yield put > size
    yield was_put != ((size - put <= depth) & (depth < size))
    yield was_put & ((put_by - rules.PUT_BY) % rules.MAX_PLAYERS >= states["num_players"][:, None])


def score_pile_faults(table, states):
    """Score piles that do not add up to the points, or that leave no room for the rounds to come."""
    rounds_left = 1 + states["pile_size"] // states["num_players"]
    yield states["score_size"] > rules.SCORE_PILE - rounds_left[:, None]
    scored = states["score_pile"]
    values = np.where(scored > 0, table.value[(scored - 1) % rules.STRENGTHS], 0)
    yield values.sum(axis=2) != states["points"]


def shown_hand_faults(table, states):
    """Shown cards that cannot be a hand, or a card under the pile that was not in the hand its owner showed."""
    shown, fate, drawn = states["shown"], states["shown_fate"], states["shown_drawn"]
    there = shown != rules.EMPTY
    number = there.sum(axis=2)
    yield (there != (np.arange(rules.HAND) < number[..., None])) | (there != (fate > 0))
    yield number > np.where(states["num_players"][:, None] > SEATS, table.hand, 0)
    put = (states["pile_from"] >= rules.PUT_BY) & (states["pile_from"] < rules.PUT_EARLIER_BY)
    owner = np.where(put, states["pile_from"] - rules.PUT_BY, 0)
    hand_of_owner = shown[np.arange(len(states))[:, None], owner]
    yield put & ~(hand_of_owner == states["pile"][..., None]).any(axis=2)
    # A seat that still has to put cards under the pile has just shown its hand: none of these cards was played.
    puts = (states["to_put"] > 0)[:, None] & (states["current_player"][:, None] == SEATS)
    yield puts[..., None] & (fate > rules.IN_HAND_OR_PILE)
    yield (drawn != 0) & (fate != rules.IN_HAND_OR_PILE) & (fate != rules.MAY_BE_PLAYED)
    yield (drawn > everyone(states)) | has_seat(drawn, SEATS[:, None])


def fate_faults(table, states):
    """Cards of a shown hand that are not where another seat expects them. The owner put the right number of cards under
    the pile. The hand holds every card that was neither put there nor drawn nor played.

    Axes are the states, the owner of the hand, the seat, a card of the hand, and the cards like it.
    """
    if (states["shown"] == rules.EMPTY).all():
        return
    shown, fate = states["shown"][:, :, None], states["shown_fate"][:, :, None]
    alike = shown[..., None] == shown[..., None, :]
    first = (shown != rules.EMPTY) & ~(alike & np.tri(rules.HAND, k=-1, dtype=np.bool_)).any(axis=4)
    drawn = has_seat(states["shown_drawn"][:, :, None], SEATS[:, None])
    gone = (alike & ((fate == rules.TURNED_UP) | drawn)[..., None, :]).sum(axis=4)
    staying = (alike & ((fate == rules.IN_HAND_OR_PILE) & ~drawn)[..., None, :]).sum(axis=4)

    put_by_owner = states["pile_from"][:, None, None, None] == rules.PUT_BY + SEATS[:, None, None, None]
    in_pile = (put_by_owner & (states["pile"][:, None, None, None] == shown[..., None])).sum(axis=4)
    unknown = ~has_seat(states["hand_seen"][:, :, None], SEATS[:, None])
    in_hand = (unknown[..., None, :] & (states["hand"][:, :, None, None] == shown[..., None])).sum(axis=4)

    left = alike.sum(axis=4) - in_pile - gone
    to_put = np.where(states["current_player"][:, None] == SEATS, states["to_put"][:, None], 0)
    away = (table.show_cards - to_put)[..., None] - ((in_pile + gone) * first).sum(axis=3)
    least = (np.maximum(0, staying - in_hand - in_pile) * first).sum(axis=3)
    wrong = (away < least) | (away > (left * first).sum(axis=3)) | ((left < 0) & first).any(axis=3)
    plays = states["num_players"][:, None] > SEATS
    other = (SEATS[:, None] != SEATS) & plays[:, None]
    yield wrong & other & (shown[..., 0] != rules.EMPTY)


def played_card_faults(table, states):
    """Cards played by some seats only, or a special card that competes."""
    kind, standing = states["played"], states["standing"]
    played = (states["num_players"][:, None] > SEATS) & (kind[:, :1] != rules.EMPTY)
    yield (kind != rules.EMPTY) != played
    yield (standing != rules.NOT_PLAYED) != played
    yield (kind >= rules.ANIMALS) & (standing != rules.OUT)


def phase_faults(table, states):
    """A player to move without the cards for the phase, or a hand without room for the cards it may still get."""
    rows, mover, phase = np.arange(len(states)), states["current_player"], states["phase"]
    size, to_put = states["hand_size"], states["to_put"]
    plays, commit = states["num_players"][:, None] > SEATS, phase == rules.COMMIT
    wrong = (commit & (states["colour"] > 0)) | ((to_put > 0) != (phase == rules.PUT_UNDER))
    may_have_committed = commit[:, None] & (mover[:, None] != SEATS) & (states["committed"] < size)
    wrong |= ((states["committed"] != rules.EMPTY) & ~may_have_committed).any(axis=1)
    wrong |= (commit != (states["played"][:, 0] == rules.EMPTY)) | (commit & (plays & (size == 0)).any(axis=1))
    in_dispute = (phase == rules.RANGER_TAKES) | (phase == rules.STEAL) | (phase == rules.PICK)
    wrong |= in_dispute & (plays & (size + (states["standing"] != rules.WON) > table.hand)).any(axis=1)

    card, row, own_size = states["played"][rows, mover], states["row"], size[rows, mover]
    animals = (row >= 0) & (row < rules.ANIMALS)
    colour = states["colour"]
    others_scored = states["score_size"].sum(axis=1) > states["score_size"][rows, mover]
    competes = (states["standing"][rows, mover] == rules.COMPETING) & (card >= 0) & (card < rules.ANIMALS)
    wanted = (animals & (row // rules.STRENGTHS == colour[:, None])).any(axis=1)
    drawn = table.show_cards - to_put
    room = (drawn >= 0) & (drawn <= states["pile_size"]) & (to_put <= own_size) & (own_size <= table.hand - drawn)
    about = {
        rules.RANGER_TAKES: (card == rules.RANGER) & animals.any(axis=1),
        rules.STEAL: (card == rules.POACHER) & others_scored,
        rules.PICK: competes & (card // rules.STRENGTHS == colour) & wanted,
        rules.OFFER: states["pile_size"] >= table.show_cards,
        rules.PUT_UNDER: room,
    }
    for name, there in about.items():
        wrong |= (phase == name) & ~there
    yield wrong & (states["status"] == RUNNING)


CHECKS = (
    ("the number of cards of a kind", in_sight_faults),
    ("the hands", hand_faults),
    ("the pile", pile_faults),
    ("the score piles", score_pile_faults),
    ("the hands that were shown", shown_hand_faults),
    ("the hands that were shown", fate_faults),
    ("the played cards", played_card_faults),
    ("the phase", phase_faults),
)
