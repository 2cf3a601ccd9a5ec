"""Trained policies as bots: `policy:baseline`, `policy:PATH[,temperature=T][,network=MODULE:NAME]`."""

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from math import isfinite
from numbers import Real
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from africana_env import Batch, Edition, Game, RewardName, UserError
from africana_env.bots.decisions import check_fits, shown_to
from africana_env.bots.generators import GameGenerators, draws_kept, reset_generators
from africana_env.engine.batch.batch import check_decision
from africana_env.engine.editions.edition_sets import is_member
from africana_env.engine.game.checks import check_array
from africana_env.engine.game.rng import generator_dtype
from africana_env.engine.process.errors import escape, format_name, format_value
from africana_training.networks.mlp import device_of
from africana_training.networks.registry import logits_of, observation_of, values_of
from africana_training.networks.sampling import NOT_FINITE, sample_actions
from africana_training.policies.file import load_policy
from africana_training.policies.shipped import GENERALIST, POLICIES, SUFFIX, policy_path

BLOCK_ROWS = 16
"""Positions are evaluated in multiples of this number. The summation order of a matrix product depends on the number of
rows, so a policy's play would depend on the number of games."""


class PolicyBot:
    """A network that plays by drawing actions from its policy. `temperature` 1 plays as trained; lower values prefer
    likely actions, and 0 always takes the likeliest. The network plays in evaluation mode.

    `about` is the description in the policy's file. A warning is logged if the games differ from those in training.
    """

    def __init__(
        self,
        game: Game,
        network: nn.Module,
        num_games: int,
        *,
        temperature: float = 1.0,
        name: str = "policy",
        about: Mapping[str, Any] | None = None,
        file: str | None = None,
    ) -> None:
        self.game = game
        self.network = network
        self._observation = observation_of(network)
        self.reads_observations = self._observation == "features"
        """See `Bot`. Other observations are made only for the games that it decides."""
        self.temperature = check_temperature(temperature)
        self.name = name
        self._about = about or {}
        self._file = file
        self.reward: RewardName = self._about.get("reward", "lead")
        """The reward that `values` predict, by its file."""
        self._compared = False
        self.generators = np.zeros(num_games, generator_dtype)
        """See `KeepsGenerators`."""

    def reset_rows(self, rows: np.ndarray, seeds: np.ndarray) -> None:
        """See `Bot.reset_rows`."""
        reset_generators(self.generators, rows, seeds)

    def source_file(self) -> str | None:
        """See `IsFromFile`."""
        return self._file

    def act(self, batch: Batch, rows: np.ndarray, actions: np.ndarray) -> None:
        """See `Bot.act`."""
        check_decision(batch, rows, actions)
        shown = self._shown(batch, rows)
        if len(shown[0]) == 0:
            return
        logits = self._logits(*shown).numpy()
        with draws_kept(self.generators):
            drawn = GameGenerators(self.generators, rows).random() if self.temperature > 0 else np.zeros(len(logits))
            chosen, _ = sample_actions(logits, shown[1], self.temperature, drawn)
            if chosen.min() == NOT_FINITE:
                raise self._not_finite()
        actions[rows] = chosen

    def probabilities(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
        """See `GivesProbabilities`."""
        shown = self._shown(batch, rows)
        logits = self._logits(*shown)
        if not logits.isfinite().all():
            raise self._not_finite()
        # Illegal actions must get probability 0 for any weights and any temperature.
        logits = logits.double().masked_fill(torch.from_numpy(shown[1] == 0), -torch.inf)
        if self.temperature == 0:
            return np.eye(logits.shape[1])[logits.argmax(-1).numpy()]
        # Subtracting the highest logit first avoids overflow at small temperatures.
        return torch.softmax((logits - logits.amax(-1, keepdim=True)) / self.temperature, -1).numpy()

    def players_difference(self, num_players: int) -> str | None:
        """Return how its number of players in training differed, by its file; None if it did not."""
        trained = self._about.get("num_players", num_players)
        same = num_players in trained if isinstance(trained, list) else num_players == trained
        return None if same else f"with {format_value(trained)} players, not {num_players}"

    def rounds_difference(self, batch: Batch) -> str | None:
        """Return how `max_rounds` in training differed, by its file; None if it did not. An edition may end earlier."""
        trained = self._about.get("max_rounds")
        if not isinstance(trained, int) or min(trained, batch.edition.max_rounds) == batch.max_rounds:
            return None
        return f"with max_rounds {trained}, not {batch.max_rounds}"

    def edition_difference(self, edition: Edition) -> str | None:
        """See `EditionBound`. Networks that read entities or facts play any edition."""
        if not self.reads_observations:
            return None
        trained = self._about.get("edition", edition.name)
        if trained == edition.name:
            same = self._about.get("edition_digest", edition.digest) == edition.digest
            return None if same else f"on other data of edition {edition.name}"
        if isinstance(trained, str) and is_member(edition, trained):
            return None
        name = escape(trained) if isinstance(trained, str) else format_value(trained)
        return f"on edition {name}, not on {edition.name}"

    def _instead(self) -> str:
        """Return a hint to the shipped policy that plays any edition, if there is one."""
        there = (POLICIES / GENERALIST / f"{self.game.name}{SUFFIX}").is_file()
        return f": policy:{GENERALIST} plays any edition" if there else ""

    def values(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
        """See `GivesValues`."""
        return self._evaluated(values_of, *self._shown(batch, rows)).double().numpy()

    def _not_finite(self) -> UserError:
        return UserError(f"{self.name} computes numbers that are not finite: its weights are too large, train it again")

    def _shown(self, batch: Batch, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the observations (games, features) and masks (games, actions) of the games in `rows`."""
        check_fits(self.name, len(self.generators), batch, self.game)
        check_array("rows", rows, np.bool_, (batch.num_games,))
        observed = shown_to(self.name, batch, rows, self._observation)
        if not self._compared:
            self._compared = True
            log = logging.getLogger(__name__)
            if difference := self.players_difference(batch.num_players):
                log.warning("%s was trained %s", self.name, difference)
            if difference := self.rounds_difference(batch):
                log.warning("%s was trained %s", self.name, difference)
            if difference := self.edition_difference(batch.edition):
                log.warning("%s was trained %s%s", self.name, difference, self._instead())
        return observed, batch.action_mask[rows]

    def _logits(self, observations: np.ndarray, masks: np.ndarray) -> Tensor:
        return self._evaluated(logits_of, observations, masks)

    @torch.inference_mode()
    def _evaluated(self, output: Callable[..., Tensor], observations: np.ndarray, masks: np.ndarray) -> Tensor:
        """Return an output of the network, which for a game does not depend on other games."""
        number = len(masks)
        padded = [rows_added(each, -number % BLOCK_ROWS) for each in (observations, masks)]
        device = device_of(self.network)
        with evaluating(self.network):
            return output(self.network, *(torch.from_numpy(each).to(device) for each in padded))[:number].cpu()


@contextmanager
def evaluating(network: nn.Module) -> Iterator[None]:
    """Put a network in evaluation mode for a while."""
    if not network.training:  # looking at all its modules takes time
        yield
        return
    learning = [part for part in network.modules() if part.training]
    network.eval()
    try:
        yield
    finally:
        for part in learning:
            part.training = True


def rows_added(array: np.ndarray, number: int) -> np.ndarray:
    """Append rows of zeros to an array."""
    return np.concatenate([array, np.zeros((number, *array.shape[1:]), array.dtype)]) if number else array


def make_policy_bot(
    game: Game, num_games: int, path: str, *, temperature: float = 1.0, network: str | None = None
) -> PolicyBot:
    """Return the bot of a policy, by its file or a shipped policy's name. Raises `UserError` if there is none for this
    game. `network` names a custom network."""
    file = policy_path(path, game)
    _, loaded, about = load_policy(file, own_network=network, game=game)
    name = format_name(f"policy:{path}")
    return PolicyBot(game, loaded, num_games, temperature=temperature, name=name, about=about, file=file)


def check_temperature(value: object) -> float:
    """Return a temperature. Raises `UserError` if it is invalid."""
    if not isinstance(value, Real) or not isfinite(value) or value < 0:
        raise UserError(f"temperature must be a number of at least 0, not {format_value(value)}")
    return float(value)
