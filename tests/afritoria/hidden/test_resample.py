"""`resample` of Afritoria varies all hidden parts and nothing else, and keeps the memory of hands."""

from collections import Counter, defaultdict
from itertools import combinations

import numpy as np
import pytest
import support
from afritoria.eager import EASILY_SHOWN, SHIPPED, eager_games
from afritoria.histories import MINI, layers, possible_deals, where_the_cards_are
from afritoria.lockstep import GAME, hand_of, pile_of
from afritoria.short_pile import after_shows_and_a_round, chances_under_the_pile, under_the_pile
from support import Setting, chi_square, first_and_last, games_in_progress, observed

from africana_env import Batch
from africana_env.engine.batch.state_check import check_states
from africana_env.games.afritoria.rules.action_space import ACTION
from africana_env.games.afritoria.rules.names import kind_names
from africana_env.games.afritoria.rules.state import (
    CARDS,
    COMMIT,
    EMPTY,
    IN_HAND_OR_PILE,
    MAX_PLAYERS,
    MAY_BE_PLAYED,
    OFFER,
    PICK,
    PUT_BY,
    PUT_UNDER,
    RANGER,
    TURNED_UP,
)

SETTINGS = [Setting(GAME, "reconstructed", players) for players in GAME.players]
by_players = pytest.mark.parametrize("setting", first_and_last(SETTINGS), ids=str)
NAMES = kind_names(SHIPPED.data)


def resamples(state, seat, number, edition=SHIPPED):
    """Return `number` states that `seat` cannot tell from the true one."""
    return support.resamples(Setting(GAME, edition, int(state.num_players)), state, seat, number)


def names(kinds):
    return Counter(NAMES[kind] for kind in kinds)


def may_be(state, seat, memory):
    """Return whether a state agrees with the memory of `seat`."""
    pile, put_by = pile_of(state)
    below = list(zip(pile[len(pile) - state.put_size :], put_by[len(pile) - state.put_size :], strict=True))
    if [(by - PUT_BY) % MAX_PLAYERS for _, by in below] != [put.seat for put in memory.under]:
        return False
    if any(put.seat == seat and NAMES[kind] != put.card for (kind, _), put in zip(below, memory.under, strict=True)):
        return False
    for other, shown in enumerate(memory.shown):
        hand = names(hand_of(state, other))
        if other != seat and not memory.known[seat][other] <= hand:
            return False
        if other != seat and shown.cards:
            under = names(kind for kind, by in below if by == PUT_BY + other)
            if not shown_may_be(shown, seat, under, hand - memory.known[seat][other]):
                return False
    return True


def shown_may_be(shown, seat, under, hand):
    """Return whether a shown hand may be split into the cards `under` the pile and cards in `hand`.

    Missing are cards drawn from under the pile, including those of `seat`, and cards that may have been played."""
    for away in combinations(shown.cards, shown.put - under.total()):
        if not shown.turned_up + shown.drawn[seat] <= Counter(away):
            continue
        left = Counter(shown.cards) - Counter(away)
        if under <= left:
            left -= under
            if left - shown.played <= hand:
                return True
    return False


# --- Only hidden parts vary -------------------------------------------------------------------------------------------


def test_every_unseen_card_is_as_likely_in_every_hidden_place():
    setting, number = SETTINGS[-1], 6000
    batch = setting.batch()
    batch.reset(0)
    batch.step([int(batch.action_mask[0].argmax())])
    state = batch._states[0]
    drawn = resamples(state, 1, number)
    copies = setting.batch().edition.tables[0].copies[setting.players]
    unseen = Counter({kind: int(count) for kind, count in enumerate(copies)})
    unseen -= Counter(hand_of(state, 1)) + Counter(state.row.tolist())
    expected = {kind: number * count / unseen.total() for kind, count in unseen.items()}
    places = [drawn["pile"][:, (state.pile_first + depth) % CARDS] for depth in (0, 1, state.pile_size - 1)]
    places += [drawn["hand"][:, seat, slot] for seat in (0, 2, 3) for slot in (0, 5)]
    for place in places:
        assert chi_square(Counter(place.tolist()), expected) < len(expected) + 45


