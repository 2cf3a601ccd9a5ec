"""What a training run can be told: types, bounds, meanings and defaults. `config_check` sees to it that they hold."""

from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import BeforeValidator, ConfigDict, Field

from africana_env.engine.contract import RewardName

MAX_TIMESTEPS = 10**15
MAX_MINUTES = 10**7
"""Nineteen years."""
MAX_SEED = (1 << 63) - 1
"""Seeds derived by adding to it are still seeds."""

FROM_TEXT = BeforeValidator(lambda value: float(value) if isinstance(value, str) else value)
"""PyYAML takes 5e-4 for a text."""
EXPONENTS = BeforeValidator(
    lambda value: int(float(value)) if isinstance(value, str | float) and float(value).is_integer() else value
)
"""So that 1e6 is a million."""
Whole = Annotated[int, Field(strict=True)]
"""Strict, because `True` is no number."""
Positive = Annotated[float, Field(strict=True, gt=0), FROM_TEXT]
NotNegative = Annotated[float, Field(strict=True, ge=0), FROM_TEXT]
Minutes = Annotated[float, Field(strict=True, gt=0, le=MAX_MINUTES), FROM_TEXT]
Share = Annotated[float, Field(strict=True, ge=0, le=1), FROM_TEXT]
Timesteps = Annotated[Whole, Field(ge=1, le=MAX_TIMESTEPS), EXPONENTS]
Count = Annotated[Whole, Field(ge=0, le=MAX_TIMESTEPS), EXPONENTS]
Width = Annotated[Whole, Field(ge=1, le=1 << 12)]
Layers = Annotated[list[Width], Field(min_length=1, max_length=16)]


class Settings:
    """How pydantic reads a group of settings; the text under a field is its `description`."""

    __pydantic_config__ = ConfigDict(extra="forbid", allow_inf_nan=False, use_attribute_docstrings=True)


@dataclass
class PPOConfig(Settings):
    """Rollouts and updates, of all algorithms, and proximal policy optimisation (Schulman et al. 2017)."""

    num_games: Annotated[Whole, Field(ge=1, le=1 << 16)] = 512
    """Games played at the same time."""
    num_steps: Annotated[Whole, Field(ge=1, le=1 << 12)] = 64
    """Decisions per game between two updates."""
    update_epochs: Annotated[Whole, Field(ge=1, le=1000)] = 3
    """How often an update goes through the decisions."""
    minibatch_size: Timesteps = 8192
    """Decisions per step of the optimiser."""
    learning_rate: Positive = 5e-4
    """Of Adam, falling linearly to 0."""
    clip_coef: Share = 0.2
    """How far an update may move the probability of an action, as a share of it."""
    ent_coef: NotNegative = 0.05
    """Weight of the entropy over legal actions, falling linearly to `final_ent_coef`."""
    final_ent_coef: NotNegative = 0.005
    """Weight of the entropy at the end."""
    vf_coef: NotNegative = 0.5
    """Weight of the value's loss beside the policy's."""
    gamma: Share = 1.0
    """Discount between two decisions of a seat."""
    gae_lambda: Share = 0.95
    """Lambda of generalised advantage estimation."""
    max_grad_norm: Positive = 0.5
    """Longer gradients are scaled down to it."""


@dataclass
class MMDConfig(Settings):
    """Magnetic mirror descent (Sokota et al. 2023); its temperature is `ppo.ent_coef`."""

    kl_coef: Positive = 1.0
    """The inverse step size: weight of the divergence from the policy that played."""


@dataclass
class DMCConfig(Settings):
    """Deep Monte Carlo (Zha et al. 2021)."""

    temperature: Positive = 0.005
    """How much worth an action may lack, in rewards, to be taken e times less often."""


@dataclass
class ImitationConfig(Settings):
    """A first policy learned from another bot, before self-play."""

    teacher: str | None = None
    """Spelling of a bot to imitate first; null: self-play from the start."""
    timesteps: Count = 2_000_000
    """Decisions spent on it."""
    learning_rate: NotNegative = 1e-3
    """Of Adam meanwhile."""


@dataclass
class LeagueConfig(Settings):
    """Who the policy plays against besides itself."""

    share: Share = 0.15
    """How likely each seat but one of a game is held by somebody else."""
    opponents: list[str] = field(default_factory=lambda: ["greedy"])
    """Spellings of bots that then hold it, each as likely as the others and as a past version of the policy."""
    snapshots: Annotated[Whole, Field(ge=0, le=1000)] = 8
    """Past versions kept."""


@dataclass
class RatingConfig(Settings):
    """Matches that tell how strong the policy is, at every checkpoint of self-play."""

    references: list[str] = field(default_factory=lambda: ["greedy"])
    """Spellings of the bots it meets; each holds all seats but one, in games of the first number of `num_players`."""
    deals: Annotated[Whole, Field(ge=0, le=10_000)] = 100
    """Deals against each, at least two, played from all seats; 0: no matches."""


@dataclass
class TrainConfig(Settings):
    """One training run."""

    game: str
    """Name of the game, such as africana_v0."""
    run_folder: str
    """Where config, metrics and checkpoints go."""
    num_players: Whole | Annotated[list[Whole], Field(min_length=1, max_length=16)] | None = None
    """Players in a game; a list shares the games out evenly: [2, 2, 4] plays two thirds of them with two players; null:
    the game's default."""
    edition: str = "reconstructed"
    """An edition's name, or a path to its file."""
    reward: RewardName = "lead"
    """What to train for: a reward scheme of the environments."""
    max_rounds: Whole | None = None
    """Games are cut off after this many rounds; null: the game's own limit."""
    network: str = "mlp"
    """The kind of network: mlp, mlp_own_value (with layers of its own for the value), or MODULE:NAME."""
    layers: Layers = field(default_factory=lambda: [128, 128])
    """Widths of the network's layers."""
    total_timesteps: Timesteps = 15_000_000
    """Stop after this many decisions; learning rate and entropy fall with them."""
    minutes: Minutes | None = None
    """About how long to train: before a run begins it is timed, and ends after as many decisions as it will manage, but
    no more than `total_timesteps`."""
    seed: Annotated[Whole, Field(ge=0, le=MAX_SEED)] = 0
    """Same seed and total_timesteps, same run."""
    threads: Annotated[Whole, Field(ge=1, le=1024)] | None = None
    """Threads for games and network; null: all cores, or an equal share for each of several processes."""
    device: Literal["cpu", "cuda"] = "cpu"
    """Where the network acts and learns; games are always played by processors."""
    checkpoint_minutes: Positive = 2.0
    """Time between two checkpoints."""
    algorithm: Literal["ppo", "mmd", "dmc"] = "ppo"
    """How to learn: proximal policy optimisation, magnetic mirror descent or deep Monte Carlo."""
    ppo: PPOConfig = field(default_factory=PPOConfig)
    mmd: MMDConfig = field(default_factory=MMDConfig)
    dmc: DMCConfig = field(default_factory=DMCConfig)
    league: LeagueConfig = field(default_factory=LeagueConfig)
    imitation: ImitationConfig = field(default_factory=ImitationConfig)
    rating: RatingConfig = field(default_factory=RatingConfig)
