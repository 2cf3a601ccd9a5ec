"""Entities of Africana agree with the features of the same position and with the edition's data."""

import numpy as np
import pytest
from renaming import Order
from support import Setting, batch_at, edition_of, entities_of, first_and_last, positions
from thing_orders import check_orders

from africana_env.engine.game.entities import in_parts
from africana_env.games.africana import GAME
from africana_env.games.africana.edition import artifact_kinds
from africana_env.games.africana.hidden.observation import MAX_DISTANCE
from africana_env.games.africana.rules.action_space import ACTION
from africana_env.games.africana.rules.state import (
    ADVENTURES,
    ARTIFACTS,
    CARD_KINDS,
    COLOURS,
    EXPEDITIONS,
    LOCATIONS,
    MAX_PLAYERS,
)
from africana_env.games.africana.ways import best_step, prepare, scratch_dtype

every_edition = pytest.mark.parametrize("edition", ["reconstructed", "generated:3"])
BOOK = ("book", "book_left", "book_size")


def shown(edition, players=3, number=60, seed=1):
    """Return a batch of positions, the fields of its observations, and the tables of its entities."""
    setting = Setting(GAME, edition, players)
    batch = batch_at(setting, positions(setting, number, seed=seed))
    return batch, GAME.observation.unpack(batch.observation), entities_of(batch)


@every_edition
def test_entities_agree_with_the_features(edition):
    _, fields, of = shown(edition)
    assert (of["location"]["explorer_own"] == fields["location"][:, 0]).all()
    assert (of["location"]["explorer_next"] == fields["location"][:, 1]).all()
    assert (of["location"]["nearer_targets"] == fields["nearer_targets"]).all()
    assert (of["location"]["nearer_starts"] == fields["nearer_starts"]).all()
    assert ((of["location"]["starts"] > 0) == fields["expedition_starts"]).all()
    assert (of["space"]["start_distance"] == fields["start_distance"]).all()
    assert (of["space"]["target_distance"] == fields["target_distance"]).all()
    assert (of["space"]["points"] == fields["space_points"]).all()
    assert (of["space"]["marker_next"] == fields["markers"][:, :, 1]).all()
    own = fields["in_front"][:, :, 0] == 1
    assert (of["adventure"]["owner_own"] == own).all()
    assert (of["adventure"]["distance"][own] == fields["adventure_distance"][own]).all()
    assert (of["card"]["own"][:, :5] == fields["hand"]).all()
    assert (of["card"]["discarded"][:, :5] == fields["discard"]).all()
    assert (of["card"]["known"][:, :5] == fields["known"]).all()
    assert (of["game"]["score_own"][:, 0] == fields["score"][:, 0]).all()
    assert (of["game"]["left_b"][:, 0] == fields["expeditions_left"][:, 1]).all()
    top = of["adventure"]["right"] == 4
    assert (top == (fields["right_depth"] == 1)).all()


@every_edition
def test_steps_are_those_that_are_legal(edition):
    batch, _, of = shown(edition, number=200)
    steps = batch.action_mask[:, ACTION.step : ACTION.step + LOCATIONS * CARD_KINDS]
    assert steps.any()
    assert (steps[of["step"]["free"] == 1] == 1).all()
    assert (of["step"]["worth"][steps == 0] == 0).all()
    costly = (steps == 1) & (of["step"]["free"] == 0)
    assert costly.any()


@pytest.mark.slow
@every_edition
def test_the_best_step_is_that_of_greedy(edition):
    batch, _, of = shown(edition, number=120)
    tables, scratch = batch.edition.tables[0], np.zeros(1, scratch_dtype)[0]
    compared = 0
    for row, state in enumerate(batch.states.copy()):
        if state.phase not in (0, 2) or state.status != 0:
            continue
        prepare(tables, state, scratch)
        worth, step = best_step(tables, state, scratch)
        if worth > 0:
            found = of["step"]["worth"][row, step - ACTION.step]
            assert found == in_parts(worth + cost_of(step))
            compared += 1
    assert compared > 10


def cost_of(step):
    """Return the cost that `greedy` subtracts for the played card."""
    return 0.7 if (step - ACTION.step) % CARD_KINDS < 5 else 0.0


def test_distances_come_from_the_map():
    batch, _, of = shown("generated:3")
    for row, state in enumerate(batch.states):
        here = int(state.location[state.current_player])
        distance = np.minimum(batch.edition.tables[0].distance[here], MAX_DISTANCE)
        there = of["location"]["routes"][row] > 0
        assert there.sum() >= 3
        assert (of["location"]["distance"][row][there] == distance[there]).all()


