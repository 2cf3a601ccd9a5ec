"""State check: what the rules cannot go on from, beside cards that are not in one place (`rules/zones.py`)."""

import numpy as np

from africana_env.engine.game.state import RUNNING
from africana_env.engine.game.zones import count_kinds, somewhere
from africana_env.games.afritoria.rules.state import (
    ANIMALS,
    CARDS,
    COMMIT,
    COMPETING,
    EMPTY,
    HAND,
    IN_HAND_OR_PILE,
    KINDS,
    MAX_PLAYERS,
    MAY_BE_PLAYED,
    NOT_PLAYED,
    NOT_PUT,
    OFFER,
    OUT,
    PICK,
    POACHER,
    PUT_BY,
    PUT_EARLIER_BY,
    PUT_UNDER,
    RANGER,
    RANGER_TAKES,
    SCORE_PILE,
    STEAL,
    STRENGTHS,
    TURNED_UP,
    WON,
)
from africana_env.games.afritoria.rules.zones import IN_SIGHT

SEATS = np.arange(MAX_PLAYERS)


def state_faults(table, states):
    """Yield what can be wrong, and in which states it is."""
    in_sight = sum(count_kinds(zone, states, KINDS) for zone in IN_SIGHT)
    yield "the number of cards of a kind", somewhere(in_sight != states["in_sight"])
    yield "the hands", hands_are_wrong(table, states)
    yield "the pile", pile_is_wrong(states)
    yield "the score piles", score_piles_are_wrong(table, states)
    yield "the hands that were shown", shown_hands_are_wrong(table, states)
    yield "the hands that were shown", fates_are_wrong(table, states)
    yield "the played cards", played_cards_are_wrong(states)
    yield "the phase", (states["status"] == RUNNING) & phase_is_wrong(table, states)


def everyone(states):
    """The bits of all seats that play."""
    return (1 << int(states["num_players"][0])) - 1


def hands_are_wrong(table, states):
    """Whether a hand is too large, or its owner or a seat that nobody takes is said to know what it cannot."""
    there, seen = states["hand"] != EMPTY, states["hand_seen"]
    own = (seen >> SEATS[:, None]) & 1 == 1
    wrong = somewhere(states["hand_size"] > table.hand) | somewhere(own != there)
    return wrong | somewhere(np.where(there, seen > everyone(states), seen != 0))


def pile_is_wrong(states):
    """Whether the pile does not fill its part of the ring, or what was put under it does not lie at the bottom."""
    size, put, depth = states["pile_size"][:, None], states["put_size"][:, None], np.arange(CARDS)
    places = (states["pile_first"][:, None] + depth) % CARDS
    pile, put_by = (np.take_along_axis(states[name], places, axis=1) for name in ("pile", "pile_from"))
    wrong = somewhere((pile != EMPTY) != (depth < size)) | somewhere(put > size)
    wrong |= somewhere((put_by != NOT_PUT) != ((size - put <= depth) & (depth < size)))
    return wrong | somewhere((put_by != NOT_PUT) & ((put_by - PUT_BY) % MAX_PLAYERS >= states["num_players"][:, None]))


def score_piles_are_wrong(table, states):
    """Whether score piles do not make up the points, or leave no room for the rounds to come."""
    rounds_left = 1 + states["pile_size"] // states["num_players"]
    wrong = somewhere(states["score_size"] > SCORE_PILE - rounds_left[:, None])
    scored = states["score_pile"]
    values = np.where(scored > 0, table.value[(scored - 1) % STRENGTHS], 0)
    return wrong | somewhere(values.sum(axis=2) != states["points"])


def shown_hands_are_wrong(table, states):
    """Whether a seat has shown what cannot be a hand, or put a card under the pile that this hand did not have."""
    shown, fate, drawn = states["shown"], states["shown_fate"], states["shown_drawn"]
    there = shown != EMPTY
    number = there.sum(axis=2)
    wrong = somewhere(there != (np.arange(HAND) < number[..., None])) | somewhere(there != (fate > 0))
    wrong |= somewhere(number > np.where(states["num_players"][:, None] > SEATS, table.hand, 0))
    put = (states["pile_from"] >= PUT_BY) & (states["pile_from"] < PUT_EARLIER_BY)
    owner = np.where(put, states["pile_from"] - PUT_BY, 0)
    hand_of_owner = shown[np.arange(len(states))[:, None], owner]
    wrong |= somewhere(put & ~(hand_of_owner == states["pile"][..., None]).any(axis=2))
    # Since a seat that puts cards under the pile has shown its hand, nobody has played.
    puts = (states["to_put"] > 0)[:, None] & (states["current_player"][:, None] == SEATS)
    wrong |= somewhere(puts[..., None] & (fate > IN_HAND_OR_PILE))
    wrong |= somewhere((drawn != 0) & (fate != IN_HAND_OR_PILE) & (fate != MAY_BE_PLAYED))
    return wrong | somewhere((drawn > everyone(states)) | ((drawn >> SEATS[:, None]) & 1 == 1))


