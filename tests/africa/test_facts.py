"""The board of fact observations holds the edition, and says where walks lead."""

import numpy as np
from support import Setting, batch_at, check_board, positions, shown_as

from africana_env import load_game
from africana_env.engine.game.distances import distances
from africana_env.games.africa.rules.state import DIRECTIONS, OFF_THE_MAP, SPACES, WALKS

GAME = load_game("africa_v0")


def rebuilt(board, tables, players):
    """Return the tables as far as the board says."""
    neighbour = np.where(board["neighbour"] > 0, board["neighbour"] - 1, OFF_THE_MAP)
    inside = neighbour != OFF_THE_MAP
    here, direction = np.nonzero(inside)
    offsets = {}  # coordinates follow from the directions of neighbours
    for one, other, way in zip(here, neighbour[here, direction], direction, strict=True):
        offset = (tables.q[other] - tables.q[one], tables.r[other] - tables.r[one])
        assert offsets.setdefault(way, offset) == offset
    used = np.where(inside, neighbour, np.arange(SPACES)[:, None])
    first = np.argsort(~inside, 1, kind="stable")
    return {
        "num_spaces": board["space_used"].sum(),
        "city": board["city"],
        "neighbour": neighbour,
        "num_neighbours": inside.sum(1),
        "next_space": np.take_along_axis(used, first, 1),
        "distance": distances(SPACES, np.stack((here, neighbour[here, direction]), 1)),
        "markers": board["markers"],
        "monuments": board["last_monument"][0],
        "supply": board["first_supply"][0],
        "actions": board["actions"][0],
    }


def test_the_board_holds_the_edition():
    check_board(GAME, rebuilt, {"q", "r", "walk_to", "camps"})


def test_walks_and_directions_refer_to_the_spaces_where_they_lead():
    setting = Setting(GAME, "generated:3", 3)
    batch = batch_at(setting, positions(setting, 60))
    tables = batch.edition.tables[0]
    for seat in range(setting.players):
        shown = GAME.facts.unpack(shown_as(batch, "facts", seat).astype(int))
        for row, here in enumerate(batch.states["location"][:, seat]):
            ends = tables.walk_to[here].astype(int) if here >= 0 else np.full(WALKS, OFF_THE_MAP)
            ends = np.where(ends == OFF_THE_MAP, 0, ends + 1)
            assert (shown["way_space"][row] == ends).all()
            assert (shown["direction_space"][row] == ends[:DIRECTIONS]).all()
            assert (shown["place_space"][row] == [here + 1, *ends[:DIRECTIONS]]).all()
