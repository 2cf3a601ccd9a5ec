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
from africana_training.networks.registry import logits_of, reads_entities, values_of
from africana_training.networks.sampling import NOT_FINITE, sample_actions
from africana_training.policies.file import load_policy
from africana_training.policies.shipped import GENERALIST, POLICIES, SUFFIX, policy_path

BLOCK_ROWS = 16
"""Positions are evaluated in multiples of this number. A matrix product of one row adds up in another order, so a
policy would play a game differently depending on the number of games beside it."""


class PolicyBot:
    """A network that plays, drawing its actions from its policy: with `temperature` 1 as it was trained, below more
    often the likeliest action, and always that one at 0. A network in training acts as in evaluation, too.

    `about` is what the policy's file says of its training: a difference to the games it plays is logged as a warning.
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
        self._reads_entities = reads_entities(network)
        self.reads_observations = not self._reads_entities
        """See `Bot`. Entities are observed for the games that it is asked for alone."""
        self.temperature = check_temperature(temperature)
        self.name = name
        self._about = about or {}
        self._file = file
        self.reward: RewardName = self._about.get("reward", "lead")
        """In which `values` are, as far as its file says."""
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
        # The illegal ones again as such, for any weights and what any temperature makes of them.
        logits = logits.double().masked_fill(torch.from_numpy(shown[1] == 0), -torch.inf)
        if self.temperature == 0:
            return np.eye(logits.shape[1])[logits.argmax(-1).numpy()]
        # In double precision, and less the highest before a small temperature makes them too large for it.
        return torch.softmax((logits - logits.amax(-1, keepdim=True)) / self.temperature, -1).numpy()

    def players_difference(self, num_players: int) -> str | None:
        """With how many players it was trained, as far as its file says, where these are others."""
        trained = self._about.get("num_players", num_players)
        same = num_players in trained if isinstance(trained, list) else num_players == trained
        return None if same else f"with {format_value(trained)} players, not {num_players}"

    def rounds_difference(self, batch: Batch) -> str | None:
        """After how many rounds games were cut off in its training, as far as its file says, where that is not so in
        these; an edition may do so earlier."""
        trained = self._about.get("max_rounds")
        if not isinstance(trained, int) or min(trained, batch.edition.max_rounds) == batch.max_rounds:
            return None
        return f"with max_rounds {trained}, not {batch.max_rounds}"

    def edition_difference(self, edition: Edition) -> str | None:
        """See `EditionBound`; as far as its file says. Who reads entities plays any edition."""
        if self._reads_entities:
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
        """Which shipped policy plays any edition, where there is one."""
        there = (POLICIES / GENERALIST / f"{self.game.name}{SUFFIX}").is_file()
        return f": policy:{GENERALIST} plays any edition" if there else ""

    def values(self, batch: Batch, rows: np.ndarray) -> np.ndarray:
        """See `GivesValues`: what the policy was trained to expect of its rewards."""
        return self._evaluated(values_of, *self._shown(batch, rows)).double().numpy()

    def _not_finite(self) -> UserError:
        return UserError(
            f"{self.name} computes numbers that are not finite, for its weights are too large: train it anew"
        )

    def _shown(self, batch: Batch, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Observations (games, features) and masks (games, actions) of the games marked in `rows`."""
        check_fits(self.name, len(self.generators), batch, self.game)
        check_array("rows", rows, np.bool_, (batch.num_games,))
        observed = shown_to(self.name, batch, rows, self._reads_entities)
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
        """Masked logits (games, actions)."""
        return self._evaluated(logits_of, observations, masks)

    @torch.inference_mode()
    def _evaluated(self, output: Callable[..., Tensor], observations: np.ndarray, masks: np.ndarray) -> Tensor:
        """An output of the network, the same for a game whatever others are beside it."""
        number = len(masks)
        padded = [rows_added(each, -number % BLOCK_ROWS) for each in (observations, masks)]
        device = device_of(self.network)
        with evaluating(self.network):
            return output(self.network, *(torch.from_numpy(each).to(device) for each in padded))[:number].cpu()


@contextmanager
def evaluating(network: nn.Module) -> Iterator[None]:
    """A network in the mode of evaluation, and then in its own again."""
    if not network.training:  # to look at all its parts takes time
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
    """An array with so many rows of zeros behind its own."""
    return np.concatenate([array, np.zeros((number, *array.shape[1:]), array.dtype)]) if number else array


def make_policy_bot(
    game: Game, num_games: int, path: str, *, temperature: float = 1.0, network: str | None = None
) -> PolicyBot:
    """The bot of the policy in the file `path`, or of the shipped one of that name; raises `UserError` if there is none
    for this game. `network` names a network of the user's."""
    file = policy_path(path, game)
    _, loaded, about = load_policy(file, own_network=network, game=game)
    name = format_name(f"policy:{path}")
    return PolicyBot(game, loaded, num_games, temperature=temperature, name=name, about=about, file=file)


def check_temperature(value: object) -> float:
    """A temperature; raises `UserError` if it is none."""
    if not isinstance(value, Real) or not isfinite(value) or value < 0:
        raise UserError(f"temperature must be a number of at least 0, not {format_value(value)}")
    return float(value)
