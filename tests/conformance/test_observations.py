"""Observations: within their space, complete at any time, and without an effect on the game."""

import numpy as np
import pytest
from support import batch_at, every_game, every_setting, games_in_progress, mask_of, observed, positions, running


@every_game
def test_fields_and_action_groups_cover_their_spaces_without_a_gap(game):
    for spans, size in (
        ([(where.start, where.stop) for _, where in game.observation], len(game.observation)),
        ([(ids.start, ids.stop) for _, ids in game.actions], len(game.actions)),
    ):
        assert [start for start, _ in spans] == [0, *(stop for _, stop in spans[:-1])]
        assert spans[-1][1] == size
    fields = [field for field, _ in game.observation]
    groups = [group for group, _ in game.actions]
    for parts in (fields, groups):
        assert len({part.name for part in parts}) == len(parts)
        assert all(part.name.isidentifier() and part.meaning and part.size > 0 for part in parts)
    assert all(1 <= field.maximum <= 255 for field in fields)


@every_setting
def test_features_stay_between_zero_and_the_maximum_of_their_field(setting):
    maxima = setting.game.observation.maxima()
    for seed in range(4):
        for batch in games_in_progress(setting, seed, max_rounds=60):
            for seat in range(setting.players):
                features = observed(batch, seat)[0]
                if (features > maxima).any():
                    wrong = np.flatnonzero(features > maxima)
                    names = [field.name for field, where in setting.game.observation if where.start in wrong]
                    pytest.fail(f"features {wrong} ({names}) are {features[wrong]}, beyond {maxima[wrong]}")


@every_setting
def test_every_feature_is_written_at_every_observation(setting):
    batch = batch_at(setting, positions(setting, 30))
    for seat in range(setting.players):
        clean = observed(batch, seat)
        dirty = np.full_like(clean, 255)
        batch.observe(np.full(batch.num_games, seat, np.int16), dirty)
        assert (clean == dirty).all()
    expected = batch.action_mask.copy(), batch.observation.copy()
    batch._action_mask[:] = 1
    batch.observation[:] = 255
    batch._view()
    assert (batch.action_mask == expected[0]).all()
    assert (batch.observation == expected[1]).all()


@every_setting
def test_every_agent_can_be_observed_at_any_time_and_only_the_mover_has_a_mask(setting):
    env = setting.env(max_rounds=6)
    env.reset(seed=2)
    maxima = setting.game.observation.maxima()
    turn = 0
    while True:
        mover = env.agent_selection if running(env) else None
        parts = []
        for seat, agent in enumerate(env.possible_agents):
            shown = env.observe(agent)
            assert env.observation_space(agent).contains(shown)
            expected = observed(env.batch, seat)[0] / maxima
            assert np.allclose(shown["observation"], expected, atol=1e-6)
            assert mover is None or shown["action_mask"].any() == (agent == mover)
            parts.append(shown["observation"])
        assert (env.state() == np.concatenate(parts)).all()
        assert env.state_space.contains(env.state())
        if not running(env):
            break
        legal = np.flatnonzero(mask_of(env))
        env.step(legal[turn * 7919 % len(legal)])
        turn += 1
    while env.agents:  # also while the agents leave
        for seat, agent in enumerate(env.possible_agents):
            shown = env.observe(agent)
            assert np.allclose(shown["observation"], observed(env.batch, seat)[0] / maxima, atol=1e-6)
            assert shown["action_mask"].nonzero()[0].tolist() == [0]
        env.step(None)


@every_setting
def test_observations_are_fresh_arrays(setting):
    env = setting.env()
    env.reset(seed=1)
    first = env.observe("player_0")
    kept = {key: value.copy() for key, value in first.items()}
    env.step(np.flatnonzero(first["action_mask"])[-1])
    assert all((first[key] == kept[key]).all() for key in kept)
    mine = env.observe(env.agent_selection)
    state = env.get_state()
    mask = mine["action_mask"].copy()
    mine["action_mask"][:] = 2
    mine["observation"][:] = 1
    assert env.get_state() == state
    assert (mask_of(env) == mask).all()