def fates_are_wrong(table, states):
    """Whether the cards of a shown hand cannot be where another seat has reason to think they are: as many went under
    the pile as were to, and of those that are neither there, nor drawn from there, nor played, each is in the hand.

    Axes are the states, the owner of the hand, the seat, a card of the hand, and the cards that may be like it."""
    shown, fate = states["shown"][:, :, None], states["shown_fate"][:, :, None]
    alike = shown[..., None] == shown[..., None, :]
    first = (shown != EMPTY) & ~(alike & np.tri(HAND, k=-1, dtype=np.bool_)).any(axis=4)
    drawn = (states["shown_drawn"][:, :, None] >> SEATS[:, None]) & 1 == 1
    gone = (alike & ((fate == TURNED_UP) | drawn)[..., None, :]).sum(axis=4)
    staying = (alike & ((fate == IN_HAND_OR_PILE) & ~drawn)[..., None, :]).sum(axis=4)

    put_by_owner = states["pile_from"][:, None, None, None] == PUT_BY + SEATS[:, None, None, None]
    in_pile = (put_by_owner & (states["pile"][:, None, None, None] == shown[..., None])).sum(axis=4)
    unknown = (states["hand_seen"][:, :, None] >> SEATS[:, None]) & 1 == 0
    in_hand = (unknown[..., None, :] & (states["hand"][:, :, None, None] == shown[..., None])).sum(axis=4)

    left = alike.sum(axis=4) - in_pile - gone
    to_put = np.where(states["current_player"][:, None] == SEATS, states["to_put"][:, None], 0)
    away = (table.show_cards - to_put)[..., None] - ((in_pile + gone) * first).sum(axis=3)
    least = (np.maximum(0, staying - in_hand - in_pile) * first).sum(axis=3)
    wrong = (away < least) | (away > (left * first).sum(axis=3)) | ((left < 0) & first).any(axis=3)
    plays = states["num_players"][:, None] > SEATS
    other = (SEATS[:, None] != SEATS) & plays[:, None]
    return somewhere(wrong & other & (shown[..., 0] != EMPTY))


def played_cards_are_wrong(states):
    """Whether some seats have played a card and others not, or a special competes."""
    kind, standing = states["played"], states["standing"]
    played = (states["num_players"][:, None] > SEATS) & (kind[:, :1] != EMPTY)
    wrong = somewhere((kind != EMPTY) != played) | somewhere((standing != NOT_PLAYED) != played)
    return wrong | somewhere((kind >= ANIMALS) & (standing != OUT))


def phase_is_wrong(table, states):
    """Whether the player to move lacks what the phase is about, or a hand has no room for what it may still get."""
    rows, mover, phase = np.arange(len(states)), states["current_player"], states["phase"]
    size, to_put = states["hand_size"], states["to_put"]
    plays, commit = states["num_players"][:, None] > SEATS, phase == COMMIT
    wrong = (commit & (states["colour"] > 0)) | ((to_put > 0) != (phase == PUT_UNDER))
    may_have_committed = commit[:, None] & (mover[:, None] != SEATS) & (states["committed"] < size)
    wrong |= somewhere((states["committed"] != EMPTY) & ~may_have_committed)
    wrong |= (commit != (states["played"][:, 0] == EMPTY)) | (commit & somewhere(plays & (size == 0)))
    in_dispute = np.isin(phase, (RANGER_TAKES, STEAL, PICK))
    wrong |= in_dispute & somewhere(plays & (size + (states["standing"] != WON) > table.hand))

    card, row, own_size = states["played"][rows, mover], states["row"], size[rows, mover]
    animals = (row >= 0) & (row < ANIMALS)
    colour = states["colour"]
    others_scored = states["score_size"].sum(axis=1) > states["score_size"][rows, mover]
    competes = (states["standing"][rows, mover] == COMPETING) & (card >= 0) & (card < ANIMALS)
    wanted = somewhere(animals & (row // STRENGTHS == colour[:, None]))
    drawn = table.show_cards - to_put
    room = (drawn >= 0) & (drawn <= states["pile_size"]) & (to_put <= own_size) & (own_size <= table.hand - drawn)
    about = {
        RANGER_TAKES: (card == RANGER) & somewhere(animals),
        STEAL: (card == POACHER) & others_scored,
        PICK: competes & (card // STRENGTHS == colour) & wanted,
        OFFER: states["pile_size"] >= table.show_cards,
        PUT_UNDER: room,
    }
    return wrong | np.any([(phase == name) & ~there for name, there in about.items()], axis=0)
