"""What a batch offers beyond one game after the other."""

import numpy as np
from support import batch_at, every_setting, positions, scripted


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
        batch.step(scripted(batch.action_mask, 60))  # without write_next the last arrays are used again
        assert (observations[-1] == plain.observation).all()


@every_setting
def test_rows_that_are_reset_start_anew_and_the_others_go_on(setting):
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


@every_setting
def test_putting_states_back_fills_mask_and_observation(setting):
    states = positions(setting, 70)
    batch = batch_at(setting, states)
    shown = batch.observation.copy(), batch.action_mask.copy(), batch.current_player.copy()
    batch.step(batch.action_mask.argmax(axis=1))
    batch.set_states(states)
    assert all(
        (now == then).all()
        for now, then in zip((batch.observation, batch.action_mask, batch.current_player), shown, strict=True)
    )
    assert batch.states.tobytes() == states.tobytes()
    assert batch.states is not states
