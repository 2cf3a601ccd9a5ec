"""Corner cases of Afritoria's rules: constructed rounds and piles, played in lockstep with the referee."""

from collections import Counter

import numpy as np
from afritoria.lockstep import GAME, Lockstep
from hypothesis import given, settings
from hypothesis import strategies as st
from refereed import play_drawn
from referees.afritoria import Referee

from africana_env import load_edition
from africana_env.games.afritoria.rules.state import ANIMALS, CARDS, EMPTY, POACHER, RANGER, STRENGTHS

SHIPPED = load_edition(GAME, "reconstructed")
HAND = 6

corners = settings(max_examples=25, deadline=None, derandomize=True, database=None)
player_counts = st.sampled_from(list(GAME.players))


def deck_with(data, players, hands, row, pile_size=None):
    """Return a game with this row and hands that begin with these kinds; other cards are random.

    The pile is cut to `pile_size` cards."""
    copies = SHIPPED.tables[0].copies[players]
    rest = Counter({kind: int(count) for kind, count in enumerate(copies) if count})
    rest.subtract(kind for hand in hands for kind in hand)
    rest.subtract(row)
    assert min(rest.values()) >= 0
    others = sorted(rest.elements())
    np.random.default_rng(data.draw(st.integers(0, 10_000))).shuffle(others)
    game = Lockstep(SHIPPED, players, 100, seed=0)
    state = game.state
    for seat in range(players):
        hand = hands[seat] if seat < len(hands) else []
        state.hand[seat] = [*hand, *(others.pop() for _ in range(HAND - len(hand)))]
    state.row[:players] = row
    pile = others[: len(others) if pile_size is None else pile_size]
    state.pile_first = data.draw(st.sampled_from([0, 0, CARDS - 3, CARDS - 1]))
    state.pile_size = len(pile)
    state.pile[:] = EMPTY
    for depth, kind in enumerate(pile):
        state.pile[(state.pile_first + depth) % CARDS] = kind
    state.in_sight[:] = 0
    for kind in row:
        state.in_sight[kind] += 1
    game.batch._view()
    game.referee = Referee(SHIPPED.data, players, 100, game.deck())
    game.compare()
    return game


def some_cards(data, number, kinds, spent=()):
    """Return `number` of `kinds`, within the copies of each."""
    chosen = []
    for _ in range(number):
        used = Counter([*spent, *chosen])
        free = [kind for kind in kinds if used[kind] < (2 if kind < ANIMALS else 4)]
        chosen.append(data.draw(st.sampled_from(free)))
    return chosen


@settings(corners, max_examples=50)
@given(st.data())
def test_rounds_of_few_kinds_agree_with_the_referee(data):
    """Few strengths and many specials give ties, cancellations, and several specials in the row."""
    players = data.draw(player_counts)
    strengths = data.draw(st.lists(st.integers(0, STRENGTHS - 1), min_size=2, max_size=3, unique=True))
    kinds = [colour * STRENGTHS + strength for colour in range(players) for strength in strengths]
    kinds += [RANGER, POACHER] * data.draw(st.integers(0, 3))
    row = some_cards(data, players, kinds)
    played = some_cards(data, players, kinds, row)
    game = deck_with(data, players, [[kind] for kind in played], row)
    game.play_all(*(f"commit {game.names[kind]}" for kind in played))
    while game.running and game.referee.phase in ("ranger", "poacher", "win"):
        play_drawn(game, data, 1)
    play_drawn(game, data, 12, ["commit ranger", "commit poacher", "steal", "take"])


@corners
@given(st.data())
def test_stolen_cards_are_stolen_again(data):
    """All players have poachers and a score pile."""
    players = data.draw(player_counts)
    row = some_cards(data, players, [0, 1, 2, STRENGTHS, STRENGTHS + 1])
    hands = [[POACHER, *some_cards(data, 1, [5, 6, STRENGTHS + 5])] for _ in range(2)]
    if Counter(hands[0])[hands[1][1]] and hands[0][1] == hands[1][1] == 5:
        hands[1][1] = 7
    game = deck_with(data, players, hands, row)
    for _ in range(6):
        play_drawn(game, data, 1, ["take", "steal", "commit green", "commit blue"])
    play_drawn(game, data, 30, ["steal", "commit poacher", "take", "keep"])


@corners
@given(st.data())
def test_end_of_the_pile_agrees_with_the_referee(data):
    players = data.draw(player_counts)
    pile_size = data.draw(st.integers(0, 2 * players + 3))
    kinds = list(range(players * STRENGTHS))
    row = some_cards(data, players, kinds)
    game = deck_with(data, players, [[] for _ in range(players)], row, pile_size)
    play_drawn(game, data, 200, data.draw(st.sampled_from([["take"], ["keep"], ["show"]])))
    assert not game.running


@corners
@given(st.data())
def test_shown_hands_and_short_piles_agree_with_the_referee(data):
    """Hands of one colour are shown whenever possible, until only cards from under the pile are drawn."""
    players = data.draw(player_counts)
    pile_size = data.draw(st.integers(players, players + 9))
    row = some_cards(data, players, [RANGER, POACHER, players * STRENGTHS - 1])
    hands = []
    for seat in range(players):
        first = seat * STRENGTHS
        spent = [*row, *(kind for hand in hands for kind in hand)]
        hands.append(some_cards(data, 5, range(first, first + STRENGTHS - 1), spent))
    game = deck_with(data, players, hands, row, pile_size)
    play_drawn(game, data, players)
    shows = 0
    while game.running and shows < 12:
        shows += game.referee.phase == "offer"
        play_drawn(game, data, 1, ["show"])
    play_drawn(game, data, 40, ["keep"])
