"""The schedule of a tournament: lineups of bots, and the deals that each lineup plays from all seats."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from africana_env.engine.game.seeds import derive_seed

LINEUP_STREAM = 0x5441424C


@dataclass(frozen=True)
class Deal:
    """A deal that a lineup plays once from each seat, so that luck cancels."""

    lineup: tuple[str, ...]
    """Bots in turn order; one bot may hold several seats."""
    number: int
    """Deals with the same number start with the same cards in every lineup."""

    def rotations(self) -> list[tuple[str, ...]]:
        """Return the bots by seat for each game: in game `r` the first of the lineup holds seat `r`."""
        return [self.lineup[-shift:] + self.lineup[:-shift] for shift in range(len(self.lineup))]


def schedule(bots: Sequence[str], num_players: int, deals: int, seed: int) -> Iterator[Deal]:
    """Yield all deals of a tournament. Each number is played by each pair and, with more than two players, by mixed
    lineups."""
    for number in range(deals):
        for one, other in pairs(bots, num_players):
            yield Deal(pair_lineup(one, other, num_players), number)
        if num_players > 2:
            for lineup in mixed_lineups(bots, num_players, number, seed):
                yield Deal(lineup, number)


def pairs(bots: Sequence[str], num_players: int) -> list[tuple[str, str]]:
    """Return all pairs of bots. With more than two players each pair comes in both orders: the first bot sits alone
    against the other in all other seats."""
    found = list(combinations(bots, 2))
    return found if num_players == 2 else [pair for one, other in found for pair in ((one, other), (other, one))]


def pair_lineup(one: str, other: str, num_players: int) -> tuple[str, ...]:
    """Return the lineup of one bot alone against another. With two players the order of the names does not matter."""
    return tuple(sorted((one, other))) if num_players == 2 else (one, *[other] * (num_players - 1))


def mixed_lineups(bots: Sequence[str], num_players: int, number: int, seed: int) -> list[tuple[str, ...]]:
    """Shuffle the bots by deal number and cut them into lineups; the first bots fill the free seats of the last one.

    Two bots sit in blocks, because alternating seats would repeat a game in several rotations. With three players two
    bots have no lineup beyond their pairs.
    """
    stream, named = derive_seed(seed ^ LINEUP_STREAM, number), sorted(bots)
    order = sorted(named, key=lambda bot: derive_seed(stream, named.index(bot)))
    if len(order) == 2:
        half = num_players // 2
        return [] if half == 1 else [(order[0],) * half + (order[1],) * (num_players - half)]
    seats = [order[place % len(order)] for place in range(-(-len(order) // num_players) * num_players)]
    return [tuple(seats[start : start + num_players]) for start in range(0, len(seats), num_players)]
