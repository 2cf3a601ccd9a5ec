"""A run: the parts that play and learn, made from its config in the order in which they need each other."""

from dataclasses import dataclass, field

import torch
from torch import nn

from africana_env import Edition, Game, UserError, derive_seed, load_game
from africana_env.engine.editions.edition_sets import EditionSet
from africana_env.engine.process.errors import format_name
from africana_training.algorithms.registry import Algorithm, check_annealed, load_algorithm
from africana_training.algorithms.state import algorithm_state
from africana_training.config.check import error_prefix
from africana_training.config.settings import TrainConfig
from africana_training.distributed import copy_from_first, local_rank, own_seed
from africana_training.networks.registry import fit_scale, new_network, reads_entities
from africana_training.policies.file import describe_policy, load_policy
from africana_training.policies.shipped import policy_path
from africana_training.progress import Progress
from africana_training.rollout.league import League
from africana_training.rollout.rollout import Rollout, make_batches
from africana_training.runs.generators import seed_generators
from africana_training.runs.process import RunProcess
from africana_training.runs.rating import Rater, rated_on

WEIGHTS_STREAM, NETWORK_STREAM = 0x57454947, 0x44524F50
"""Separate what draws the weights of networks, what networks and algorithms draw, such as those with dropout, and what
draws actions."""


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
    progress: Progress = field(default_factory=Progress)
    ratings: dict[str, float] = field(default_factory=dict)
    """See `RunResult.ratings`; of the current policy."""

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
    """A run that has begun: `config` has passed `check_config`. If it is `resumed`, saved weights take the place of its
    own, so `start_from` is not read."""
    process = RunProcess(config_device(config), config.threads)
    with process.entered():
        return _make_run(config, process, resumed)


def _make_run(config: TrainConfig, process: RunProcess, resumed: bool) -> Run:
    game, device, seed = load_game(config.game), process.device, own_seed(config.seed)
    seed_generators(derive_seed(config.seed, WEIGHTS_STREAM), device)  # the same in all processes
    generator = torch.Generator().manual_seed(seed)
    algorithm = load_algorithm(config.algorithm, config.algorithms, config.algorithm_settings)
    check_annealed(algorithm, 0.0)
    algorithm_state(algorithm)
    network = new_network(game, config.layers, config.network)
    if config.start_from is not None and not resumed:
        start_from(config.start_from, network, game, config)
    seed_generators(derive_seed(seed, NETWORK_STREAM), device)  # of what networks draw: others in each process
    network.to(device)
    optimizer = torch.optim.Adam(network.parameters(), lr=config.optimizer.learning_rate, eps=1e-5, fused=True)
    batches = make_batches(
        game,
        config.rollout.num_games,
        config.player_counts,
        config.edition,
        config.reward,
        config.max_rounds,
        reads_entities(network),
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
    """Give a network the weights of a policy; raises `UserError` if they do not fit."""
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
    """The shapes of a network's weights, by name."""
    return {name: tensor.shape for name, tensor in network.state_dict().items()}


def config_device(config: TrainConfig) -> torch.device:
    """The device that a config names; raises `UserError` if the machine lacks it."""
    if config.device == "cpu":
        return torch.device("cpu")
    number, found = local_rank(), torch.cuda.device_count()
    if number >= found:
        raise UserError(f"device must be cpu here, for PyTorch finds {found} CUDA devices: --device cpu")
    return torch.device("cuda", number)
