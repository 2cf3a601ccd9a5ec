"""A user's function as a bot."""

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from africana_env.bots.decisions import are_legal, check_fits, shown_to
from africana_env.bots.generators import GameGenerators, draws_kept, reset_generators
from africana_env.engine.batch.batch import Batch, check_decision
from africana_env.engine.game.checks import as_array, check_choice
from africana_env.engine.game.contract import OBSERVATIONS, ObservationName
from africana_env.engine.game.rng import generator_dtype
from africana_env.engine.process.errors import UserError


class FunctionBot:
    """A bot made of a function `decide(observations, masks, rng)`.

    `observations` is `uint8` of shape `(games, features)`. `masks` is `int8` of shape `(games, actions)` with 1 for
    legal actions. `rng` is a `GameGenerators`. Both arrays are copies. The function returns a legal action for each
    game, whole numbers of shape `(games,)`. `observation` names what it reads; functions named by their module have an
    attribute `observation` instead.
    """

    def __init__(
        self, name: str, decide: Callable[..., Any], num_games: int, observation: ObservationName = "features"
    ) -> None:
        check_choice("observation", observation, OBSERVATIONS)
        self.name = name
        self.reads_observations = observation == "features"
        self._observation = observation
        self._decide = decide
        self.generators = np.zeros(num_games, generator_dtype)
        """See `KeepsGenerators`."""

    def reset_rows(self, rows: np.ndarray, seeds: np.ndarray) -> None:
        """See `Bot.reset_rows`."""
        reset_generators(self.generators, rows, seeds)

    def act(self, batch: Batch, rows: np.ndarray, actions: np.ndarray) -> None:
        """See `Bot.act`. Raises `UserError` if the function does not return legal actions."""
        check_fits(self.name, len(self.generators), batch)
        check_decision(batch, rows, actions)
        observed = shown_to(self.name, batch, rows, self._observation)
        masks = batch.action_mask[rows]
        with draws_kept(self.generators):
            generators = GameGenerators(self.generators, rows)
            actions[rows] = self._legal(masks, self._decide(observed, masks.copy(), generators))

    def source_file(self) -> str | None:
        """See `IsFromFile`: the file of the function's module."""
        try:
            return inspect.getsourcefile(inspect.unwrap(self._decide))
        except Exception:  # a callable object may raise anything
            return None

    def _legal(self, masks: np.ndarray, given: Any) -> np.ndarray:
        """Return the given actions as an array; raise `UserError` unless they are legal."""
        if given is None:
            raise UserError(f"{self.name} returned None: is there a `return`?")
        chosen = as_array(given)
        numbers = "number" if len(masks) == 1 else "numbers"
        if chosen.shape != (len(masks),) or chosen.dtype.kind not in "iu":
            raise UserError(
                f"{self.name} must return {len(masks)} whole {numbers}, one for each game, "
                f"not {chosen.dtype} of shape {chosen.shape}"
            )
        legal = are_legal(masks, chosen)
        if not legal.all():
            raise UserError(f"{self.name} gave action {chosen[legal.argmin()]}, which is illegal: see the masks")
        return chosen


def observation_of(function: Callable[..., Any]) -> Any:
    """Return the observation that a function asks for by its attribute `observation`."""
    try:
        while isinstance(function, partial):
            function = function.func
        return getattr(function, "observation", "features")
    except Exception:  # a callable object may raise anything
        return "features"
