"""Datasets of Farama's Minari: an episode for each seat of each game."""

from collections.abc import Iterator, Sequence
from typing import Any

import minari
import numpy as np
from gymnasium import spaces
from minari.data_collector.episode_buffer import EpisodeBuffer

from africana_env import __version__
from africana_env.api.aec import after_the_end, feature_scale, float_observation
from africana_env.api.learner import learner_space
from africana_env.data.dataset import Dataset
from africana_env.engine.batch import Batch
from africana_env.engine.contract import RewardName
from africana_env.engine.errors import UserError, format_value
from africana_env.engine.game_record import GameRecord


def to_minari(
    dataset: Dataset, dataset_id: str, reward: RewardName = "outcome", bots: Sequence[str] | None = None
) -> Any:
    """Create the Minari dataset `dataset_id` of the decisions of `bots` (None: all) and return it. Observations,
    actions and rewards are those of `gymnasium_env(mask_in_observation=True)` for a learner in that seat. Raises
    `UserError` for a bot that did not play, and what Minari raises."""
    chosen = dataset.bots if bots is None else bots
    for bot in chosen:
        if bot not in dataset.bots:
            raise UserError(f"no seat was held by {format_value(bot)}: use {' or '.join(dataset.bots)}")
    about = dataset.manifest
    batch = Batch(dataset.game, 1, about.num_players, dataset.edition, reward, about.max_rounds)
    buffers = [
        episode
        for record, players in dataset.records_with_players()
        for player, episode in zip(players, episodes_of(batch, record), strict=True)
        if episode is not None and dataset.bots[player] in chosen
    ]
    return minari.create_dataset_from_buffers(
        dataset_id,
        buffers,
        observation_space=learner_space(batch, True),
        action_space=spaces.Discrete(len(dataset.game.actions)),
        algorithm_name=", ".join(chosen),
        description=f"{dataset.game.title} by africana-env {__version__}: a seat's decisions in a game each.",
    )


def episodes_of(batch: Batch, record: GameRecord) -> Iterator[EpisodeBuffer | None]:
    """The episode of each seat of a game: what it saw at each of its decisions and at the end, what it decided, and
    what it got until its next decision, with the first also what it got before; None for one that decided nothing."""
    scale, players = feature_scale(batch.space), range(batch.num_players)
    observations: list[list[np.ndarray]] = [[] for _ in players]
    masks: list[list[np.ndarray]] = [[] for _ in players]
    actions: list[list[int]] = [[] for _ in players]
    rewards: list[list[float]] = [[] for _ in players]
    before = np.zeros(batch.num_players)
    batch.reset_to(record.seed)
    for action in record.actions:
        seat = int(batch.current_player[0])
        observations[seat].append(float_observation(batch.observation[0], scale))
        masks[seat].append(batch.action_mask[0].copy())
        actions[seat].append(action)
        rewards[seat].append(0.0 if rewards[seat] else float(before[seat]))
        batch.step([action])
        before += batch.reward[0]
        for own, more in zip(rewards, batch.reward[0].tolist(), strict=True):
            if own:
                own[-1] += more
    last = np.zeros_like(batch.observation)
    for seat in players:
        if not actions[seat]:
            yield None
            continue
        batch.observe(np.array([seat], np.int16), last)
        ends = [False] * (len(actions[seat]) - 1) + [True]
        yield EpisodeBuffer(
            seed=None,
            observations={
                "observation": np.stack([*observations[seat], float_observation(last[0], scale)]),
                "action_mask": np.stack([*masks[seat], after_the_end(np.zeros_like(masks[seat][0]))]),
            },
            actions=np.array(actions[seat]),
            rewards=rewards[seat],
            terminations=ends,
            truncations=[False] * len(ends),
        )
