"""The text drawing of Africana: nothing hidden in it, nothing open missing."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest
from africana.variants import variant
from support import first_and_last

from africana_env.drawing.text import without_codes
from africana_env.engine.batch.batch import Batch
from africana_env.engine.game.contract import Edition
from africana_env.engine.game.points import points
from africana_env.games.africana import GAME
from africana_env.games.africana.drawing.render_text import MAP_HEIGHT, WIDTH, render_text
from africana_env.games.africana.rules.scoring import SCORE_PARTS, scores
from africana_env.games.africana.rules.state import BOOKS, EMPTY, IN_FRONT, OUT_OF_GAME


def drawn(edition: Edition, state: Any, seat: int = 0) -> str:
    """The drawing without its colours, every run of spaces as one."""
    return re.sub(r"\s+", " ", without_codes(render_text(edition, state, seat)))


def positions(num_players: int, seed: int, edition: str | Edition = "reconstructed", every: int = 7) -> Iterator[Batch]:
    """Some positions of a random game that prefers contracts and purchases, and its end."""
    batch = Batch(GAME, 1, num_players, edition)
    batch.reset(seed)
    texts = list(GAME.action_texts(batch.edition.data))
    rng = np.random.default_rng(seed)
    decisions = 0
    while batch.running[0]:
        if decisions % every == 0:
            yield batch
        legal = np.flatnonzero(batch.action_mask[0])
        wanted = [action for action in legal if texts[action].startswith(("join", "finish", "buy", "draw"))]
        batch.step([rng.choice(wanted if wanted and rng.random() < 0.7 else legal)])
        decisions += 1
    yield batch


def adventure_words(data: Any, adventure: int) -> str:
    """Return the expected text of an adventure."""
    entry = data["adventures"][adventure]
    return f"{entry['artifact'] if 'artifact' in entry else entry['assistant'] + ' assistant'} at {entry['target']}"


@pytest.mark.parametrize("num_players", first_and_last(GAME.players))
def test_everything_on_the_table_shows(num_players):
    for batch in positions(num_players, seed=10 + num_players):
        state, data = batch.states[0], batch.edition.data
        text = drawn(batch.edition, state)
        for seat in range(num_players):
            assert f"{seat + 1} {data['companies'][seat]['name']}" in text
        assert all(entry["name"] in text for entry in data["locations"])
        for card in state.space[state.space != EMPTY]:
            entry = data["expeditions"][card]
            assert f"{entry['start']} -> {entry['target']} ({entry['silver']}s {entry['points']}p)" in text
        for book in range(BOOKS):
            left, size = state.book_left[book], state.book_size[book]
            for side, cards, top in (("left", left, left - 1), ("right", size - left, left)):
                card = adventure_words(data, state.book[book, top]) if cards else "empty"
                assert f"{side} {cards} {card}" in text
        for adventure, place in enumerate(state.adventure_place):
            if IN_FRONT <= place < IN_FRONT + num_players or place == OUT_OF_GAME:
                assert adventure_words(data, adventure) in text


def test_hand_of_the_seat_that_looks_shows_and_no_other():
    batch = next(positions(3, seed=1))
    state = batch._states[0]
    state.travel[:] = 0
    state.travel[0, 2] = 5
    state.travel[1, 4] = 9
    for seat, cards in enumerate(("5 gray, joker", "9 violet, joker", "joker")):
        text = drawn(batch.edition, state, seat)
        assert f"{seat + 1} {batch.edition.data['companies'][seat]['name']} at " in text
        assert f"in hand: {cards} routes to" in text
        assert "9 travel cards" in text
        assert ("violet," in text.split("discard pile")[1]) == (seat == 1)


def test_cards_on_the_table_are_missing_in_the_hand_of_the_player_to_move_alone():
    batch = next(positions(2, seed=1))
    state = batch._states[0]
    state.joker[:] = state.table_joker = 1
    state.assistants[:] = 0
    state.assistants[:, 2] = state.table_assistants[2] = 1
    mover = int(state.current_player)
    assert "gray assistant" not in drawn(batch.edition, state, mover).split("in hand:")[1]
    assert "gray assistant, joker" in drawn(batch.edition, state, 1 - mover).split("in hand:")[1]


def test_end_of_a_game_shows_scores_and_winner():
    *_, batch = positions(4, seed=2)
    text = drawn(batch.edition, batch.states[0])
    winner = int(np.argmax(batch.returns()[0]))
    assert f"Won by {winner + 1} {batch.edition.data['companies'][winner]['name']}" in text
    for seat, row in enumerate(batch.scores()[0]):
        assert f"{seat + 1} {batch.edition.data['companies'][seat]['name']} {' '.join(map(str, row))}" in text
    assert "in hand" not in text


@pytest.mark.parametrize(
    ("silver", "words"),
    [((68, 20), "on silver, 68 to 20"), ((61, 68), "on silver, 68 to 61"), ((20, 20), ""), (None, "")],
)
def test_a_tie_that_silver_broke_is_named(silver, words):
    *_, batch = positions(2, seed=1)
    state = batch.states[0].copy()
    if silver is not None:
        state.silver[:2] = silver
        behind = np.array(points(scores, SCORE_PARTS, batch.edition, state))[:, -1]
        state.expedition_points[:2] += behind.max() - behind
    text = drawn(batch.edition, state)
    heading = text.partition(" Won by ")[2].partition(" Scores")[0]
    assert ("on silver" in heading) == bool(words)
    assert words in heading
    assert GAME.presentation.ending(batch.edition, state) == ("stopped at the round limit", words)


@pytest.mark.parametrize("seed", range(3))
def test_other_editions_can_be_drawn(seed):
    edition = variant(GAME, Random(seed))
    for batch in positions(2 + seed % 3, seed, edition, every=40):
        drawing = without_codes(render_text(edition, batch.states[0], 0))
        board = "\n".join(line[:WIDTH] for line in drawing.splitlines()[: MAP_HEIGHT + 3])
        for entry in edition.data["locations"]:  # all of them at one place of the map
            assert f"{entry['name']} [" in board


def test_lines_fit_80_columns():
    for batch in positions(4, seed=5):
        lines = without_codes(render_text(batch.edition, batch.states[0], 0)).splitlines()
        assert max(map(len, lines)) <= WIDTH
