"""Entities of Africa agree with the features of the same position."""

import numpy as np
import pytest
from renaming import Order
from support import Setting, batch_at, edition_of, entities_of, first_and_last, positions
from thing_orders import check_orders

from africana_env.engine.game.entities import in_parts
from africana_env.engine.game.state import RUNNING
from africana_env.games.africa import GAME
from africana_env.games.africa.greedy import best_action_at, find_worth
from africana_env.games.africa.rules.action_space import ACTION
from africana_env.games.africa.rules.state import (
    DIRECTIONS,
    GOOD,
    GOODS,
    MARKER_KINDS,
    MAX_PLAYERS,
    NOMAD,
    SPACES,
    SPECIES,
    TURN,
    WALKS,
)


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("edition", ["reconstructed", "generated:3"])
def test_entities_agree_with_the_features(edition, players):
    setting = Setting(GAME, edition, players)
    states = positions(setting, 300, seed=players)
    batch = batch_at(setting, states)
    fields, of = GAME.observation.unpack(batch.observation), entities_of(batch)
    mask = batch.action_mask
    walks = mask[:, ACTION.walk : ACTION.walk + WALKS]
    assert (of["walk"]["open"] == walks).all()
    for name, field in (
        ("face_down", "face_down_after_walk"),
        ("sights", "sights_after_walk"),
        ("minerals", "minerals_after_walk"),
    ):
        assert (of["walk"][name] == fields[field]).all(), name
    assert (of["move_piece"]["gain"] == fields["gain_in_reach"]).all()
    open_spaces = fields["face_down"] == 0
    # That field counts an animal as its own neighbour.
    assert (of["space"]["gain_of_moving"][open_spaces] <= fields["gain_of_moving"][open_spaces]).all()
    assert (of["walk"]["gain"] <= fields["gain_after_walk"]).all()
    assert (of["space"]["gain"] == fields["gain"]).all()
    assert (of["space"]["piece"] == fields["piece"]).all()
    assert (of["space"]["own"] == fields["researcher"][:, 0]).all()
    assert (of["space"]["animal"] <= fields["animal"].any(1)).all()
    near = of["space"]["near"] > 0
    assert (of["space"]["animal"][near] == fields["animal"].any(1)[near]).all()
    assert near.any()
    uncover = mask[:, ACTION.uncover : ACTION.uncover + DIRECTIONS]
    assert (of["uncover"]["there"][uncover == 1] == 1).all()
    trades = mask[:, ACTION.trade : ACTION.trade + 4 * GOODS]
    assert (of["trade"]["open"] == trades).all()
    assert (of["trade"]["gain"] == fields["trade_gain"].reshape(len(states), -1)).all()
    assert (of["good"]["goods_next"] == fields["goods"][:, 1]).all()
    put = mask[:, ACTION.put_researcher : ACTION.put_researcher + SPACES]
    assert (open_spaces | (put == 0)).all(), "a space that can be entered is absent"
    assert (of["game"]["camps_own"][:, 0] == fields["camps"][:, 0]).all()
    turns = [row for row, state in enumerate(states) if state.phase == TURN and state.status == RUNNING]
    assert len(turns) > 100
    for row in turns:
        state, tables = states[row], batch.edition.tables[0]
        here = int(state.location[state.current_player])
        find = find_worth(state)

        def worth_at(space, state=state, tables=tables, find=find):
            _, worth = best_action_at(tables, state, space, find)
            return in_parts(worth)

        assert of["game"]["worth_here"][row, 0] == worth_at(here)
        for walk in np.flatnonzero(walks[row]):
            assert of["walk"]["worth"][row, walk] == worth_at(int(tables.walk_to[here, walk]))
        for space in np.flatnonzero(put[row]):
            assert of["space"]["worth"][row, space] == worth_at(int(space))


def in_another_order(states, data, generator):
    """Return the states and the data of an edition in another order, and the orders by kind of entity."""
    space, species, good = Order(SPACES, generator), Order(SPECIES, generator), Order(GOODS, generator)
    changed = {
        **data,
        "spaces": space.listed(data["spaces"]),
        "species": species.listed(data["species"]),
        "goods": good.listed(data["goods"]),
    }
    kinds = np.concatenate([species.new, np.arange(NOMAD, GOOD), GOOD + good.new])
    new = states.copy()
    for field in ("lying", "face_down"):
        values = states[field]
        known = (values >= 0) & (values < MARKER_KINDS)
        values = np.where(known, kinds[np.where(known, values, 0)], values)
        new[field][:, :SPACES] = space.along(values[:, :SPACES])
    new["occupied"][:, :SPACES] = space.along(states["occupied"][:, :SPACES])
    new["face_down_kinds"] = np.take(states["face_down_kinds"], np.argsort(kinds), -1)
    beside = space.along(states["beside"])
    new["beside"] = np.concatenate([species.along(beside[:, :SPECIES], 1), beside[:, SPECIES:]], 1)
    new["places"][:, :SPECIES] = species.along(states["places"][:, :SPECIES], 1)
    for field in ("location", "piece_space"):
        new[field] = space.numbers(states[field])
    new["goods"] = good.along(states["goods"])
    new["found_good"] = good.numbers(states["found_good"])
    trade = Order((MAX_PLAYERS - 1) * GOODS, generator)
    trade.new[:] = (np.arange(MAX_PLAYERS - 1)[:, None] * GOODS + good.new).ravel()
    marker = Order(MARKER_KINDS, generator)
    marker.new[:] = kinds
    orders = {"space": space, "species": species, "good": good, "trade": trade}
    return new, changed, {**orders, "goods": good, "marker": marker}


@pytest.mark.parametrize("players", first_and_last(GAME.players))
def test_another_order_of_things_changes_only_the_order_of_the_rows(players):
    setting = Setting(GAME, "generated:3", players)
    states = positions(setting, 100, seed=players)
    data = setting.batch().edition.data
    new, data, orders = in_another_order(states, data, np.random.default_rng(players))
    check_orders(GAME, states, setting.edition, new, edition_of(GAME, data), players, orders)