# --- Memory -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", first_and_last(GAME.players))
def test_known_cards_of_hands_are_those_that_could_be_watched(players):
    """Against a memory that watches the referee's game only."""
    known = own = 0
    seen = Counter()
    for game, memory in eager_games(players, range(5)):
        state = game.state
        for seat in range(players):
            hand = hand_of(state, seat)
            for observer in set(range(players)) - {seat}:
                described = [kind for slot, kind in enumerate(hand) if state.hand_seen[seat, slot] >> observer & 1]
                assert names(described) == memory.known[observer][seat]
                known += bool(described)
            remembered = memory.shown[seat]
            described = state.shown[seat].tolist()
            assert names(kind for kind in described if kind != EMPTY) == Counter(remembered.cards)
            fates = state.shown_fate[seat]
            for fate, cards in ((MAY_BE_PLAYED, remembered.played), (TURNED_UP, remembered.turned_up)):
                assert names(kind for kind, now in zip(described, fates, strict=True) if now == fate) == +cards
                seen[fate] += cards.total()
        pile, put_by = pile_of(state)
        first = len(pile) - len(memory.under)
        assert not any(put_by[:first])
        for kind, by, put in zip(pile[first:], put_by[first:], memory.under, strict=True):
            earlier = put.show < memory.shown[put.seat].number
            assert (NAMES[kind], by) == (put.card, PUT_BY + put.seat + MAX_PLAYERS * earlier)
            own += 1
    assert min(known, own, seen[MAY_BE_PLAYED], seen[TURNED_UP]) > 50


def test_of_two_cards_alike_that_different_players_know_each_knows_of_one_less():
    batch = Batch(GAME, 1, 3)
    batch.reset(0)
    state = batch._states[0]
    state.hand[0, :2] = RANGER
    state.hand_seen[0, :2] = (0b011, 0b101)  # as if put under the pile by seats 1 and 2, and drawn by seat 0
    batch._view()
    batch.step([GAME.actions.starts.commit + RANGER])
    for _ in range(2):
        batch.step([int(batch.action_mask[0].argmax())])
    hand = state.hand[0].tolist()
    assert state.hand_seen[0, hand.index(RANGER)] == 0b001


def test_card_like_one_that_every_player_knew_of_was_not_of_the_shown_hand():
    batch = Batch(GAME, 1, 3)
    batch.reset(0)
    state = batch._states[0]
    state.hand[0, :3] = RANGER
    state.hand_seen[0, :3] = (0b011, 0b101, 0b001)  # the third is of the hand shown last
    state.shown[0], state.shown_fate[0] = sorted(state.hand[0].tolist()), IN_HAND_OR_PILE
    batch._view()
    batch.step([GAME.actions.starts.commit + RANGER])
    for _ in range(2):
        batch.step([int(batch.action_mask[0].argmax())])
    assert set(state.shown_fate[0].tolist()) == {IN_HAND_OR_PILE}


@pytest.mark.parametrize("edition", [SHIPPED, EASILY_SHOWN], ids=["shipped", "easily shown"])
@pytest.mark.parametrize("players", first_and_last(GAME.players))
def test_resample_contradicts_nothing_that_a_seat_remembers(players, edition):
    checked = 0
    for number, (game, memory) in enumerate(eager_games(players, range(1), edition)):
        for seat in range(players):
            assert may_be(game.state, seat, memory), f"the true state{game.shown()}"
            if number % 12 == 0 or game.referee.phase == "put":
                drawn = resamples(game.state, seat, 4, edition)
                check_states(GAME, edition.tables, players, drawn)
                for state in drawn:
                    assert may_be(state, seat, memory), f"seat {seat}{game.shown()}"
                    checked += any(shown.cards for shown in memory.shown)
    assert checked > 40


@pytest.mark.parametrize(("players", "seed"), [(2, 3), (3, 4)])
def test_what_lies_under_a_short_pile_comes_with_its_exact_chances(players, seed):
    """With few unseen cards, the number that must be in hands makes choices up to four times likelier than others."""
    number, state = 20_000, after_shows_and_a_round(players, seed)
    chances = chances_under_the_pile(state)
    assert max(chances.values()) > 1.9 * min(chances.values())
    found = under_the_pile(resamples(state, 0, number, EASILY_SHOWN))
    assert set(found) <= set(chances)
    deviation = chi_square(found, {under: number * chance for under, chance in chances.items()})
    assert abs(deviation - len(chances)) < 5 * (2 * len(chances)) ** 0.5


@by_players
def test_what_others_have_committed_is_taken_back_and_they_choose_again(setting):
    checked = 0
    for batch in games_in_progress(setting, seed=8):
        state = batch._states[0]
        if batch.running[0] and state.phase == COMMIT:
            for seat in range(setting.players):
                again = setting.batch()
                again.set_states(resamples(state, seat, 1))
                [drawn] = again.states
                own = state.committed[seat]
                assert drawn.committed.tolist() == [own if other == seat else EMPTY for other in range(MAX_PLAYERS)]
                chosen = {seat: int(state.hand[seat, own])} if own != EMPTY else {}
                assert again.current_player[0] == state.current_player
                while again.states["phase"][0] == COMMIT and len(chosen) < setting.players:
                    mover, cards = int(again.current_player[0]), np.flatnonzero(again.action_mask[0])
                    chosen[mover] = int(cards[checked % len(cards)])
                    again.step([cards[checked % len(cards)]])
                assert len(chosen) == setting.players
                checked += 1
    assert checked > 10


