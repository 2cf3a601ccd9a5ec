"""What entities say of Africana agrees with the features of the same position, and with the edition's data."""

import numpy as np
import pytest
from support import Setting, positions

from africana_env import Batch
from africana_env.games.africana import GAME
from africana_env.games.africana.entities import PARTS_OF_A_POINT
from africana_env.games.africana.hidden.observation import MAX_DISTANCE
from africana_env.games.africana.rules.action_space import ACTION, CARD_KINDS
from africana_env.games.africana.rules.state import LOCATIONS
from africana_env.games.africana.ways import best_step, prepare, scratch_dtype

every_edition = pytest.mark.parametrize("edition", ["reconstructed", "generated:3"])


def shown(edition, players=3, number=60, seed=1):
    """Positions: a batch, the fields of its observations, and the tables of its entities with columns by name."""
    states = positions(Setting(GAME, edition, players), number, seed=seed)
    batch = Batch(GAME, number, players, edition)
    batch.set_states(states)
    out = np.zeros((number, len(GAME.entity_space)), np.uint8)
    batch.observe_entities(batch.current_player, out)
    tables = GAME.entity_space.unpack(out)
    kinds = {kind.name: kind for kind in GAME.entity_space.kinds}
    columns = {
        name: {feature.name: table[:, :, number] for number, feature in enumerate(kinds[name].features)}
        for name, table in tables.items()
    }
    return batch, GAME.observation.unpack(batch.observation), columns


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


@every_edition
def test_the_best_step_is_that_of_greedy(edition):
    batch, _, of = shown(edition, number=120)
    tables, scratch = batch.edition.tables[0], np.zeros(1, scratch_dtype)[0]
    compared = 0
    for row, state in enumerate(batch.states):
        if state.phase not in (0, 2) or state.status != 0:
            continue
        prepare(tables, state, scratch)
        worth, step = best_step(tables, state, scratch)
        if worth > 0:
            found = of["step"]["worth"][row, step - ACTION.step]
            assert found == min(round_half_up((worth + cost_of(step)) * PARTS_OF_A_POINT), 255)
            compared += 1
    assert compared > 10


def round_half_up(number):
    return int(number + 0.5)


def cost_of(step):
    """What `greedy` takes off for the card that is played."""
    return 0.7 if (step - ACTION.step) % CARD_KINDS < 5 else 0.0


def test_distances_come_from_the_map():
    batch, _, of = shown("generated:3")
    for row, state in enumerate(batch.states):
        here = int(state.location[state.current_player])
        distance = np.minimum(batch.edition.tables[0].distance[here], MAX_DISTANCE)
        there = of["location"]["routes"][row] > 0
        assert there.sum() >= 3
        assert (of["location"]["distance"][row][there] == distance[there]).all()
