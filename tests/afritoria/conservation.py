"""Where every card of Afritoria is."""

from collections import Counter

from africana_env.engine.state import RUNNING
from africana_env.games.afritoria.rules.state import (
    ANIMALS,
    CARDS,
    COMMIT,
    COMPETING,
    EMPTY,
    IN_HAND_OR_PILE,
    KINDS,
    MAX_PLAYERS,
    MAY_BE_PLAYED,
    NOT_PLAYED,
    OUT,
    PICK,
    PUT_EARLIER_BY,
    PUT_UNDER,
    RANGER_TAKES,
    STEAL,
    STRENGTHS,
    TURNED_UP,
)


def pile_of(state):
    """The pile, top first: kinds and who put them there."""
    places = [(int(state.pile_first) + depth) % CARDS for depth in range(state.pile_size)]
    return [int(state.pile[place]) for place in places], [int(state.pile_from[place]) for place in places]


def hand_of(state, seat):
    """The kinds of a hand, a committed card included."""
    return [int(kind) for kind in state.hand[seat, : state.hand_size[seat]]]


def unsettled(state):
    """Revealed animals that lie neither on a score pile nor on the discard pile yet."""
    if state.status != RUNNING or state.phase not in (RANGER_TAKES, STEAL, PICK):
        return []
    pairs = zip(state.played.tolist(), state.standing.tolist(), strict=True)
    return [kind for kind, standing in pairs if standing in (COMPETING, OUT) and kind < ANIMALS]


def check_conservation(state, tables, knows=None):
    """Fail unless every card is in one place, and everything kept beside the cards is right. `knows` is the seat for
    which the state was resampled, if it was: the others have not committed then."""
    players = int(state.num_players)
    seats = range(players)
    pile, put_by = pile_of(state)

    open_cards = Counter(kind for kind in state.row.tolist() if kind != EMPTY)
    open_cards.update({kind: int(count) for kind, count in enumerate(state.discard)})
    for seat in seats:
        open_cards.update(kind - 1 for kind in state.score_pile[seat, : state.score_size[seat]].tolist())
    open_cards.update(unsettled(state))
    everywhere = open_cards + Counter(pile) + sum((Counter(hand_of(state, seat)) for seat in seats), Counter())
    assert [everywhere[kind] for kind in range(KINDS)] == tables.copies[players].tolist()
    assert [open_cards[kind] for kind in range(KINDS)] == state.in_sight.tolist()

    for seat in range(MAX_PLAYERS):
        size = state.hand_size[seat]
        assert 0 <= size <= tables.hand if seat < players else size == 0
        assert (state.hand[seat, :size] >= 0).all()
        assert (state.hand[seat, size:] == EMPTY).all()
        for seen in state.hand_seen[seat, :size].tolist():
            assert seen >> seat & 1, "everyone knows the own hand"
            assert seen < 1 << players
        assert not state.hand_seen[seat, size:].any()
        scored = state.score_pile[seat, : state.score_size[seat]].tolist()
        assert all(0 < kind <= ANIMALS for kind in scored)
        assert not state.score_pile[seat, state.score_size[seat] :].any()
        assert state.points[seat] == sum(tables.value[(kind - 1) % STRENGTHS] for kind in scored)
        committed = state.committed[seat]
        has_committed = state.status == RUNNING and state.phase == COMMIT and seat < state.current_player
        has_committed &= knows in (None, seat)
        assert 0 <= committed < size if has_committed else committed == EMPTY
        assert (state.played[seat] == EMPTY) == (state.standing[seat] == NOT_PLAYED)
        shown = state.shown[seat].tolist()
        number = len(shown) - shown.count(EMPTY)
        assert number in (0, tables.hand)
        assert EMPTY not in shown[:number]
        assert set(state.shown_fate[seat, :number].tolist()) <= {IN_HAND_OR_PILE, MAY_BE_PLAYED, TURNED_UP}
        assert not state.shown_fate[seat, number:].any()

    size = len(pile)
    assert all(kind >= 0 for kind in pile)
    assert sorted(state.pile.tolist()) == [EMPTY] * (CARDS - size) + sorted(pile)
    assert sorted(state.pile_from.tolist()) == [0] * (CARDS - size) + sorted(put_by)
    assert state.put_size == sum(seat > 0 for seat in put_by)
    assert all(seat == 0 for seat in put_by[: size - state.put_size])
    for seat in range(MAX_PLAYERS):
        last, earlier = put_by.count(1 + seat), put_by.count(PUT_EARLIER_BY + seat)
        assert last <= tables.show_cards
        assert seat < players or last == earlier == 0
        assert last + earlier == 0 or state.shown[seat, 0] != EMPTY
    assert (state.to_put > 0) == (state.status == RUNNING and state.phase == PUT_UNDER)
