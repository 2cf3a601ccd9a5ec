"""How strong the policy is while it learns: matches against bots that stay as they are."""

from collections.abc import Sequence
from copy import deepcopy

from africana_env import Edition, Game, make_bot
from africana_env.arena.play import DealResult, play_deals
from africana_env.arena.ratings import rate
from africana_env.arena.schedule import Deal
from africana_env.arena.standings import shares_of_first
from training.config import RatingConfig
from training.network import PolicyValueNetwork
from training.policy_bot import PolicyBot

SEED = 0x524154494E47
"""Of the deals: always the same, so that ratings differ by what the policy has learned."""
NAME = "policy"


class Rater:
    """Rates policies against `references`, who meet each other once, on the scale of the ladder."""

    def __init__(self, config: RatingConfig, game: Game, edition: Edition, num_players: int) -> None:
        self.config = config
        self._game, self._edition, self._players = game, edition, num_players
        self._rows = max(1, config.deals * num_players)
        self._bots = {spelling: make_bot(spelling, game, self._rows) for spelling in dict.fromkeys(config.references)}
        self._known: list[DealResult] | None = None

    def rate(self, network: PolicyValueNetwork) -> dict[str, float]:
        """The share of the wins against each reference, with the policy in one seat, and the rating; nothing if the
        config says so."""
        if not self._bots or self.config.deals == 0:
            return {}
        names = list(self._bots)
        if self._known is None:
            pairs = [(one, other) for number, one in enumerate(names) for other in names[:number]]
            self._known = [result for one, other in pairs for result in self._match(one, other, network)]
        results = {name: self._match(NAME, name, network) for name in names}
        found = {f"rating/{name}_win_rate": float(shares_of_first(each).mean()) for name, each in results.items()}
        played = [*self._known, *(result for each in results.values() for result in each)]
        return found | {"rating/elo": rate([NAME, *names], played)[NAME].rating}

    def _match(self, one: str, other: str, network: PolicyValueNetwork) -> Sequence[DealResult]:
        """Deals of `one` alone against `other`, from all seats."""
        policy = PolicyBot(self._game, deepcopy(network), self._rows)
        bots = {name: self._bots.get(name, policy) for name in (one, other)}
        deals = [Deal((one, *[other] * (self._players - 1)), number) for number in range(self.config.deals)]
        batches = play_deals(self._game, self._edition, self._players, bots, deals, SEED, self._rows)
        return sorted((each for some in batches for each in some), key=lambda result: result.deal.number)
