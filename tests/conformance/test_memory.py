"""No public call reads or writes outside its arrays: arguments are checked, and buffers are protected."""

import numpy as np
import pytest
from numba.core.event import install_recorder
from support import GAMES, compiled_only, error_of, every_bot, every_game

from africana_env import Batch, make_bot
from africana_env.bots import bot_names


def running(game, num_games=4, **options):
    batch = Batch(game, num_games, **options)
    batch.reset(1)
    return batch


@every_game
def test_states_and_masks_cannot_be_written(game):
    batch = running(game)
    for buffer in (batch.states, batch.current_player, batch.status, batch.action_mask):
        with pytest.raises(ValueError, match="read-only"):
            buffer[0] = buffer[1]
    with pytest.raises(ValueError, match="read-only"):
        batch.states[0].current_player = 1
    for name in ("states", "observation", "action_mask", "reward", "done", "outcome", "seeds", "status"):
        with pytest.raises(AttributeError):
            setattr(batch, name, np.zeros(1))


@every_game
def test_after_write_next_all_games_take_part(game):
    batch = running(game)
    observation = np.zeros_like(batch.observation)
    batch.write_next(observation)
    actions, before = batch.action_mask.argmax(axis=1), batch.states.tobytes()
    rows = np.array([True, True, False, True])
    assert "a step must be of all games" in error_of(batch.step, actions, rows)
    assert batch.states.tobytes() == before
    batch.step(actions)
    assert batch.observation is observation


@every_game
def test_arrays_that_cannot_be_written_are_refused_where_they_would_be(game):
    batch = running(game)
    out, actions, rows = np.zeros_like(batch.observation), np.zeros(4, np.int64), np.ones(4, np.bool_)
    for array in (out, actions):
        array.flags.writeable = False
    assert "writeable" in error_of(batch.observe, np.zeros(4, np.int16), out)
    assert "writeable" in error_of(batch.write_next, out)
    for spelling in every_bot(game):
        assert "writeable" in error_of(make_bot(spelling, game, 4).act, batch, rows, actions)


@compiled_only
@every_game
def test_nothing_is_recompiled_for_arrays_that_cannot_be_written(game):
    batch = running(game)
    bots = [make_bot(spelling, game, 4) for spelling in bot_names(game)]

    def call_all(rows, seats, seeds):
        actions = np.zeros(4, np.int64)
        for bot in bots:
            bot.act(batch, rows, actions)
        batch.step(actions, rows)
        batch.observe(seats, np.zeros_like(batch.observation))
        batch.resample(seats, seeds)
        batch.set_states(batch.states)
        batch.reset_rows(rows, seeds)

    arrays = np.ones(4, np.bool_), np.zeros(4, np.int16), np.arange(4, dtype=np.uint64)
    call_all(*arrays)
    for array in arrays:
        array.flags.writeable = False
    with install_recorder("numba:compile") as recorder:
        call_all(*arrays)
    assert recorder.buffer == []


CALLS = {
    "observe": lambda batch: batch.observe(np.zeros(4, np.int16), np.zeros_like(batch.observation)),
    "resample": lambda batch: batch.resample(np.zeros(4, np.int16), np.zeros(4, np.uint64)),
    "scores": lambda batch: batch.scores(),
    "returns": lambda batch: batch.returns(),
    "step": lambda batch: batch.step(batch.action_mask.argmax(axis=1)),
}


@every_game
@pytest.mark.parametrize("call", CALLS)
def test_nothing_is_shown_of_games_that_have_not_begun(game, call):
    batch = Batch(game, 4)
    assert error_of(CALLS[call], batch) == "no game has begun: call reset() first"
    batch.reset_rows(np.array([True, False, True, True]))
    assert error_of(CALLS[call], batch) == "no game has begun: call reset() first"


@every_game
def test_bots_decide_only_where_somebody_is_to_move(game):
    fresh, over = Batch(game, 4), running(game, max_rounds=1)
    while over.running.any():
        over.step(over.action_mask.argmax(axis=1))
    for spelling in every_bot(game):
        for batch in (fresh, over):
            actions = np.full(4, -9)
            bot = make_bot(spelling, game, 4)
            assert "without a player to move" in error_of(bot.act, batch, np.ones(4, np.bool_), actions)
            bot.act(batch, np.zeros(4, np.bool_), actions)
            assert (actions == -9).all()


def test_torch_tensors_and_other_byte_orders_are_actions():
    torch = pytest.importorskip("torch", reason="torch is not installed")
    batch, other = running(GAMES[0]), running(GAMES[0])
    actions = batch.action_mask.argmax(axis=1)
    batch.step(torch.from_numpy(actions))
    other.step(actions.astype(">i4"))
    assert batch.states.tobytes() == other.states.tobytes()
    assert "actions must be" in error_of(batch.step, torch.ones(4, requires_grad=True))
