"""A run: its progress, and the parts that play and learn, made from its config."""

from collections.abc import Callable
from dataclasses import dataclass, field

import torch
from torch import nn

from africana_env import Edition, Game, UserError, derive_seed, load_game
from africana_env.engine.editions.edition_sets import EditionSet
from africana_env.engine.process.errors import format_name
from africana_training.algorithms.registry import Algorithm, load_algorithm
from africana_training.config.check import error_prefix
from africana_training.config.settings import TrainConfig
from africana_training.distributed import copy_from_first, local_rank, own_seed
from africana_training.fields import Count, Minutes, NotNegative, Settings, Share
from africana_training.networks.registry import fit_scale, new_network, observation_of
from africana_training.policies.file import describe_policy, load_policy
from africana_training.policies.shipped import policy_path
from africana_training.process import RunProcess, seed_generators
from africana_training.rollout.games import make_batches
from africana_training.rollout.league import League
from africana_training.rollout.rollout import Rollout
from africana_training.runs.rating import Rater, rated_on

WEIGHTS_STREAM, NETWORK_STREAM = 0x57454947, 0x44524F50
"""Separate the random numbers for weights, for networks and algorithms (such as dropout), and for actions."""


@dataclass
class Progress(Settings):
    """Progress of a run in decisions, so that it is the same run on any machine."""

    timesteps: Count = 0
    """Decisions played."""
    updates: Count = 0
    seconds: NotNegative = 0.0
    """Seconds spent on playing and learning."""
    core_seconds: NotNegative = 0.0
    """CPU time of playing and learning, over all threads and processes."""
    end: Count = 0
    """The run stops after this many decisions."""
    start: Count = 0
    """Decisions played when `end` was set."""
    start_share: Share = 0.0
    """Share of the run that was done when `end` was set."""
    minutes: Minutes | None = None
    """The config's budget when `end` was set."""
    total_timesteps: Count = 0
    """The config's budget in decisions when `end` was set."""

    def share_done(self) -> float:
        """Return the share of the run that is done, from 0 to 1."""
        share = (self.timesteps - self.start) / max(1, self.end - self.start)
        return min(1.0, self.start_share + (1 - self.start_share) * share)

    def plan(self, end: int) -> None:
        """Set the end of the run to `end` decisions. Schedules continue from their current values; the schedules of a
        finished run restart."""
        done = self.share_done() if self.end > 0 else 0.0
        self.start, self.start_share, self.end = self.timesteps, done % 1.0, max(end, self.timesteps)

    def add(self, decisions: int, seconds: float, core_seconds: float) -> None:
        self.timesteps += decisions
        self.updates += 1
        self.seconds += seconds
        self.core_seconds += core_seconds

    def seconds_left(self) -> float | None:
        """Return about how many seconds are left, at the mean speed so far. None after one update: it may compile."""
        if self.updates <= 1:
            return None
        return max(0, self.end - self.timesteps) * self.seconds / max(1, self.timesteps)

    @property
    def bound_by_minutes(self) -> bool:
        """Whether `minutes` and not `total_timesteps` set the end."""
        return self.end < self.total_timesteps

    def is_planned_anew(self, minutes: float | None, total_timesteps: int) -> bool:
        """Whether this budget calls for another end. A finished run needs more of the budget that ended it: the
        remainder of an estimate would only restart the schedules for a moment."""
        if not self.finished:
            return (self.minutes, self.total_timesteps) != (minutes, total_timesteps)
        if self.bound_by_minutes and self.minutes is not None:
            return minutes is None or minutes > self.minutes
        return total_timesteps > self.total_timesteps

    @property
    def finished(self) -> bool:
        return self.timesteps >= self.end


OnUpdate = Callable[[Progress, dict[str, float]], None]
"""Called after every update with the run's progress and the update's metrics."""


