"""Games of Afritoria with many shown hands."""

from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any

from afritoria.lockstep import GAME, Lockstep
from afritoria.memory import Memory
from afritoria.styles import collector, thief

from africana_env import Edition, load_edition

SHIPPED = load_edition(GAME, "reconstructed")


def easily_shown(show_animals: int = 3) -> Edition:
    """Return the shipped edition with fewer animals of a colour needed to show a hand."""
    data: Any = deepcopy(dict(SHIPPED.data))
    data["hands"][0]["show_animals"] = show_animals
    assert GAME.editions.faults(data) == []
    return Edition("easily shown", GAME.name, data, GAME.edition_tables(data))


EASILY_SHOWN = easily_shown()


def eager_games(players: int, seeds: range, edition: Edition = EASILY_SHOWN) -> Iterator[tuple[Lockstep, Memory]]:
    """Yield games at every decision and at their ends; players collect colours and show them."""
    for seed in seeds:
        rng = Random(seed)
        game = Lockstep(edition, players, 25, seed)
        memory = Memory(game.referee)
        styles = [rng.choice((collector, collector, thief)) for _ in range(players)]
        yield game, memory
        while game.running:
            game.play(styles[game.referee.seat](rng, game.referee, sorted(game.referee.legal_actions())))
            yield game, memory
