"""`resample` of Africana varies all hidden parts and nothing else, and keeps the memory of hands."""

from collections import Counter

import numpy as np
import pytest
from africana.lockstep import GAME
from africana.memory import Memory, cards_asked
from africana.position import cards, position
from support import Setting, chi_square, first_and_last, games_in_progress, positions, resamples

from africana_env.engine.editions.editions import load_edition
from africana_env.games.africana.rules.memory import held_since_shuffle, known_of_others
from africana_env.games.africana.rules.state import BOOKS, COLOURS

EDITION = load_edition(GAME, "reconstructed")
TEXTS = list(GAME.action_texts(EDITION.data))
SETTINGS = [Setting(GAME, "reconstructed", players) for players in GAME.players]
by_players = pytest.mark.parametrize("setting", first_and_last(SETTINGS), ids=str)


def known(state, seat):
    """Return by colour the cards that a seat knows to be in the others' hands."""
    return [known_of_others(state, seat, colour) for colour in range(COLOURS)]


def hidden_parts(state, seat, players):
    """Return the bytes of each hidden part of a state by name."""
    parts = {f"hand of {other}": state.travel[other].tobytes() for other in range(players) if other != seat}
    parts["travel pile"] = state.travel_pile[: state.travel_pile_size].tobytes()
    backs = [EDITION.data["expeditions"][card]["back"] for card in state.expedition_pile.tolist()]
    for back in "ABC":
        hidden = [place for place in range(state.next_expedition, len(backs)) if backs[place] == back]
        parts[f"order of the {back} cards"] = state.expedition_pile[hidden].tobytes()
    left_out = state.expedition_pile[state.expeditions_in_game :]
    parts["C cards left out"] = bytes(sorted(left_out.tolist()))
    for book in range(BOOKS):
        parts[f"book {book}"] = state.book[book, state.book_seen[book] : state.book_size[book]].tobytes()
    return parts


@by_players
def test_resample_varies_what_is_left_to_vary_in_mid_game(setting):
    for state in positions(setting, 30, seed=4):
        true = hidden_parts(state, 0, setting.players)
        drawn = [hidden_parts(other, 0, setting.players) for other in resamples(setting, state, 0, 40)]
        for part, content in true.items():
            if len(set(content)) >= 3 and part != "C cards left out" and not part.startswith("hand"):
                assert len({parts[part] for parts in drawn}) > 1, part


def test_every_unseen_card_is_as_likely_in_every_hidden_place():
    setting, number = SETTINGS[-1], 6000
    batch = setting.batch()
    batch.reset(0)
    state = batch._states[0]
    drawn = resamples(setting, state, 0, number)

    printed = {entry["colour"]: entry["count"] for entry in EDITION.data["travel_cards"]}
    names = list(printed)
    unseen = Counter(printed) - cards(EDITION, state.travel[0])
    travel = {kind: number * count / unseen.total() for kind, count in unseen.items()}
    top, bottom = state.travel_pile_size - 1, 0
    places = [Counter(names[other.travel_pile[place]] for other in drawn) for place in (top, bottom)]
    places += [Counter(names[other.travel[seat].argmax()] for other in drawn) for seat in (1, 2, 3)]
    for place in places:
        assert chi_square(place, travel) < 5 + 20

    piles = np.array([other.expedition_pile for other in drawn])
    for place in range(5, 34):
        first, last = (5, 10) if place < 10 else (10, 20) if place < 20 else (20, 34)
        candidates = sorted(set(state.expedition_pile[first:last].tolist()))
        expected = dict.fromkeys(candidates, number / len(candidates))
        assert chi_square(Counter(piles[:, place].tolist()), expected) < len(candidates) + 40

    for book in range(BOOKS):
        candidates = sorted(state.book[book, 1:].tolist())
        for place in (1, 7, 14):
            found = Counter(int(other.book[book, place]) for other in drawn)
            assert chi_square(found, dict.fromkeys(candidates, number / 14)) < 14 + 40


@by_players
def test_what_the_discard_pile_tells_of_hands_is_remembered_without_fault(setting):
    remembered = 0
    for seed in range(4):
        memory, before = None, None
        for batch in games_in_progress(setting, seed, max_rounds=80):
            state = batch._states[0]
            now = position(state, EDITION)
            if memory is None:
                memory = Memory(now)
            else:
                memory.note(before, cards_asked(EDITION, TEXTS[batch._actions[0]]), now)
            for seat in range(setting.players):
                assert cards(EDITION, known(state, seat)) == memory.known[seat]
                held = [held_since_shuffle(state, seat, colour) for colour in range(COLOURS)]
                assert cards(EDITION, held) == memory.held[seat]
                remembered += bool(memory.known[seat])
            before = now
    assert remembered > 100