@pytest.mark.parametrize("players", first_and_last(GAME.players))
def test_order_in_which_cards_came_into_a_hand_tells_the_others_nothing(players):
    for game, _ in eager_games(players, range(2)):
        if game.referee.phase == "offer":
            break
    ours, mixed = game.batch, Batch(GAME, 1, players, EASILY_SHOWN, max_rounds=25)
    states = ours.states.copy()
    seat = int(states[0].current_player)
    for name in ("hand", "hand_seen"):
        states[name][0, seat] = states[name][0, seat, ::-1].copy()
    mixed.set_states(states)
    rng = np.random.default_rng(players)
    while ours.running[0]:
        action = int(rng.choice(np.flatnonzero(ours.action_mask[0])))
        if ours.action_mask[0, GAME.actions.starts.show_hand]:
            action = GAME.actions.starts.show_hand
        ours.step([action])
        mixed.step([action])
        for observer in range(players):
            one, other = (np.zeros_like(ours.observation) for _ in range(2))
            ours.observe(np.array([observer], np.int16), one)
            mixed.observe(np.array([observer], np.int16), other)
            assert one.tobytes() == other.tobytes()


# --- Offers to show the hand ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", first_and_last(GAME.players))
def test_who_is_asked_to_show_does_not_depend_on_hidden_hands(players):
    """After the last pick of a round, the same seats are asked for all hands of the others."""
    asked = shown = 0
    for game, _ in eager_games(players, range(3)):
        if not game.running or game.state.phase != PICK:
            continue
        batch = Batch(GAME, 30, players, EASILY_SHOWN, observe=False)
        batch.set_states(resamples(game.state, int(game.state.current_player), 30, EASILY_SHOWN))
        action = int(np.flatnonzero(game.batch.action_mask[0])[0])
        while True:
            batch.step(np.full(30, action))
            assert len(set(zip(batch.states["phase"].tolist(), batch.current_player.tolist(), strict=True))) == 1
            if batch.states[0].phase != OFFER or not batch.running[0]:
                break
            action = ACTION.keep_hand
            asked += 1
            shown += 0 < batch.action_mask[:, ACTION.show_hand].sum() < 30
    assert asked > 50
    assert shown > 10, "hands that may be shown and hands that may not"


def views(batch, seat, before, parents, actions, movers):
    """Return everything `seat` has seen until each position of a layer: observations and its own actions."""
    seen = [row.tobytes() for row in observed(batch, seat)]
    return [
        (before[parent], int(action) if movers[parent] == seat else None, view) if before else view
        for parent, action, view in zip(parents, actions, seen, strict=True)
    ]


ATTEMPTS = 4


@pytest.mark.parametrize("seat", [0, 1])
def test_resample_of_mini_is_any_game_that_the_seat_may_have_seen(seat):
    """Against all games of all deals that agree with the seat's view: only these occur, each equally often."""
    phases, freedom, distance = Counter(), 0, 0.0
    rng = np.random.default_rng(seat)
    for seed in range(6):
        batch = Batch(GAME, 1, **MINI)
        batch.reset(seed)
        before, movers = [], []
        for layer, parents, actions in layers(possible_deals(batch.states[0], seat)):
            before = views(layer, seat, before, parents, actions, movers)
            movers = layer.current_player.tolist()
            possible, drawn, states = defaultdict(Counter), defaultdict(Counter), layer.states.copy()
            for view, state in zip(before, layer.states, strict=True):
                possible[view][where_the_cards_are(state)] += 1
            phases.update(layer.states["phase"][layer.running].tolist())
            for _ in range(ATTEMPTS):
                layer.resample(np.full(len(movers), seat), rng.integers(0, 2**63, len(movers)).astype(np.uint64))
                for view, state in zip(before, layer.states, strict=True):
                    drawn[view][where_the_cards_are(state)] += 1
                layer.set_states(states)
            for view, games in possible.items():
                assert set(drawn[view]) <= set(games)
                freedom += len(games) - 1
                expected = {cards: ATTEMPTS * number for cards, number in games.items()}
                distance += chi_square(drawn[view], expected)
    assert min(phases[OFFER], phases[PUT_UNDER]) > 50
    assert abs(distance - freedom) < 5 * (2 * freedom) ** 0.5
