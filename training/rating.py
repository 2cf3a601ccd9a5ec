"""How strong the policy is while it learns: matches against bots that stay as they are."""

from collections.abc import Mapping, Sequence

from torch import nn

from africana_env import Bot, Edition, Game, make_bot
from africana_env.arena.play import DealResult, play_deals
from africana_env.arena.ratings import anchor_of, rate
from africana_env.arena.schedule import Deal
from africana_env.arena.standings import shares_of_first
from training.config import RatingConfig
from training.policy_bot import PolicyBot

SEED = 0x524154494E47
"""Of the deals: always the same, so that ratings differ by what the policy has learned."""
NAME = "policy"


class Rater:
    """Rates policies against `references`, who meet each other once, on the scale of the ladder: `greedy` joins them
    where neither it nor `random`, which are its fixed points, is among them."""

    def __init__(self, config: RatingConfig, game: Game, edition: Edition, num_players: int) -> None:
        self.config = config
        self._game, self._edition, self._players = game, edition, num_players
        self._rows = max(1, config.deals * num_players)
        self._bots: dict[str, Bot] = {}
        self._known: list[DealResult] = []

    def rate(self, network: nn.Module) -> dict[str, float]:
        """The share of the wins against each reference, with the policy in one seat, and the rating; nothing if the
        config says so."""
        return self.rate_bot(PolicyBot(self._game, network, self._rows))

    def rate_bot(self, policy: Bot) -> dict[str, float]:
        """`rate`, for a bot for batches of so many games as all deals are."""
        names = list(dict.fromkeys(self.config.references))
        if not names or self.config.deals == 0:
            return {}
        if anchor_of(names) is None:
            names.append("greedy")
        if not self._bots:
            self._bots = {name: make_bot(name, self._game, self._rows) for name in names}
            pairs = [(one, other) for number, one in enumerate(names) for other in names[:number]]
            self._known = [result for pair in pairs for result in self._match(*pair, self._bots)]
        bots = {**self._bots, NAME: policy}
        results = {name: self._match(NAME, name, bots) for name in names}
        found = {f"rating/{name}_win_rate": float(shares_of_first(each).mean()) for name, each in results.items()}
        played = [*self._known, *(result for each in results.values() for result in each)]
        rating, (low, high) = rate([NAME, *names], played)[NAME]
        return found | {"rating/elo": rating, "rating/elo_low": low, "rating/elo_high": high}

    def _match(self, one: str, other: str, bots: Mapping[str, Bot]) -> Sequence[DealResult]:
        """Deals of `one` alone against `other`, from all seats."""
        bots = {name: bots[name] for name in (one, other)}
        deals = [Deal((one, *[other] * (self._players - 1)), number) for number in range(self.config.deals)]
        batches = play_deals(self._game, self._edition, self._players, bots, deals, SEED, self._rows)
        return sorted((each for some in batches for each in some), key=lambda result: result.deal.number)
