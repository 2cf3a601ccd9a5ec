"""The settings of a training run: types, bounds, meanings and defaults."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import Field

from africana_env.engine.game.contract import RewardName
from africana_training.algorithms.dmc import DMC
from africana_training.algorithms.imitation import ImitationConfig
from africana_training.algorithms.mmd import MMD
from africana_training.algorithms.ppo import PPO
from africana_training.algorithms.registry import Algorithm
from africana_training.fields import MAX_SEED, Layers, Minutes, Positive, Settings, Share, Timesteps, Whole
from africana_training.rollout.league import LeagueConfig

Device = Literal["cpu", "cuda"]


@dataclass
class RolloutConfig(Settings):
    """The games played between two updates."""

    num_games: Annotated[Whole, Field(ge=1, le=1 << 16)] = 512
    """Games played at the same time."""
    num_steps: Annotated[Whole, Field(ge=1, le=1 << 12)] = 64
    """Decisions per game between two updates."""
    gamma: Share = 1.0
    """Discount between two decisions of a seat."""


@dataclass
class OptimizerConfig(Settings):
    """Settings of the updates, for all algorithms."""

    update_epochs: Annotated[Whole, Field(ge=1, le=1000)] = 1
    """How often an update goes through the decisions."""
    minibatch_size: Timesteps = 512
    """Decisions per step of the optimiser."""
    learning_rate: Positive = 1e-3
    """Learning rate of Adam, falling linearly to 0."""
    max_grad_norm: Positive = 0.5
    """Longer gradients are scaled down to this norm."""


@dataclass
class RatingConfig(Settings):
    """Matches that rate the policy at every checkpoint of self-play."""

    references: list[str] = field(default_factory=lambda: ["greedy"])
    """Bots to play against. Each holds all seats except one, in games with the first number of `num_players`."""
    deals: Annotated[Whole, Field(ge=0, le=10_000)] = 100
    """Deals against each reference, at least two, played from all seats; 0: no matches."""


@dataclass
class TrainConfig(Settings):
    """One training run."""

    game: str
    """Name of the game, such as africana_v0."""
    run_folder: str
    """Where config, metrics and checkpoints go."""
    num_players: Whole | Annotated[list[Whole], Field(min_length=1, max_length=16)] | None = None
    """Players in a game; null: the game's default. A list splits the games evenly: with [2, 2, 4], two thirds have two
    players."""
    edition: str = "reconstructed"
    """An edition's name or file, or a set such as generated:0-999999, from which each game draws an edition. Policies
    trained on a set are rated on editions 1000100 to 1000199 of its kind."""
    reward: RewardName = "lead"
    """The reward scheme of the environments."""
    max_rounds: Whole | None = None
    """Games are cut off after this many rounds; null: the game's own limit."""
    network: str = "mlp_own_value"
    """The network: mlp_own_value (separate layers for the value), mlp, entities (for any edition), or MODULE:NAME."""
    layers: Layers = field(default_factory=lambda: [128, 128])
    """Widths of the network's layers."""
    start_from: str | None = None
    """A policy to start from, a shipped one's name or a file; null: fresh weights."""
    total_timesteps: Timesteps = 15_000_000
    """Stop after this many decisions. Learning rate, entropy and temperature fall until then."""
    minutes: Minutes | None = None
    """About how long to train. The speed is measured first and gives the number of decisions, at most
    `total_timesteps`."""
    seed: Annotated[Whole, Field(ge=0, le=MAX_SEED)] = 0
    """The same seed, total_timesteps and threads give the same run."""
    threads: Annotated[Whole, Field(ge=1, le=1024)] | None = None
    """Threads for games and network; null: all cores, or an equal share for each of several processes."""
    device: Device = "cpu"
    """Where the network acts and learns; the games always run on the CPU."""
    checkpoint_minutes: Positive = 2.0
    """Time between two checkpoints."""
    algorithm: str = "ppo"
    """How to learn: ppo (proximal policy optimisation), mmd (magnetic mirror descent), dmc (deep Monte Carlo), or
    MODULE:NAME."""
    algorithm_settings: dict[str, Any] = field(default_factory=dict)
    """Keyword arguments of MODULE:NAME, such as {ent_coef: 0.01}."""
    ppo: PPO = field(default_factory=PPO)
    mmd: MMD = field(default_factory=MMD)
    dmc: DMC = field(default_factory=DMC)
    rollout: RolloutConfig = field(default_factory=RolloutConfig)
    optimizer: OptimizerConfig = field(default_factory=OptimizerConfig)
    league: LeagueConfig = field(default_factory=LeagueConfig)
    imitation: ImitationConfig = field(default_factory=ImitationConfig)
    rating: RatingConfig = field(default_factory=RatingConfig)

    @property
    def algorithms(self) -> Mapping[str, Algorithm]:
        """Return the algorithms of this package by name, with their settings."""
        return {"ppo": self.ppo, "mmd": self.mmd, "dmc": self.dmc}

    @property
    def player_counts(self) -> list[int]:
        """Return `num_players` as a list; rating matches use the first number. Needs a checked config."""
        assert self.num_players is not None
        return self.num_players if isinstance(self.num_players, list) else [self.num_players]
