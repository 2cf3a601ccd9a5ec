"""A training run without its display and metrics files: it plays and learns in turns, for a budget of decisions."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import torch
from torch import Tensor, nn

from africana_env import Game, UserError, derive_seed, load_game
from africana_env.engine.errors import format_name
from africana_training.algorithms.imitation import LEARNER_SHARE, imitation_loss
from africana_training.algorithms.registry import check_advantages, check_annealed, check_loss_of, load_algorithm
from africana_training.algorithms.state import algorithm_state, attributes_of, load_algorithm_state
from africana_training.algorithms.update import learn
from africana_training.config.check import error_prefix
from africana_training.config.settings import TrainConfig
from africana_training.distributed import (
    average_metrics,
    average_number,
    check_equal,
    copy_from_first,
    from_first,
    gather,
    local_rank,
    own_seed,
    rank,
    world_size,
)
from africana_training.networks.divergence import check_finite
from africana_training.networks.registry import fit_scale, new_network, reads_entities
from africana_training.policies.file import describe_policy, load_policy
from africana_training.policies.shipped import policy_path
from africana_training.progress import Progress
from africana_training.rollout.league import League
from africana_training.rollout.rollout import Rollout, RolloutBuffer, make_batches
from africana_training.rollout.samples import Samples, make_samples
from africana_training.runs.checkpoints import Others, RunFolder, changed_since, policies_of, shapes_of
from africana_training.runs.generators import generators_kept, generators_state, put_generators_state, seed_generators
from africana_training.runs.manifest import Manifest
from africana_training.runs.process import RunProcess
from africana_training.runs.rating import Rater, rated_on
from africana_training.runs.sources import sources_of
from africana_training.tensors import kinds_of, part

WEIGHTS_STREAM, NETWORK_STREAM = 0x57454947, 0x44524F50
"""Separate what draws the weights of networks, what networks and algorithms draw, such as those with dropout, and what
draws actions."""
UPDATES_PER_SNAPSHOT = 20
TIMED_UPDATES = 4
"""Minimum number of updates of imitation, and of self-play, whose speed is measured, after one of each that is not."""
MAX_TIMED_SECONDS = 60.0
TIMED_SHARE = 0.015
"""Share of a run's time spent on measuring the speed of each: a short measurement is noisy on a shared machine."""


