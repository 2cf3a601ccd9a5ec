"""Minari records games, infos included, and makes a dataset of them."""

import gymnasium
import numpy as np
import pytest
from support import every_game

from africana_env.api.ids import gymnasium_id

minari = pytest.importorskip("minari", reason="minari is not installed")
pytest.importorskip("jax", reason="jax, with which Minari records, is not installed")
pytest.importorskip("h5py", reason="h5py, with which Minari writes, is not installed")

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:minari")


@every_game
@pytest.mark.parametrize("mask_in_observation", [False, True])
def test_episodes_are_recorded_with_their_infos(game, mask_in_observation, tmp_path, monkeypatch):
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    env = gymnasium.make(gymnasium_id(game.name), num_players=2, max_rounds=1, mask_in_observation=mask_in_observation)
    collector = minari.DataCollector(env, record_infos=True)
    for seed in range(2):
        _, info = collector.reset(seed=seed)
        terminated = False
        while not terminated:
            _, _, terminated, _, info = collector.step(int(info["action_mask"].argmax()))
    dataset = collector.create_dataset(dataset_id=f"{game.name}/first-v0")
    episodes = list(dataset.iterate_episodes())
    assert len(episodes) == 2
    for episode in episodes:
        assert episode.terminations[-1]
        assert not episode.truncations.any()
        assert episode.infos["cut_off"][-1]
        assert episode.infos["scores"].shape == (len(episode) + 1, len(game.score_parts))
        assert (episode.infos["action_mask"].sum(axis=1) >= 1).all()
    np.testing.assert_array_equal(episodes[-1].infos["scores"][-1], info["scores"])
