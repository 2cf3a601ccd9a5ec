"""Export to Farama's Minari: one episode per seat of each game."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from itertools import islice
from typing import Any

import gymnasium
import minari
import numpy as np
from gymnasium import spaces
from gymnasium.envs.registration import EnvSpec
from minari.data_collector.episode_buffer import EpisodeBuffer

from africana_env import __version__
from africana_env.api.learner import learner_space
from africana_env.api.masks import after_the_end
from africana_env.api.metadata import gymnasium_id
from africana_env.data.dataset import Dataset
from africana_env.engine.batch.batch import Batch
from africana_env.engine.batch.floats import feature_scale, float_observation
from africana_env.engine.batch.game_record import GameRecord
from africana_env.engine.batch.live_editions import load_whole
from africana_env.engine.game.contract import RewardName
from africana_env.engine.process.errors import UserError, format_value

AT_ONCE = 500
"""Episodes kept in memory: some hundred MiB."""


def to_minari(
    dataset: Dataset, dataset_id: str, *, reward: RewardName = "outcome", bots: Sequence[str] | None = None
) -> Any:
    """Create and return the Minari dataset `dataset_id` with the decisions of `bots` (None: all).

    Observations, actions and rewards match `gymnasium_env(mask_in_observation=True)` with a learner in that seat. If
    `bots` is one bot with the same opponents in every game, `recover_environment()` makes its environment. Raises
    `UserError` for a bot that did not play or for games that these rules do not allow, and Minari's own errors.
    """
    chosen = dataset.bots if bots is None else bots
    if not chosen:
        raise UserError("bots must name one bot at least, or be None for all")
    for bot in chosen:
        if bot not in dataset.bots:
            raise UserError(f"no seat was held by {format_value(bot)}: use {' or '.join(dataset.bots)}")
    minari.dataset.minari_dataset.parse_dataset_id(dataset_id)  # fails early
    for _ in dataset.batches():  # checks the games against the rules
        pass
    about = dataset.manifest
    batch = Batch(dataset.game, 1, about.num_players, dataset.edition, reward=reward, max_rounds=about.max_rounds)
    episodes = (
        episode
        for record, players in dataset.records_with_players()
        for player, episode in zip(players, episodes_of(batch, record), strict=True)
        if episode is not None and dataset.bots[player] in chosen
    )
    made = minari.create_dataset_from_buffers(
        dataset_id,
        list(islice(episodes, AT_ONCE)),
        env=environment_of(dataset, chosen, batch),
        observation_space=learner_space(batch, with_mask=True),
        action_space=spaces.Discrete(len(dataset.game.actions)),
        algorithm_name=", ".join(chosen),
        description=f"{dataset.game.title} by africana-env {__version__}: one episode per seat and game.",
    )
    while more := list(islice(episodes, AT_ONCE)):
        made.update_dataset_from_buffer(more)
    return made


def environment_of(dataset: Dataset, chosen: Sequence[str], batch: Batch) -> EnvSpec | None:
    """Return the environment of one bot with its opponents; None for several bots or a custom edition."""
    about, bots = dataset.manifest, dataset.bots
    # Bot i + s holds seat s of game i, so a bot's opponents are always the same only if the bots divide the seats.
    if len(chosen) > 1 or about.num_players % len(bots) or not is_named(dataset):
        return None
    own = bots.index(chosen[0])
    spec = deepcopy(gymnasium.spec(gymnasium_id(about.game)))
    spec.kwargs |= {
        "num_players": about.num_players,
        "edition": about.edition,
        "reward": batch.reward_scheme,
        "max_rounds": about.max_rounds,
        "opponents": [bots[(own + seat) % len(bots)] for seat in range(1, about.num_players)],
        "seat": "rotate",
        "mask_in_observation": True,
    }
    return spec


def is_named(dataset: Dataset) -> bool:
    with suppress(UserError):
        return load_whole(dataset.game, dataset.manifest.edition).digest == dataset.edition.digest
    return False


def episodes_of(batch: Batch, record: GameRecord) -> Iterator[EpisodeBuffer | None]:
    """Yield the episode of each seat of a game, None for a seat without decisions.

    Each decision's reward is the sum until the seat's next decision; the first one includes earlier rewards.
    """
    scale, players = feature_scale(batch.space), range(batch.num_players)
    observations: list[list[np.ndarray]] = [[] for _ in players]
    masks: list[list[np.ndarray]] = [[] for _ in players]
    actions: list[list[int]] = [[] for _ in players]
    rewards: list[list[float]] = [[] for _ in players]
    before = np.zeros(batch.num_players)
    batch.reset_to(record.seed)
    for action in record.actions:
        seat = int(batch.current_player[0])
        observations[seat].append(float_observation(batch.observation, scale)[0])
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
                "observation": np.stack([*observations[seat], float_observation(last, scale)[0]]),
                "action_mask": np.stack([*masks[seat], after_the_end(np.zeros_like(masks[seat][0]))]),
            },
            actions=np.array(actions[seat]),
            rewards=rewards[seat],
            terminations=ends,
            truncations=[False] * len(ends),
        )