class Runner:
    """A run: its config, network, optimiser, games and progress. `config` has passed `check_config`; `show` is called
    with what takes long before the first update."""

    def __init__(
        self, config: TrainConfig, *, resume: bool = False, show: Callable[[str], None] = lambda activity: None
    ) -> None:
        self.config = config
        self._show = show
        self.device = config_device(config)
        self.game = load_game(config.game)
        self.process = RunProcess(self.device, config.threads)
        self.folder = RunFolder(config, resume, used=rank() == 0)
        try:
            with self.process.entered():
                self._set_up()
        except BaseException:
            self.folder.close()
            raise

    def _set_up(self) -> None:
        config = self.config
        seed_generators(derive_seed(config.seed, WEIGHTS_STREAM), self.device)  # the same in all processes
        seed = own_seed(config.seed)
        self.generator = torch.Generator().manual_seed(seed)
        self.sampler = self.generator
        """Draws actions on the device of the network."""
        if self.device.type != "cpu":
            self.sampler = torch.Generator(self.device).manual_seed(seed)
        self.algorithm = load_algorithm(config.algorithm, config.algorithms, config.algorithm_settings)
        check_annealed(self.algorithm, 0.0)
        algorithm_state(self.algorithm)
        self.attributes = attributes_of(self.algorithm)
        """Those of the algorithm as it began."""
        self.network = new_network(self.game, config.layers, config.network)
        if config.start_from is not None and not from_first(rank() == 0 and self.folder.newest() is not None):
            start_from(self.network, self.game, config)
        seed_generators(derive_seed(seed, NETWORK_STREAM), self.device)  # of what networks draw: others in each process
        self.network.to(self.device)
        self.optimizer = torch.optim.Adam(
            self.network.parameters(), lr=config.optimizer.learning_rate, eps=1e-5, fused=True
        )
        self.league = League(config.league, self.generator)
        num_games, players = config.rollout.num_games, config.player_counts
        entities = reads_entities(self.network)
        batches = make_batches(
            self.game, num_games, players, config.edition, config.reward, config.max_rounds, entities
        )
        self.rollout = Rollout(batches, config.rollout.num_steps, self.league, config.imitation.expert)
        self.others = Others(policies_of(config, self.game), sources_of(config, self.game))
        self.notes: list[str] = []
        """What whoever resumes a run should know of its checkpoint; in the first process."""
        self.edition = batches[0].editions
        self.progress = Progress()
        self.ratings: dict[str, float] = {}
        """See `RunResult.ratings`; of the current policy."""
        rating, max_rounds = config.rating, batches[0].max_rounds
        editions = rated_on(self.edition)
        self.rater = Rater(rating.references, rating.deals, self.game, editions, players[0], max_rounds)
        self.rollout.warm_up(seed)
        self.rollout.reset(seed)
        if config.start_from is None:
            fit_scale(self.network, self.rollout.buffer.observations[-1])
        copy_from_first([*self.network.parameters(), *self.network.buffers()])
        self.resume()

    def resume(self) -> None:
        """Resume from the newest checkpoint of the folder, if there is one, and set the end of the run."""
        saved = from_first(self._read_newest() if rank() == 0 else None)
        if saved is None:
            self.plan()
            return
        manifest, weights, states = saved
        self.progress, self.ratings = manifest.progress, manifest.ratings
        self.network.load_state_dict(weights)
        self.load_state_dict(states[rank()])
        if self.progress.is_planned_anew(self.config.minutes, self.config.total_timesteps):
            self.plan()

    def _read_newest(self) -> tuple[Manifest, dict[str, Tensor], list[dict[str, Tensor]]] | None:
        """The newest checkpoint of the folder, if there is one: manifest, weights, and the states of all processes."""
        newest = self.folder.newest()
        if newest is None:
            return None
        path, manifest, damaged = newest
        self.notes += [f"{reason}: checkpoint {path.name} and its policy take its place" for reason in damaged]
        self.folder.publish(path)
        weights, states = self.folder.load(
            path, self.config, self.game, self.edition, self.network, world_size(), self.others
        )
        for name in changed_since(manifest.sources, self.others.sources):
            self.notes.append(f"the run goes on with other code of {format_name(name)} than it was saved with")
        return manifest, weights, states

    def plan(self) -> None:
        """Set the end of the run, in decisions, from the budget in the config."""
        end, done = self.config.total_timesteps, replace(self.progress)  # measuring the speed replaces it
        if self.config.minutes is not None:
            left = 60 * self.config.minutes - done.seconds
            more = int(left * done.timesteps / done.seconds) if done.timesteps else self.estimate_decisions(left)
            end = min(end, done.timesteps + more)
        self.progress.plan(end)
        self.progress.minutes, self.progress.total_timesteps = self.config.minutes, self.config.total_timesteps

    def estimate_decisions(self, seconds: float) -> int:
        """The estimated number of decisions of a new run in so many seconds: measures some updates and undoes them."""
        state = {name: value.clone() for name, value in self.state_dict().items()}
        weights = {name: value.clone() for name, value in self.network.state_dict().items()}
        imitated = self.config.imitation.timesteps if self.imitating() else 0
        self._show(f"measuring how much fits into {seconds / 60:.3g} minutes")
        imitation_speed = self._speed(TIMED_SHARE * seconds) if imitated else 1.0
        self.progress.timesteps = imitated
        self_play_speed = self._speed(TIMED_SHARE * seconds)
        self.progress = Progress()
        self.network.load_state_dict(weights)
        self.load_state_dict(state)
        left = seconds - imitated / imitation_speed
        return max(1, int(imitated + left * self_play_speed if left > 0 else seconds * imitation_speed))

    def _speed(self, seconds: float) -> float:
        """Decisions per second, measured over so many seconds and `TIMED_UPDATES` updates at least, but no longer than
        the update after `MAX_TIMED_SECONDS`."""
        self.train_step()
        before, spent, updates = replace(self.progress), 0.0, 0
        while spent <= MAX_TIMED_SECONDS and (updates < TIMED_UPDATES or spent < seconds):
            self.train_step()
            updates += 1
            spent = self.progress.seconds - before.seconds
        return (self.progress.timesteps - before.timesteps) / spent

    def imitating(self) -> bool:
        """Whether the policy still learns from the expert."""
        imitation = self.config.imitation
        return imitation.expert is not None and self.progress.timesteps < imitation.timesteps

    def train_step(self) -> dict[str, float]:
        """Play one rollout and learn from it; returns the metrics, means over all processes. Raises `UserError` if
        training diverges."""
        with self.process.entered():
            return self._train_step()

    def _train_step(self) -> dict[str, float]:
        imitating, share_done = self.imitating(), self.progress.share_done()
        self.ratings = {}
        self._update_league(imitating)
        learning_rate = self._anneal(imitating, share_done)
        annealed = check_annealed(self.algorithm, share_done)

        start = time.perf_counter()
        buffer = self._collect(imitating)
        collected = time.perf_counter()
        found = self.algorithm.advantages(buffer, self.config.rollout.gamma)
        advantages, valid, targets = check_advantages(buffer, found)
        samples = make_samples(buffer, advantages, valid, self.generator, targets).to(self.device)
        losses = self._update(samples, imitating, annealed)
        self._check_weights()

        seconds = average_number(time.perf_counter() - start)  # the budget depends on it: the same in all processes
        decisions = self.config.rollout.num_games * self.config.rollout.num_steps * world_size()
        self.progress.timesteps += decisions
        self.progress.updates += 1
        self.progress.seconds += seconds
        return average_metrics(
            {
                "charts/SPS": decisions / seconds,
                "charts/learning_rate": learning_rate,
                **{f"charts/{name}": value for name, value in annealed.items()},
                "time/play": collected - start,
                **{f"time/{name}": value for name, value in self.rollout.watch.seconds.items()},
                "time/learn": seconds - (collected - start),
                **losses,
                **self.league.metrics(),
            }
        )

    def _update_league(self, imitating: bool) -> None:
        """Open the league for self-play, and keep a snapshot of the policy when one is due."""
        if imitating:
            self.league.open = False
            return
        if self.progress.updates % UPDATES_PER_SNAPSHOT == 0 or self.league.lacks_past:
            self.rollout.keep_past(self.network)
        if not self.league.open:
            self.league.open = True
            self.rollout.seat_all()

    def _anneal(self, imitating: bool, share_done: float) -> float:
        """Set the learning rate of this update; returns it."""
        learning_rate = (
            self.config.imitation.learning_rate if imitating else self.config.optimizer.learning_rate * (1 - share_done)
        )
        for group in self.optimizer.param_groups:
            group["lr"] = learning_rate
        return learning_rate

    def _collect(self, imitating: bool) -> RolloutBuffer:
        """Play one rollout."""
        self.network.eval()
        if imitating:
            return self.rollout.collect_expert(self.network, self.sampler, LEARNER_SHARE)
        return self.rollout.collect(self.network, self.sampler)

    def _update(self, samples: Samples, imitating: bool, annealed: dict[str, float]) -> dict[str, float]:
        """Learn from the samples; returns the metrics, none if there are no samples."""
        self.network.train()
        losses: dict[str, float] = {}
        if average_number(len(samples.actions)) > 0:
            loss_of = (
                partial(imitation_loss, vf_coef=self.config.imitation.vf_coef)
                if imitating
                else check_loss_of(self.algorithm.loss_for(self.network, annealed))
            )
            losses = learn(self.network, self.optimizer, samples, self.config.optimizer, self.generator, loss_of)
        copy_from_first(self.network.buffers())
        self.network.eval()
        return losses

    def _check_weights(self) -> None:
        """Raise `UserError` unless the network can play on, with the same weights in all processes."""
        check_finite(self.network, self.optimizer)
        self.rollout.check(self.network)
        check_equal(self.network)

    def rate(self, stopped: Callable[[], bool] = lambda: False) -> dict[str, float]:
        """Rate the policy; returns the metrics, none if `stopped` returns true before the end."""
        with self.process.entered(), generators_kept(self.device):  # or the run would depend on when it was rated
            self.ratings = self.rater.rate(self.network, stopped)
        return self.ratings

    # Saving

    def state_dict(self) -> dict[str, Tensor]:
        """The state that changes, without the network, for `load_state_dict`."""
        with self.process.entered():
            state = {"generator": self.generator.get_state(), **generators_state(self.device)}
            if self.sampler is not self.generator:
                state["sampler"] = self.sampler.get_state()
            for index, values in self.optimizer.state_dict()["state"].items():
                state |= {f"optimizer.{index}.{name}": value for name, value in values.items()}
            state |= {f"league.{name}": value for name, value in self.league.state_dict().items()}
            state |= {f"rollout.{name}": value for name, value in self.rollout.state_dict().items()}
            state |= {f"algorithm.{name}": value for name, value in algorithm_state(self.algorithm).items()}
            return {name: value.cpu() for name, value in state.items()}

    def load_state_dict(self, state: dict[str, Tensor]) -> None:
        """Restore `state`; raises `UserError` unless it is one of such a run."""
        with self.process.entered():
            load_algorithm_state(self.algorithm, part(state, "algorithm."))
            state = {**generators_state(self.device), **state}  # as seeded where a checkpoint of before has none
            try:
                self._load(state)
                if kinds_of(self.state_dict()) != kinds_of(state):  # something is missing, or was not saved like this
                    raise ValueError("the state of another run")
            except (KeyError, IndexError, TypeError, ValueError, RuntimeError, UserError):
                raise UserError(
                    f"{self.folder.name} was saved by another version: begin anew with --run_folder"
                ) from None

    def _load(self, state: dict[str, Tensor]) -> None:
        """`load_state_dict`, with errors of several types."""
        moments: dict[int, dict[str, Tensor]] = {}
        for name, value in part(state, "optimizer.").items():
            index, _, key = name.partition(".")
            moments.setdefault(int(index), {})[key] = value
        check_moments(moments, [parameter.shape for parameter in self.network.parameters()])
        self.optimizer.load_state_dict({**self.optimizer.state_dict(), "state": moments})
        self.league.load_state_dict(part(state, "league."), self.network)
        self.rollout.load_state_dict(part(state, "rollout."))
        self.generator.set_state(state["generator"])
        put_generators_state(state, self.device)
        if self.sampler is not self.generator:
            self.sampler.set_state(state["sampler"])

    def save(self) -> None:
        """Add a checkpoint to the run's folder."""
        states = gather(self.state_dict())
        if rank() == 0:
            self.folder.save(
                self.config, self.game, self.edition, self.network, states, self.progress, self.ratings, self.others
            )


