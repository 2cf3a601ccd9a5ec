"""What a training run can be told, with the defaults."""

from dataclasses import dataclass, field

TRAINING_REWARDS = ("outcome", "margin", "lead")
"""What a policy can be trained for, see `TrainConfig.reward`."""


@dataclass
class PPOConfig:
    """Proximal policy optimisation (Schulman et al. 2017)."""

    num_games: int = 512
    """Games played at the same time."""
    steps: int = 64
    """Decisions per game between two updates."""
    epochs: int = 3
    minibatch: int = 8192
    learning_rate: float = 5e-4
    """Of Adam, falling linearly to 0."""
    clip: float = 0.2
    entropy: float = 0.05
    """Weight of the entropy over legal actions, falling linearly to `final_entropy`."""
    final_entropy: float = 0.005
    value_weight: float = 0.5
    discount: float = 1.0
    """Between two decisions of a seat."""
    trace_decay: float = 0.95
    """Lambda of generalised advantage estimation."""
    gradient_norm: float = 0.5


@dataclass
class ImitationConfig:
    """A first policy learned from a scripted player, before self-play."""

    teacher: str | None = None
    """Name of an opponent; none: self-play from the start."""
    decisions: int = 2_000_000
    learning_rate: float = 1e-3


@dataclass
class LeagueConfig:
    """Who the policy plays against besides itself."""

    share: float = 0.15
    """Share of the games in which the policy has one seat and somebody else the others."""
    opponents: list[str] = field(default_factory=lambda: ["greedy"])
    """Names of opponents; past versions of the policy take as many games as each of them."""
    snapshots: int = 8
    """Past versions kept."""


@dataclass
class TrainConfig:
    """One training run."""

    game: str
    run_folder: str
    """Where config, metrics and checkpoints go."""
    num_players: int = 2
    edition: str = "reconstructed"
    reward: str = "lead"
    """`outcome`, `margin`, or `lead`: the change of the margin as it happens, which sums up to `margin`."""
    max_rounds: int | None = None
    """Default: the game's."""
    layers: list[int] = field(default_factory=lambda: [128, 128])
    total_decisions: int = 15_000_000
    minutes: float | None = None
    """Stop after this time, with learning rate and entropy falling by time instead of decisions."""
    seed: int = 0
    threads: int | None = None
    """Threads for the network; default: all cores."""
    checkpoint_minutes: float = 2.0
    ppo: PPOConfig = field(default_factory=PPOConfig)
    league: LeagueConfig = field(default_factory=LeagueConfig)
    imitation: ImitationConfig = field(default_factory=ImitationConfig)
