"""Observations: within their space, complete at any time, and without an effect on the game."""

import numpy as np
import pytest
from support import batch_at, every_game, every_setting, games_in_progress, observed, positions


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
