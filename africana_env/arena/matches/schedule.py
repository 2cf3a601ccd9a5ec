"""What a tournament plays: tables of bots, and deals that each table plays from all seats."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from africana_env.engine.seeds import derive_seed

TABLES_STREAM = 0x5441424C


@dataclass(frozen=True)
class Deal:
    """A deal that the bots around a table play in all rotations: once from each seat, so that luck cancels."""

    table: tuple[str, ...]
    """The bots in turn order; the same may sit there more than once."""
    number: int
    """Deals of the same number begin with the same cards at every table."""

    def rotations(self) -> list[tuple[str, ...]]:
        """Who sits on each seat, in each game: in game `r` the first around the table sits on seat `r`."""
        return [self.table[-shift:] + self.table[:-shift] for shift in range(len(self.table))]


def schedule(bots: Sequence[str], num_players: int, deals: int, seed: int) -> Iterator[Deal]:
    """All deals of a tournament: of each number one by each pair and, with more than two players, one by the mixed
    tables."""
    for number in range(deals):
        for one, other in pairs(bots, num_players):
            yield Deal((one, *[other] * (num_players - 1)), number)
        if num_players > 2:
            for table in mixed_tables(bots, num_players, number, seed):
                yield Deal(table, number)


def pairs(bots: Sequence[str], num_players: int) -> list[tuple[str, str]]:
    """Every two bots; with more than two players both ways round: the first one sits alone against the other in all
    other seats."""
    found = list(combinations(bots, 2))
    return found if num_players == 2 else [pair for one, other in found for pair in ((one, other), (other, one))]


def mixed_tables(bots: Sequence[str], num_players: int, number: int, seed: int) -> list[tuple[str, ...]]:
    """The bots in a random order, another for each number of a deal, cut into tables; where the last one has seats
    left, those who came first sit down again."""
    stream = derive_seed(seed ^ TABLES_STREAM, number)
    order = sorted(bots, key=lambda bot: derive_seed(stream, bots.index(bot)))
    around = [order[place % len(order)] for place in range(-(-len(order) // num_players) * num_players)]
    return [tuple(around[start : start + num_players]) for start in range(0, len(around), num_players)]
