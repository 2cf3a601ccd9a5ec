"""A user's own function as a bot."""

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from africana_env.bots.decisions import are_legal, check_fits, shown_to
from africana_env.bots.generators import GameGenerators, draws_kept, reset_generators
from africana_env.engine.batch.batch import Batch, check_decision
from africana_env.engine.game.checks import as_array
from africana_env.engine.game.rng import generator_dtype
from africana_env.engine.process.errors import UserError


class FunctionBot:
    """A bot made of a function `decide(observations, masks, rng)` of the games in which it is to move.

    `observations` is `uint8` of shape `(games, features)`, `masks` `int8` of shape `(games, actions)` with 1 where an
    action is legal, `rng` a `GameGenerators`; both arrays are copies. It returns a legal action for each game, whole
    numbers of shape `(games,)`. With `entities` it is given entity observations, as is a function that is named by its
    module and has the attribute `reads_entities`, which is `True`.
    """

    def __init__(self, name: str, decide: Callable[..., Any], num_games: int, entities: bool = False) -> None:
        self.name = name
        self.reads_observations = not entities
        self._decide = decide
        self.generators = np.zeros(num_games, generator_dtype)
        """See `KeepsGenerators`."""

    def reset_rows(self, rows: np.ndarray, seeds: np.ndarray) -> None:
        """See `Bot.reset_rows`."""
        reset_generators(self.generators, rows, seeds)

    def act(self, batch: Batch, rows: np.ndarray, actions: np.ndarray) -> None:
        """See `Bot.act`. Raises `UserError` if the function gives something else than legal actions."""
        check_fits(self.name, len(self.generators), batch)
        check_decision(batch, rows, actions)
        observed = shown_to(self.name, batch, rows, not self.reads_observations)
        masks = batch.action_mask[rows]
        with draws_kept(self.generators):
            generators = GameGenerators(self.generators, rows)
            actions[rows] = self._legal(masks, self._decide(observed, masks.copy(), generators))

    def source_file(self) -> str | None:
        """See `IsFromFile`: the module's, None if it is not known."""
        try:
            return inspect.getsourcefile(inspect.unwrap(self._decide))
        except Exception:  # an object that is called may raise whatever it is asked
            return None

    def _legal(self, masks: np.ndarray, given: Any) -> np.ndarray:
        """What the function gave; raises `UserError` if it is something else than legal actions."""
        if given is None:
            raise UserError(f"{self.name} returned None: is there a `return`?")
        chosen = as_array(given)
        numbers = "number" if len(masks) == 1 else "numbers"
        if chosen.shape != (len(masks),) or chosen.dtype.kind not in "iu":
            raise UserError(
                f"{self.name} must give {len(masks)} whole {numbers}, one for each game, "
                f"not {chosen.dtype} of shape {chosen.shape}"
            )
        legal = are_legal(masks, chosen)
        if not legal.all():
            raise UserError(f"{self.name} gave action {chosen[legal.argmin()]}, which is illegal there: see the masks")
        return chosen


def wants_entities(function: Callable[..., Any]) -> bool:
    """Whether a function has the attribute that asks for entity observations."""
    try:
        while isinstance(function, partial):
            function = function.func
        return getattr(function, "reads_entities", False) is True
    except Exception:  # an object that is called may raise whatever it is asked
        return False
