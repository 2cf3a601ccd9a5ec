"""The referee of Afritoria in hand-made situations: whole games."""

import random
from collections import Counter
from copy import deepcopy

import pytest
from afritoria.toy_edition import (
    COLOURS,
    ELEVEN,
    full_deck,
)
from referees.afritoria import Referee


def check_conservation(whole, deck):
    """Every card is in exactly one place."""
    unsettled = [
        card
        for card, fate in zip(whole["played"], whole["fates"], strict=True)
        if fate in ("hidden", "competing", "active")
    ]
    known = Counter(whole["pile"]) + Counter(whole["row"]) + Counter(whole["discard"]) + Counter(unsettled)
    assert sum(map(Counter, whole["hands"] + whole["score_piles"]), known) == Counter(deck)


FATES = {
    "animal": {"hidden", "competing", "scored", "tied", "lost"},
    "special": {"hidden", "active", "spent", "cancelled"},
}


def check_round(whole, num_players):
    for played, fate in zip(whole["played"], whole["fates"], strict=True):
        expected = {None} if not played else FATES["special" if played in ("ranger", "poacher") else "animal"]
        assert fate in expected
    sizes = [len(hand) for hand in whole["hands"]]
    if whole["phase"] == "commit":
        assert sizes == [5] * whole["player"] + [6] * (num_players - whole["player"])
        assert len(whole["row"]) == num_players or not whole["pile"]
    elif whole["phase"] == "offer":
        assert sizes == [6] * num_players
        assert len(whole["pile"]) >= 3
    tail = whole["pile"][len(whole["pile"]) - len(whole["under"]) :]
    assert [card for _, card in whole["under"]] == tail
    assert all(card not in ("ranger", "poacher") for pile in whole["score_piles"] for card in pile)


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_random_games_conserve_cards_and_end(num_players):
    phases, fates, rounds = Counter(), Counter(), []
    for seed in range(12):
        rng = random.Random(seed)
        deck = full_deck(ELEVEN, num_players)
        rng.shuffle(deck)
        referee = Referee(ELEVEN, num_players, 100, deck)
        colour = rng.choice(COLOURS[:num_players])  # some collect a colour, or hardly any hand could ever be shown
        while True:
            whole = referee.snapshot()
            check_conservation(whole, deck)
            check_round(whole, num_players)
            phases[whole["phase"]] += 1
            fates.update(whole["fates"])
            actions = sorted(referee.legal_actions())
            assert bool(actions) != referee.over
            if referee.over:
                break
            with pytest.raises(ValueError, match="illegal action"):
                referee.play(rng.choice(["", "commit", "take ranger", "put ranger"]))
            assert referee.snapshot() == whole
            copy = deepcopy(referee)
            wanted = [action for action in actions if (colour in action) != (whole["phase"] == "commit")]
            action = rng.choice(wanted if wanted and rng.random() < 0.8 else actions)
            referee.play(action)
            copy.play(action)
            assert copy.snapshot() == referee.snapshot()  # no randomness after the deck
        assert (whole["pile"], whole["truncated"]) == ([], False)
        assert referee.winners()
        rounds.append(whole["round"])
    assert set(phases) == {"commit", "ranger", "poacher", "win", "offer", "put", "over"}
    assert set(fates) == {None, *FATES["animal"], *FATES["special"]}
    assert max(rounds) < 25  # rulings: sizes