def check_moments(moments: dict[int, dict[str, Tensor]], shapes: Sequence[torch.Size]) -> None:
    """Raise `ValueError` unless these are the moments of Adam for parameters of these shapes, by index: Adam itself
    would fail only at its next step. A parameter that had no gradient yet has no moments."""
    for number, kept in moments.items():
        if number not in range(len(shapes)):
            raise ValueError("moments of another network")
        fits = {"step": torch.Size(), "exp_avg": shapes[number], "exp_avg_sq": shapes[number]}
        if {name: value.shape for name, value in kept.items()} != fits:
            raise ValueError("moments of another network")
        if not all(bool(value.isfinite().all()) for value in kept.values()):
            raise ValueError("not a number")
        if kept["step"] < 0 or bool((kept["exp_avg_sq"] < 0).any()):
            raise ValueError("a negative moment")


def start_from(network: nn.Module, game: Game, config: TrainConfig) -> None:
    """Give a network the weights of the policy with which a config begins; raises `UserError` if they do not fit."""
    assert config.start_from is not None
    with error_prefix("start_from"):
        path = policy_path(config.start_from, game)
        _, saved, about = load_policy(path, own_network=config.network, game=game)
        if config.algorithm == "dmc" and about.get("algorithm") != "dmc":
            raise UserError(
                f"{format_name(config.start_from)} was not learned by dmc, whose logits are differences in value"
            )
    if shapes_of(saved) != shapes_of(network):
        _, name, layers, _ = describe_policy(path)
        found = f"{format_name(config.start_from)} is network {format_name(name)} with layers {layers}"
        raise UserError(f"start_from: {found}, not network {format_name(config.network)} with layers {config.layers}")
    network.load_state_dict(saved.state_dict())


def config_device(config: TrainConfig) -> torch.device:
    """The device that a config names; raises `UserError` if the machine lacks it."""
    if config.device == "cpu":
        return torch.device("cpu")
    number, found = local_rank(), torch.cuda.device_count()
    if number >= found:
        raise UserError(f"device must be cpu here, for PyTorch finds {found} CUDA devices: --device cpu")
    return torch.device("cuda", number)
