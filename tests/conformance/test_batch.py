"""Features of a batch beyond single games."""

import numpy as np
import pytest
from support import batch_at, every_game, every_setting, few_players, positions, resampled, scripted

from africana_env import Batch

pytestmark = pytest.mark.threads


@every_setting
def test_batch_without_observations_plays_the_same_games(setting):
    seeing, blind = setting.batch(70, max_rounds=3), setting.batch(70, max_rounds=3, observe=False)
    assert blind.observation.shape == (70, 0)
    for batch in (seeing, blind):
        batch.reset(2)
    for turn in range(150):
        actions = scripted(seeing.action_mask, turn)
        for batch in (seeing, blind):
            batch.step(actions)
        assert blind.states.tobytes() == seeing.states.tobytes()
        assert (blind.action_mask == seeing.action_mask).all()
        assert (blind.reward == seeing.reward).all()


@every_setting
def test_step_fills_the_arrays_of_a_learner_without_touching_what_it_filled_before(setting):
    for number in (9, 80):
        plain = setting.batch(number, max_rounds=2, autoreset=True)
        batch = setting.batch(number, max_rounds=2, autoreset=True)
        plain.reset(2)
        batch.reset(2)
        shown = [batch.observation.copy()]
        observations = np.full((60, *batch.observation.shape), 255, np.uint8)
        for turn in range(60):
            actions = scripted(plain.action_mask, turn)
            plain.step(actions)
            batch.write_next(observations[turn])
            batch.step(actions)
            assert batch.observation is not plain.observation
            assert (observations[turn] == plain.observation).all()
            assert (batch.action_mask == plain.action_mask).all()
            shown.append(plain.observation.copy())
        assert (observations == shown[1:]).all()
        plain.step(scripted(plain.action_mask, 60))
        batch.step(scripted(batch.action_mask, 60))  # without write_next, the last arrays are reused
        assert (observations[-1] == plain.observation).all()


@every_setting
def test_rows_that_are_reset_restart_and_the_others_go_on(setting):
    batch = batch_at(setting, positions(setting, 6))
    before = batch.states.copy()
    rows = np.array([False, True, False, False, True, False])
    batch.reset_rows(rows, np.arange(6, dtype=np.uint64))
    fresh = setting.batch(6)
    fresh.reset_rows(np.ones(6, np.bool_), np.arange(6, dtype=np.uint64))
    for row in range(6):
        expected = fresh if rows[row] else batch_at(setting, before)
        assert batch.states[row].tobytes() == expected.states[row].tobytes()
        assert (batch.observation[row] == expected.observation[row]).all()
        assert (batch.action_mask[row] == expected.action_mask[row]).all()


def ended(game, games=3, **options):
    """Return a batch in which only the first game is over."""
    batch = Batch(game, games, max_rounds=1, **options)
    batch.reset(3)
    first = np.arange(games) == 0
    while batch.running[0]:
        batch.step(batch.action_mask.argmax(1), first)
    return batch


@every_game
def test_states_that_are_put_back_bring_their_seeds_and_outcomes(game):
    batch, other = ended(game), Batch(game, 3, max_rounds=1)
    other.outcome[:] = 7
    other.set_states(batch.states)
    assert (other.seeds == batch.seeds).all()
    assert (other.outcome[0] == batch.outcome[0]).all()
    assert (other.outcome[1:] == 7).all(), "of the games that ended last there"
    assert (other.done == batch.done).all()


@every_game
def test_games_that_are_put_back_are_followed_by_the_same_ones(game):
    batch = Batch(game, 3, max_rounds=1)
    batch.reset(3)
    other, again = (Batch(game, 3, max_rounds=1, autoreset=True) for _ in range(2))
    for each in (other, again):
        each.set_states(batch.states)
    seeds = [other.seeds.copy()]
    for _ in range(200):
        for each in (other, again):
            each.step(each.action_mask.argmax(1))
        if (other.seeds != seeds[-1]).any():
            seeds.append(other.seeds.copy())
    assert len(seeds) > 2
    assert len(np.unique(seeds[-1])) == 3
    assert (other.seeds == again.seeds).all()


@every_game
def test_a_reset_of_rows_leaves_what_is_shown_of_the_others(game):
    batch = ended(game)
    batch.reward[:], batch.outcome[:] = 3, 4
    seeds, done = batch.seeds.copy(), batch.done.copy()
    batch.reset_rows(np.array([False, True, False]), np.full(3, 77, np.uint64))
    assert batch.seeds.tolist() == [seeds[0], 77, seeds[2]]
    assert (batch.done == done).all()
    assert batch.reward[:, 0].tolist() == [3, 0, 3]
    batch.reset_rows(np.array([True, False, False]))
    assert batch.seeds.tolist() == [seeds[0], 77, seeds[2]]
    assert not batch.done.any()
    assert batch.reward[:, 0].tolist() == [0, 0, 3]
    assert (batch.outcome == 4).all(), "of the games that ended last"


@every_game
def test_the_seed_of_a_game_redraws_it_as_any_other_seed_does(game):
    """It must not restore its own deal."""
    games = 40
    batch, equal = Batch(game, games, few_players(game)), []
    own = np.arange(games, dtype=np.uint64)
    for seeds in (own, own + np.uint64(1000)):
        batch.reset_rows(np.ones(games, np.bool_), own)
        before = batch.states.copy()
        seats = batch.current_player.astype(np.int16)
        batch.resample(seats, seeds)
        batch.resample(seats, batch.seeds.copy())
        after = batch.states
        names = [name for name in before.dtype.names if name not in ("seed", "draws")]
        equal.append(sum(all(np.array_equal(before[row][n], after[row][n]) for n in names) for row in range(games)))
    assert abs(equal[0] - equal[1]) < games / 4


@every_setting
def test_a_redrawn_game_is_shown_and_has_its_new_seed(setting):
    states = positions(setting, 20, seed=6)
    for seat in range(setting.players):
        batch = resampled(setting, states, seat, 7)
        shown = batch_at(setting, batch.states)
        assert batch.observation.tobytes() == shown.observation.tobytes()
        assert batch.action_mask.tobytes() == shown.action_mask.tobytes()
        assert (batch.seeds == batch.states["seed"]).all()


@every_game
def test_a_game_that_is_over_is_shown_in_the_next_array_too(game):
    batch = ended(game)
    for _ in range(2):
        shown, array = batch.observation[0].copy(), np.full_like(batch.observation, 99)
        batch.write_next(array)
        batch.step(batch.action_mask.argmax(1))
        assert batch.observation is array
        assert (array[0] == shown).all()