def in_another_order(states, data, generator):
    """Return the states and the data of an edition in another order, and the orders by kind of entity."""
    place, colour = Order(LOCATIONS, generator), Order(COLOURS, generator)
    adventure, expedition = Order(ADVENTURES, generator), Order(EXPEDITIONS, generator)
    first = 0
    for count in data["structure"]["expeditions"].values():  # within each back
        expedition.new[first : first + count] = first + generator.permutation(count)
        first += count
    changed = {
        **data,
        "locations": place.listed(data["locations"]),
        "travel_cards": colour.listed(data["travel_cards"]),
        "adventures": adventure.listed(data["adventures"]),
        "expeditions": expedition.listed(data["expeditions"]),
    }
    artifact = Order(ARTIFACTS, generator)
    kinds = artifact_kinds(changed)
    artifact.new[:] = [kinds.index(kind) for kind in artifact_kinds(data)]
    new = states.copy()
    new["location"] = place.numbers(states["location"])
    for field in ("assistants", "travel", "drawn", "table_travel", "table_assistants", "discard"):
        new[field] = colour.along(states[field])
    new["travel_pile"] = colour.numbers(states["travel_pile"])
    for seat in range(MAX_PLAYERS):
        given_up = (states["travel_events"] >= seat * COLOURS) & (states["travel_events"] < (seat + 1) * COLOURS)
        events = colour.numbers(states["travel_events"], seat * COLOURS)
        new["travel_events"] = np.where(given_up, events, new["travel_events"])
    for field in ("expedition_pile", "space"):
        new[field] = expedition.numbers(states[field])
    new["expedition_owner"] = expedition.along(states["expedition_owner"])
    new["book"] = adventure.numbers(states["book"])
    new["adventure_place"] = adventure.along(states["adventure_place"])
    new["artifacts"] = artifact.along(states["artifacts"])
    card = Order(CARD_KINDS, generator)
    card.new[:] = [*colour.new, *(COLOURS + colour.new), 2 * COLOURS]
    step = Order(LOCATIONS * CARD_KINDS, generator)
    step.new[:] = (place.new[:, None] * CARD_KINDS + card.new).ravel()
    orders = {"location": place, "card": card, "adventure": adventure, "artifact": artifact, "step": step}
    return new, changed, {**orders, "colour": colour, "expedition": expedition}


@pytest.mark.parametrize("players", first_and_last(GAME.players))
def test_another_order_of_things_changes_only_the_order_of_the_rows(players):
    generator = np.random.default_rng(players)
    setting = Setting(GAME, "generated:3", players)
    states = positions(setting, 60, seed=players)
    new, data, orders = in_another_order(states, setting.batch().edition.data, generator)
    check_orders(GAME, states, setting.edition, new, edition_of(GAME, data), players, orders)


@every_edition
@pytest.mark.parametrize("back", [0, 1])
def test_a_turned_page_uncovers_what_its_row_says(edition, back):
    batch, _, of = shown(edition, number=400)
    rows = batch.action_mask[:, ACTION.turn_page + back] == 1
    row = {name: column[rows, back] for name, column in of["turn_page"].items()}
    assert (row["forward"] == 1 - back).all()
    assert (row["back"] == back).all()
    player = batch.current_player[rows]
    batch.step(np.where(rows, ACTION.turn_page + back, 0), rows)
    tables, states = batch.edition.tables[0], batch.states[rows]
    book = tables.half[states["location"][np.arange(len(states)), player]]
    line, left, size = (states[name][np.arange(len(states)), book] for name in BOOK)
    assert (row["cards"] - 1 == (left if back else size - left)).all()
    place = left - 1 if back else left
    there = (place >= 0) & (place < size)
    assert (row["seen"] <= there).all()
    if back:
        assert (row["seen"] == there).all()
    known = row["seen"] == 1
    assert known.sum() > 5
    card = line[np.arange(len(line)), np.clip(place, 0, 14)][known]
    for name in ("points", "silver"):
        assert (row[name][known] == tables[f"adventure_{name}"][card]).all()
    assert (row["assistant"][known] == (tables.adventure_assistant[card] >= 0)).all()
    assert all((column[~known] == 0).all() for name, column in row.items() if name in ("points", "silver", "gain"))
