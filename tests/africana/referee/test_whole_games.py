"""The referee of Africana in hand-made situations: whole games."""

import random
from collections import Counter

import pytest
from africana.toy_edition import (
    NORTH,
    PILE,
    SOUTH,
    TOY,
    game,
)


def check_conservation(position, num_players):
    """No card or marker appears or vanishes, except by the rules that take it out of the game."""
    travel = Counter(position["travel_pile"]) + position["discard"] + position["table"]["travel"]
    assert sum(position["travel"], travel) == Counter(PILE)

    on_spaces = [card for card in position["spaces"] if card is not None]
    finished = [card for cards in position["expeditions"] for card in cards]
    assert sorted(position["expedition_pile"] + on_spaces + finished) == list(range(10))

    in_books = [card for book in position["books"] for half in book.values() for card in half]
    owned = [card for cards in position["in_front"] + position["beneath"] for card in cards]
    assert sorted(in_books + owned + list(position["removed"])) == list(range(12))

    for seat in range(num_players):
        assert sum(seat in markers for markers in position["markers"]) <= 4
        gained = Counter(TOY["adventures"][card].get("assistant") for card in position["beneath"][seat])
        assert position["assistants"][seat] <= gained
        assert position["silver"][seat] >= 0
    assert all(
        not markers for markers, card in zip(position["markers"], position["spaces"], strict=True) if card is None
    )
    assert position["table"]["assistants"] <= position["assistants"][position["player"]]
    for counter in [
        *position["travel"],
        *position["assistants"],
        position["discard"],
        *list(position["table"].values())[:2],
    ]:
        assert 0 not in counter.values()


def choose(rng, actions):
    """Random, but seldom idle, and rather finishing than buying, so that games get somewhere."""
    for start, eagerness in {"finish": 0.9, "join": 0.8, "buy": 0.5, "step": 0.6}.items():
        wanted = [action for action in actions if action.startswith(start)]
        if wanted and rng.random() < eagerness:
            return rng.choice(wanted)
    return rng.choice(actions)


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_random_games_conserve_cards_and_markers_and_end(num_players):
    ends = Counter()
    phases = Counter()
    for seed in range(30):
        rng = random.Random(seed)
        shuffled = [rng.sample(pile, len(pile)) for pile in (PILE, range(10), NORTH, SOUTH)]

        def shuffle(discard, rng=rng):
            cards = sorted(discard.elements())
            return rng.sample(cards, len(cards))

        referee = game(num_players, shuffled[0], shuffled[1], 25, (shuffled[2], shuffled[3]), shuffle)
        if seed % 2:  # rich players meet the limit of unfinished adventures
            for player in referee.players:
                player.silver += 25
        for _ in range(5000):
            position = referee.snapshot()
            check_conservation(position, num_players)
            phases[position["phase"]] += 1
            actions = sorted(referee.legal_actions())
            assert bool(actions) == (position["phase"] != "over")
            if not actions:
                break
            with pytest.raises(ValueError, match="illegal action"):
                referee.play(rng.choice(["", "draw", "finish expedition on space 9", "turn page up"]))
            assert referee.snapshot() == position
            referee.play(choose(rng, actions))
        assert position["phase"] == "over"
        assert position["truncated"] != position["last_round"]
        assert referee.winners()
        assert all(score["total"] == sum(score.values()) / 2 for score in referee.scores())
        ends["truncated" if position["truncated"] else "pile"] += 1
    assert set(phases) == {"choose", "buy", "move", "discard cards", "discard adventures", "over"}
    assert ends["pile"] > 0
