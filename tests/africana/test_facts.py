"""The board of fact observations holds the edition."""

import numpy as np
from support import check_board

from africana_env import load_game
from africana_env.engine.game.distances import distances

GAME = load_game("africana_v0")


def rebuilt(board, tables, players):
    """Return the tables as far as the board says, with `route` in the order of `tables`."""
    routes = board["route"]
    assert all(
        {*tables.route[here, : routes[here].sum()].tolist()} == {*np.flatnonzero(there)}
        for here, there in enumerate(routes)
    )
    expeditions, adventures = (board[f"{name}_target"] > 0 for name in ("expedition", "adventure"))
    found = {
        "half": np.maximum(board["location_book"] - 1, 0),
        "symbol": board["symbol"],
        "shows": (1 << np.arange(len(routes))) @ board["symbol"],
        "num_routes": routes.sum(1),
        "distance": distances(len(routes), np.argwhere(routes)),
        "travel_cards": board["copies"],
        "num_spaces": board["space_used"].sum(),
        "bonus_silver": board["bonus_silver"],
        "bonus_cards": board["bonus_cards"],
        "removed": board["removed"][0],
        "num_expeditions": expeditions.sum(),
        "backs": np.bincount(board["expedition_back"][expeditions] - 1, minlength=3),
        "num_adventures": adventures.sum(),
    }
    for name in ("expedition_back", "expedition_start", "expedition_target", "adventure_book", "adventure_target"):
        found[name] = np.maximum(board[name] - 1, 0)
    for name in ("adventure_artifact", "adventure_assistant"):
        found[name] = np.where(adventures, board[name] - 1, 0)
    for name in ("expedition_silver", "expedition_points", "adventure_silver", "adventure_points"):
        found[name] = board[name]
    return found


def test_the_board_holds_the_edition():
    follow = {"route", "within", "nearer"}
    only_set_up = {"start_location", "start_silver"}
    check_board(GAME, rebuilt, follow | only_set_up)
