"""Ratings of a policy during training, by matches against fixed bots."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from torch import nn

from africana_env import Bot, Edition, Game, UserError, make_bot
from africana_env.arena.matches.deals import DealResult, play_all
from africana_env.arena.matches.schedule import Deal
from africana_env.arena.ratings.intervals import share_interval
from africana_env.arena.ratings.plackett_luce import anchor_of, rate
from africana_env.arena.ratings.results import shares_of_first
from africana_env.bots.bot_errors import NamedBot
from africana_env.engine.editions.edition_sets import RATED, EditionSet
from africana_training.policies.bot import PolicyBot

SEED = 0x524154494E47
"""Seed of the deals, always the same, so that only the policy changes a rating."""
NAME = "policy"


def rated_on(trained: Edition | EditionSet) -> Edition | EditionSet:
    """Return where to rate a policy trained on `trained`: on this edition, or on unseen editions of its kind."""
    if isinstance(trained, Edition):
        return trained
    return replace(trained, spelled=trained.spelled.numbered(RATED[0], RATED[-1]))


def with_interval(name: str, value: float, ci95: tuple[float, float]) -> dict[str, float]:
    return {name: value, f"{name}_low": ci95[0], f"{name}_high": ci95[1]}


class RatingStoppedError(Exception):
    """The matches were stopped before their end."""


class Rater:
    """Rates policies by `deals` against each bot of `references`, on the scale of the ladder.

    The references also play each other once. `greedy` joins them if they lack both fixed points of the scale, `greedy`
    and `random`. Raises `UserError` at once if an edition of a set cannot be drawn.
    """

    def __init__(
        self,
        references: Sequence[str],
        deals: int,
        game: Game,
        edition: Edition | EditionSet,
        num_players: int,
        max_rounds: int | None = None,
    ) -> None:
        self._names = list(dict.fromkeys(references))
        self._deals = deals
        self._game, self._edition, self._players, self._max_rounds = game, edition, num_players, max_rounds
        self._rows = max(1, deals * num_players)
        if self._names and deals > 0 and isinstance(edition, EditionSet):
            try:
                list(edition)
            except UserError as error:
                raise UserError(f"{error}; policies are rated on it, or not at all by --rating.deals 0") from None
        self._bots: dict[str, Bot] = {}
        self._known: list[DealResult] = []

    def rate(self, network: nn.Module, stopped: Callable[[], bool] = lambda: False) -> dict[str, float]:
        """Return the rating and the win rates against each reference, with the policy in one seat, as metrics, and the
        bounds of their 95 % intervals (`_low`, `_high`). Empty without references or deals, or if `stopped` returns
        true before the end."""
        try:
            return self.rate_bot(PolicyBot(self._game, network, self._rows), stopped)
        except RatingStoppedError:
            return {}

    def rate_bot(self, policy: Bot, stopped: Callable[[], bool] = lambda: False) -> dict[str, float]:
        """Rate a bot for `deals * num_players` games, as `rate` does. Raises `RatingStoppedError`."""
        names = list(self._names)
        if not names or self._deals == 0:
            return {}
        if anchor_of(names) is None:
            names.append("greedy")
        if not self._bots:
            bots: dict[str, Bot] = {name: NamedBot(make_bot(name, self._game, self._rows)) for name in names}
            pairs = [(one, other) for number, one in enumerate(names) for other in names[:number]]
            self._known = [result for pair in pairs for result in self._match(*pair, bots, stopped)]
            self._bots = bots
        bots = {**self._bots, NAME: policy}
        results = {name: self._match(NAME, name, bots, stopped) for name in names}
        found: dict[str, float] = {}
        for name, each in results.items():
            shares = shares_of_first(each)
            found |= with_interval(f"rating/{name}_win_rate", float(shares.mean()), share_interval(shares))
        played = [*self._known, *(result for each in results.values() for result in each)]
        return found | with_interval("rating/elo", *rate([NAME, *names], played)[NAME])

    def _match(
        self, one: str, other: str, bots: Mapping[str, Bot], stopped: Callable[[], bool]
    ) -> Sequence[DealResult]:
        """Return the results of deals of `one` alone against `other`, from all seats."""
        bots = {name: bots[name] for name in (one, other)}
        deals = [Deal((one, *[other] * (self._players - 1)), number) for number in range(self._deals)]

        def check(ended: int, of: int) -> None:
            if stopped():
                raise RatingStoppedError

        return play_all(self._game, self._edition, bots, deals, SEED, self._rows, self._max_rounds, check)
