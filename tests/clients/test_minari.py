"""Minari records games with their infos, and datasets are exported to it."""

import json

import gymnasium
import numpy as np
import pytest

from africana_env import Batch, UserError, load_game
from africana_env.api.metadata import gymnasium_id
from africana_env.data import Dataset, record_dataset

minari = pytest.importorskip("minari", reason="minari is not installed")
pytest.importorskip("jax", reason="jax, with which Minari records, is not installed")
pytest.importorskip("h5py", reason="h5py, with which Minari writes, is not installed")
to_minari = pytest.importorskip("africana_env.data.minari_export").to_minari

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:minari")
GAME = load_game("afritoria_v0")


@pytest.mark.parametrize("mask_in_observation", [False, True])
def test_episodes_are_recorded_with_their_infos(mask_in_observation, tmp_path, monkeypatch):
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    env = gymnasium.make(gymnasium_id(GAME.name), num_players=2, max_rounds=1, mask_in_observation=mask_in_observation)
    collector = minari.DataCollector(env, record_infos=True)
    cut_off = []
    for seed in range(2):
        _, info = collector.reset(seed=seed)
        terminated = False
        while not terminated:
            _, _, terminated, _, info = collector.step(int(info["action_mask"].argmax()))
        cut_off.append(info["cut_off"])
    dataset = collector.create_dataset(dataset_id=f"{GAME.name}/first-v0")
    episodes = list(dataset.iterate_episodes())
    assert [episode.infos["cut_off"][-1] for episode in episodes] == cut_off
    for episode in episodes:
        assert episode.terminations[-1]
        assert not episode.truncations.any()
        assert episode.infos["scores"].shape == (len(episode) + 1, len(GAME.score_parts))
        assert (episode.infos["action_mask"].sum(axis=1) >= 1).all()
    np.testing.assert_array_equal(episodes[-1].infos["scores"][-1], info["scores"])


@pytest.mark.parametrize("reward", ["outcome", "lead"])
def test_a_dataset_becomes_an_episode_for_each_seat(reward, tmp_path, monkeypatch):
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    record_dataset(GAME, ["random", "greedy"], 3, tmp_path / "games", 3)
    dataset = Dataset(tmp_path / "games")
    decisions = {}
    for some in dataset.batches(reward=reward):
        for row in range(len(some)):
            decisions.setdefault((int(some.game[row]), int(some.seat[row])), []).append((some, row))
    made = to_minari(dataset, f"{GAME.name}/all-v0", reward=reward)
    episodes = list(made.iterate_episodes())
    assert len(episodes) == len(decisions)
    scale = GAME.observation.maxima()
    for episode, (_, own) in zip(episodes, sorted(decisions.items()), strict=True):
        assert episode.actions.tolist() == [some.action[row] for some, row in own]
        seen = np.stack([some.observation[row] for some, row in own]) / scale
        np.testing.assert_allclose(episode.observations["observation"][:-1], seen, rtol=1e-6)
        masks = np.stack([some.action_mask[row] for some, row in own])
        assert (episode.observations["action_mask"][:-1] == masks).all()
        assert episode.observations["action_mask"][-1].sum() == 1  # as in the environment after the end
        first, row = own[0]
        assert episode.rewards.sum() == pytest.approx(first.reward_to_go[row] + owed(dataset, own[0], reward), abs=1e-4)
        assert episode.terminations.tolist() == [False] * (len(own) - 1) + [True]
    greedy = to_minari(dataset, f"{GAME.name}/greedy-v0", reward=reward, bots=["greedy"])
    assert len(greedy) < len(episodes)
    with pytest.raises(UserError, match="no seat was held by 'nobody': use random or greedy"):
        to_minari(dataset, "other-v0", bots=["nobody"])


def test_the_environment_of_one_bot_is_made_again(tmp_path, monkeypatch):
    """With the bot's opponents, in every seat."""
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    record_dataset(GAME, ["random", "greedy"], 1, tmp_path / "two", 2)
    two = Dataset(tmp_path / "two")
    env = to_minari(two, f"{GAME.name}/two-v0", reward="lead", bots=["random"]).recover_environment()
    expected = gymnasium.make(
        gymnasium_id(GAME.name),
        num_players=2,
        reward="lead",
        opponents="greedy",
        seat="rotate",
        mask_in_observation=True,
    )
    for seed in range(2):
        ends = (play_first_action(made, seed) for made in (env, expected))
        np.testing.assert_equal(next(ends), next(ends))
    assert to_minari(two, f"{GAME.name}/both-v0").spec.env_spec is None
    record_dataset(GAME, ["random", "greedy", "search:1"], 1, tmp_path / "uneven", 2)
    assert to_minari(Dataset(tmp_path / "uneven"), f"{GAME.name}/uneven-v0", bots=["random"]).spec.env_spec is None


def test_opponents_sit_in_turn_order_after_the_learner(tmp_path, monkeypatch):
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    record_dataset(GAME, ["random", "greedy", "support:any_legal"], 1, tmp_path / "three", 3)
    made = to_minari(Dataset(tmp_path / "three"), "afritoria_v0/three-v0", bots=["greedy"])
    assert made.spec.env_spec.kwargs["opponents"] == ["support:any_legal", "random"]


def play_first_action(env, seed):
    """Take first legal actions until the game is over; return the last step's result."""
    _, info = env.reset(seed=seed)
    while True:
        last = env.step(int(info["action_mask"].argmax()))
        if last[2]:
            return last
        info = last[4]


def owed(dataset, decision, reward):
    """A seat's rewards before its first decision."""
    some, row = decision
    record = list(dataset.records())[some.game[row]]
    batch = Batch(dataset.game, 1, record.num_players, record.edition, reward=reward)
    batch.reset_to(record.seed)
    got = 0.0
    for action in record.actions[: some.number[row]]:
        batch.step([action])
        got += batch.reward[0, some.seat[row]]
    return got


def test_games_that_these_rules_do_not_allow_are_refused(tmp_path):
    record_dataset(GAME, ["random"], 3, tmp_path, 2)
    file = tmp_path / "manifest.json"
    content = json.loads(file.read_text())
    content["max_rounds"] = 2
    file.write_text(json.dumps(content))
    with pytest.raises(UserError, match="has a game that these rules do not allow"):
        to_minari(Dataset(tmp_path), "afritoria/other-v0")
