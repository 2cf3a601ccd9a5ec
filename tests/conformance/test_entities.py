"""Entity observations: within their space, complete at any time, and without hidden information."""

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test
from support import SETTINGS, Setting, batch_at, every_game, games_in_progress, module_of, positions, resampled

from africana_env import Batch, UserError, load_game

WITH_ENTITIES = [setting for setting in SETTINGS if setting.game.entities is not None]
WITH_ENTITIES += [
    Setting(game, f"generated:{number}", game.players[-1])
    for number, game in enumerate({setting.game.name: setting.game for setting in WITH_ENTITIES}.values())
]
every_setting = pytest.mark.parametrize("setting", WITH_ENTITIES, ids=str)


def entities(batch, seat, fill=0):
    """Return the entity observations of a seat, written over bytes `fill`."""
    out = np.full((batch.num_games, len(batch.game.entity_space)), fill, np.uint8)
    batch.observe_entities(np.full(batch.num_games, seat, np.int16), out)
    return out


@every_game
def test_kinds_cover_the_space_and_actions_are_about_kinds(game):
    if game.entities is None:
        with pytest.raises(UserError, match=f"{game.name} has no entity observations: use feature observations"):
            Batch(game, 1, entities=True)
        return
    space = game.entity_space
    spans = [(where.start, where.stop) for _, where in space]
    assert [start for start, _ in spans] == [0, *(stop for _, stop in spans[:-1])]
    assert spans[-1][1] == len(space) == len(space.maxima())
    kinds = {kind.name: kind for kind in space.kinds}
    assert len(kinds) == len(space.kinds)
    for kind in kinds.values():
        names = [feature.name for feature in kind.features]
        assert len({*names}) == len(names)
        assert all(name.isidentifier() and feature.meaning for name, feature in zip(names, kind.features, strict=True))
        assert all(1 <= feature.maximum <= 255 for feature in kind.features)
    for group in game.actions.groups:
        if group.name in kinds:
            assert kinds[group.name].number == group.size
        assert all(
            size <= kinds[thing].number for thing, size in zip(group.things, group.shape, strict=True) if thing in kinds
        )
        things = [(kind.name, index) for kind, _, index in space.of_actions(group)]
        assert things or group.size == 1, f"nothing distinguishes the actions of {group.name}"
        assert all(index.shape == (group.size,) and index.max() < kinds[name].number for name, index in things)


@every_setting
def test_features_stay_between_zero_and_their_maximum(setting):
    space, seen = setting.game.entity_space, np.zeros(len(setting.game.entity_space), np.bool_)
    maxima = space.maxima()
    for seed in range(3):
        for batch in games_in_progress(setting, seed, max_rounds=60):
            for seat in range(setting.players):
                features = entities(batch, seat)[0]
                assert (features <= maxima).all(), np.flatnonzero(features > maxima)
                seen |= features != 0
    assert all(seen[where].any() for _, where in space), "a kind of entities that never occurs"


@every_setting
def test_every_feature_is_written_at_every_observation(setting):
    batch = batch_at(setting, positions(setting, 30))
    before = batch.states.tobytes()
    for seat in range(setting.players):
        assert (entities(batch, seat) == entities(batch, seat, fill=255)).all()
    assert batch.states.tobytes() == before


@every_setting
def test_what_a_seat_is_shown_does_not_depend_on_what_it_cannot_know(setting):
    states = positions(setting, 100, seed=17, max_rounds=50)
    before = batch_at(setting, states)
    for seat in range(setting.players):
        shown = entities(before, seat)
        for seed in (0, 1, 2**64 - 1000):
            assert (entities(resampled(setting, states, seat, seed), seat) == shown).all()


@every_setting
def test_a_batch_shows_entities_to_the_player_to_move(setting):
    batch = Batch(setting.game, 20, setting.players, setting.edition, autoreset=True, entities=True)
    plain = Batch(setting.game, 20, setting.players, setting.edition, autoreset=True)
    batch.reset(3)
    plain.reset(3)
    assert batch.observation.shape == (20, len(setting.game.entity_space))
    expected = np.zeros_like(batch.observation)
    for _ in range(60):
        plain.observe_entities(plain.current_player, expected)
        assert (batch.observation == expected).all()
        actions = plain.action_mask.argmax(1)
        batch.step(actions)
        plain.step(actions)
    rows = np.arange(20) % 3 == 0
    batch.step(actions := plain.action_mask.argmax(1), rows)
    plain.step(actions, rows)
    plain.observe_entities(plain.current_player, expected)
    assert (batch.observation == expected).all()
    states = plain.states[::-1].copy()
    batch.set_states(states)
    plain.set_states(states)
    plain.observe_entities(plain.current_player, expected)
    assert (batch.observation == expected).all()


def test_tables_are_unpacked_by_kind():
    game = load_game("africana_v0")
    batch = Batch(game, 3, entities=True)
    batch.reset(0)
    tables = game.entity_space.unpack(batch.observation)
    assert tables["location"].shape == (3, 22, len(game.entity_space.kinds[1].features))
    assert np.concatenate([table.reshape(3, -1) for table in tables.values()], 1).tobytes() == (
        batch.observation.tobytes()
    )
    with pytest.raises(ValueError, match="observations must be of shape"):
        game.entity_space.unpack(batch.observation[:, 1:])


@every_setting
def test_environments_show_them(setting):
    game, space = module_of(setting.game), setting.game.entity_space
    options = {"num_players": setting.players, "edition": setting.edition, "entities": True}
    aec = game.raw_env(**options)
    aec.reset(seed=5)
    parallel_api_test(game.parallel_env(**options), num_cycles=30)
    api_test(game.env(**options), num_cycles=30)
    learner = game.gymnasium_env(**options, opponents="greedy")
    learner.reset(seed=5)
    rows = game.vector_env(3, **options, opponents="greedy")
    rows.reset(seed=5)
    for env, shown in (
        (aec, aec.observe(aec.agent_selection)["observation"]),
        (learner, learner.step(int(learner.action_masks().argmax()))[0]),
        (rows, rows.step(rows.action_masks().argmax(1))[0][0]),
    ):
        batch = env.batch
        seats = np.full(batch.num_games, 0 if env is not aec else batch.current_player[0], np.int16)
        expected = np.zeros((batch.num_games, len(space)), np.uint8)
        batch.observe_entities(seats, expected)
        assert (space.counts(shown) == expected[0]).all()
        assert shown.dtype == np.float32
        assert shown.max() <= 1
        tables = env.describe_observation(shown)
        assert [*tables] == [kind.name for kind in space.kinds]