@dataclass(eq=False)
class Run:
    """The parts of a run."""

    config: TrainConfig
    process: RunProcess
    game: Game
    edition: Edition | EditionSet
    algorithm: Algorithm
    network: nn.Module
    optimizer: torch.optim.Optimizer
    rollout: Rollout
    rater: Rater
    generator: torch.Generator
    """Draws actions, minibatches, seats and snapshots, on the CPU."""
    progress: Progress = field(default_factory=Progress)
    ratings: dict[str, float] = field(default_factory=dict)
    """The ratings of the current policy, see `RunResult.ratings`."""

    @property
    def league(self) -> League:
        """The opponents in the rollouts."""
        return self.rollout.league

    @property
    def imitating(self) -> bool:
        """Whether the policy still learns from the expert."""
        imitation = self.config.imitation
        return imitation.expert is not None and self.progress.timesteps < imitation.timesteps


def make_run(config: TrainConfig, resumed: bool = False) -> Run:
    """Make a run ready for its first update; `config` has passed `check_config`. The weights of a `resumed` run are
    loaded later, so `start_from` is not read."""
    process = RunProcess(config_device(config), config.threads)
    with process.entered():
        return _make_run(config, process, resumed)


def _make_run(config: TrainConfig, process: RunProcess, resumed: bool) -> Run:
    game, device, seed = load_game(config.game), process.device, own_seed(config.seed)
    seed_generators(derive_seed(config.seed, WEIGHTS_STREAM), device)  # the same in all processes
    generator = torch.Generator().manual_seed(seed)
    algorithm = load_algorithm(config.algorithm, config.algorithms, config.algorithm_settings)
    network = new_network(game, config.layers, config.network)
    if config.start_from is not None and not resumed:
        start_from(config.start_from, network, game, config)
    seed_generators(derive_seed(seed, NETWORK_STREAM), device)  # other draws in each process, such as dropout's
    network.to(device)
    optimizer = torch.optim.Adam(network.parameters(), lr=config.optimizer.learning_rate, eps=1e-5, fused=True)
    batches = make_batches(
        game,
        config.rollout.num_games,
        config.player_counts,
        config.edition,
        config.reward,
        config.max_rounds,
        observation_of(network),
    )
    edition, max_rounds = batches[0].editions, batches[0].max_rounds
    rollout = Rollout(batches, config.rollout.num_steps, League(config.league, generator), config.imitation.expert)
    references, deals, players = config.rating.references, config.rating.deals, config.player_counts[0]
    rater = Rater(references, deals, game, rated_on(edition), players, max_rounds)
    rollout.warm_up(seed)
    rollout.reset(seed)
    if config.start_from is None:
        fit_scale(network, rollout.buffer.observations[-1])
    copy_from_first([*network.parameters(), *network.buffers()])
    return Run(config, process, game, edition, algorithm, network, optimizer, rollout, rater, generator)


def start_from(policy: str, network: nn.Module, game: Game, config: TrainConfig) -> None:
    """Copy the weights of a policy into `network`. Raises `UserError` if they do not fit."""
    with error_prefix("start_from"):
        path = policy_path(policy, game)
        _, saved, about = load_policy(path, own_network=config.network, game=game)
        if config.algorithm == "dmc" and about.get("algorithm") != "dmc":
            raise UserError(f"{format_name(policy)} was not learned by dmc, whose logits are differences in value")
        if shapes_of(saved) != shapes_of(network):
            _, name, layers, _ = describe_policy(path)
            found = f"{format_name(policy)} is network {format_name(name)} with layers {layers}"
            raise UserError(f"{found}, not network {format_name(config.network)} with layers {config.layers}")
    network.load_state_dict(saved.state_dict())


def shapes_of(network: nn.Module) -> dict[str, torch.Size]:
    return {name: tensor.shape for name, tensor in network.state_dict().items()}


def config_device(config: TrainConfig) -> torch.device:
    """Return the device of a config. Raises `UserError` if the machine lacks it."""
    if config.device == "cpu":
        return torch.device("cpu")
    number, found = local_rank(), torch.cuda.device_count()
    if number >= found:
        raise UserError(f"device must be cpu here, since PyTorch finds {found} CUDA devices: use --device cpu")
    return torch.device("cuda", number)
