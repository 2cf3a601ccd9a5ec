"""Generated editions pass the checks of shipped ones: twenty of them in one batch."""

import numpy as np
import pytest
from support import GAMES, observed

from africana_env import Batch, load_edition, make_bot
from africana_env.api.drawings import render_svg, render_text

WITH_SETS = [game for game in GAMES if game.editions is not None]
SET = "generated:0-19"
ROWS = 240
settings = pytest.mark.parametrize(
    ("game", "players"),
    [(game, players) for game in WITH_SETS for players in (game.players[0], game.players[-1])],
    ids=str,
)


def in_progress(game, players, decisions, bot="random"):
    """Return games on all editions of the set, after this many decisions each."""
    batch = Batch(game, ROWS, players, SET, autoreset=True)
    playing, every, actions = make_bot(bot, game, ROWS, seed=1), np.ones(ROWS, np.bool_), np.zeros(ROWS, np.int64)
    batch.reset(7)
    for _ in range(decisions):
        playing.act(batch, every, actions)
        batch.step(actions)
    assert {edition.name for edition in map(batch.edition_of, range(ROWS))} == {f"generated:{n}" for n in range(20)}
    return batch


@settings
def test_what_a_seat_sees_does_not_depend_on_what_it_cannot_know(game, players):
    for decisions in (0, 31, 90):
        batch = in_progress(game, players, decisions, "greedy")
        for seat in range(players):
            other = Batch(game, ROWS, players, SET)
            other.set_states(batch.states)
            other.resample(np.full(ROWS, seat, np.int16), np.arange(ROWS, dtype=np.uint64))
            assert (observed(other, seat) == observed(batch, seat)).all()
            assert (other.states["edition"] == batch.states["edition"]).all()
            mine = batch.current_player == seat
            assert (other.action_mask[mine] == batch.action_mask[mine]).all()
            other.set_states(other.states.copy())  # fails if the draw is no position of this game


@settings
def test_games_end_and_no_number_leaves_its_range(game, players):
    """`Batch.set_states` checks all ranges and that the rules can go on."""
    batch = in_progress(game, players, 0)
    ended, checked = np.zeros(ROWS, np.int64), Batch(game, ROWS, players, SET)
    playing, every, actions = make_bot("greedy", game, ROWS), np.ones(ROWS, np.bool_), np.zeros(ROWS, np.int64)
    for turn in range(2000):
        playing.act(batch, every, actions)
        batch.step(actions)
        ended += batch.done != 0
        assert (batch.observation <= game.observation.maxima()).all()
        if turn % 40 == 0:
            checked.set_states(batch.states)
        if ended.all():
            return
    raise AssertionError(f"{(ended == 0).sum()} games have not ended")


@pytest.mark.parametrize("game", WITH_SETS, ids=str)
@pytest.mark.parametrize("name", ["generated:3", "completed:reconstructed:3", "shuffled:reconstructed:3"])
def test_boards_are_drawn_and_actions_have_texts(game, name):
    edition = load_edition(game, name)
    batch = Batch(game, 1, 2, edition)
    batch.reset(1)
    for _ in range(20):
        assert render_text(game, edition, batch.states[0], 0)
        assert render_svg(game, edition, batch.states[0], None).startswith("<svg")
        batch.step(batch.action_mask.argmax(axis=1))
    texts = list(game.action_texts(edition.data))
    assert len(set(texts)) == len(texts) == len(game.actions)
