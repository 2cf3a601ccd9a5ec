"""Entity and fact observations: within their space, complete at any time, and without hidden information."""

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test
from support import (
    ALL_SETTINGS,
    SETTINGS,
    Setting,
    batch_at,
    every_game,
    games_in_progress,
    module_of,
    positions,
    resampled,
    shown_as,
)

from africana_env import Batch, UserError, load_game
from africana_env.engine.editions.editions import DEFAULT_EDITION

GENERATED = [
    Setting(game, f"generated:{number}", game.players[-1])
    for number, game in enumerate({setting.game.name: setting.game for setting in SETTINGS}.values())
    if game.editions is not None
]


def shown_by(settings):
    """Parametrize by setting and by the observations of its game other than features."""
    pairs = [(each, name) for each in settings for name in each.game.spaces if name != "features"]
    return pytest.mark.parametrize(("setting", "name"), pairs, ids=str)


every_one = shown_by([*SETTINGS, *GENERATED])


@every_game
@pytest.mark.parametrize("name", ["entities", "facts"])
def test_a_game_without_an_observation_says_so(game, name):
    if name in game.spaces:
        assert Batch(game, 1, observation=name).space is game.space_of(name)
    else:
        message = f"^{game.name} has no observation '{name}': use {', '.join(game.spaces)}$"
        with pytest.raises(UserError, match=message):
            Batch(game, 1, observation=name)


@every_game
def test_actions_are_about_entities(game):
    if game.entities is None:
        return
    space = game.space_of("entities")
    kinds = {kind.name: kind for kind in space.kinds}
    for kind in kinds.values():
        names = [feature.name for feature in kind.features]
        assert len({*names}) == len(names)
        assert all(name.isidentifier() and feature.meaning for name, feature in zip(names, kind.features, strict=True))
    for group in game.actions.groups:
        if group.name in kinds:
            assert kinds[group.name].number == group.size
        assert all(
            size <= kinds[thing].number for thing, size in zip(group.things, group.shape, strict=True) if thing in kinds
        )
        things = [(kind.name, index) for kind, _, index in space.of_actions(group)]
        assert things or group.size == 1, f"nothing distinguishes the actions of {group.name}"
        assert all(index.shape == (group.size,) and index.max() < kinds[name].number for name, index in things)


@every_game
def test_actions_are_about_things_of_facts(game):
    if game.facts is None:
        return
    kinds = game.facts.kinds
    for group in game.actions.groups:
        named = {thing: size for thing, size in zip(group.things, group.shape, strict=True) if thing in kinds}
        assert all(size <= kinds[thing] for thing, size in named.items())
        assert named or group.size <= 2, f"no fact distinguishes the actions of {group.name}"
    for field in game.facts.parts:
        assert field.meaning
        assert len(field.of) <= len(field.shape)
        assert not (field.refers and len([*filter(None, field.of)]) != 1), f"what refers by {field.name}?"


@every_one
def test_features_stay_between_zero_and_their_maximum(setting, name):
    space, seen = setting.game.space_of(name), np.zeros(len(setting.game.space_of(name)), np.bool_)
    maxima = space.maxima()
    for seed in range(3):
        for batch in games_in_progress(setting, seed, max_rounds=60):
            for seat in range(setting.players):
                features = shown_as(batch, name, seat)[0]
                assert (features <= maxima).all(), np.flatnonzero(features > maxima)
                seen |= features != 0
    never = [part.name for part, where in space if not seen[where].any()]
    assert name == "facts" or not never, "a kind of entities that never occurs"


@every_one
def test_every_feature_is_written_at_every_observation(setting, name):
    batch = batch_at(setting, positions(setting, 30))
    before = batch.states.tobytes()
    for seat in range(setting.players):
        assert (shown_as(batch, name, seat) == shown_as(batch, name, seat, fill=255)).all()
    assert batch.states.tobytes() == before


@every_one
def test_what_a_seat_is_shown_does_not_depend_on_what_it_cannot_know(setting, name):
    states = positions(setting, 100, seed=17, max_rounds=50)
    before = batch_at(setting, states)
    for seat in range(setting.players):
        shown = shown_as(before, name, seat)
        for seed in (0, 1, 2**64 - 1000):
            assert (shown_as(resampled(setting, states, seat, seed), name, seat) == shown).all()


@shown_by([each for each in ALL_SETTINGS if each.edition == DEFAULT_EDITION] + GENERATED)
def test_facts_are_the_features_that_do_not_follow_from_others_and_the_board(setting, name):
    if name != "facts":
        return
    game = setting.game
    batch = batch_at(setting, positions(setting, 60, seed=3))
    kept = [field for field in game.observation.parts if field in game.facts.parts]
    others = {field.name for field in game.observation.parts if field not in kept and not field.derived}
    assert others == ({"committed", "played", "unseen"} if game.name == "afritoria_v0" else set())
    board = np.concatenate(
        [each.of_edition(batch.edition.tables[0], setting.players).ravel() for each in game.facts.board]
    )
    for seat in range(setting.players):
        facts = shown_as(batch, name, seat)
        features = game.observation.unpack(shown_as(batch, "features", seat))
        shown = game.facts.unpack(facts)
        for field in kept:
            assert (shown[field.name] == features[field.name]).all(), field.name
        assert (facts[:, -len(board) :] == board).all()


@every_one
def test_a_batch_shows_it_to_the_player_to_move(setting, name):
    batch = Batch(setting.game, 20, setting.players, setting.edition, autoreset=True, observation=name)
    plain = Batch(setting.game, 20, setting.players, setting.edition, autoreset=True)
    batch.reset(3)
    plain.reset(3)
    assert batch.observation.shape == (20, len(setting.game.space_of(name)))
    for _ in range(60):
        assert (batch.observation == shown_as(plain, name)).all()
        actions = plain.action_mask.argmax(1)
        batch.step(actions)
        plain.step(actions)
    rows = np.arange(20) % 3 == 0
    batch.step(actions := plain.action_mask.argmax(1), rows)
    plain.step(actions, rows)
    assert (batch.observation == shown_as(plain, name)).all()
    states = plain.states[::-1].copy()
    batch.set_states(states)
    plain.set_states(states)
    assert (batch.observation == shown_as(plain, name)).all()


@every_game
def test_facts_follow_the_editions_of_their_games(game):
    if game.facts is None or game.editions is None:
        return
    batch = Batch(game, 8, 2, "generated:0-999999", autoreset=True, observation="facts")
    batch.reset(1)
    rng, seen = np.random.default_rng(1), set()
    for step in range(1500):
        batch.step((rng.random(batch.action_mask.shape) * batch.action_mask).argmax(1))
        if step % 50 == 0:
            for row in range(8):
                edition = batch.edition_of(row)
                board = [each.of_edition(edition.tables[0], 2).ravel() for each in game.facts.board]
                assert (batch.observation[row, game.facts.board_start :] == np.concatenate(board)).all()
                seen.add(edition.name)
    assert len(seen) > 8


def test_tables_are_unpacked_by_kind():
    game = load_game("africana_v0")
    batch = Batch(game, 3, observation="entities")
    batch.reset(0)
    space = game.space_of("entities")
    tables = space.unpack(batch.observation)
    assert tables["location"].shape == (3, 22, len(space.kinds[1].features))
    assert np.concatenate([table.reshape(3, -1) for table in tables.values()], 1).tobytes() == (
        batch.observation.tobytes()
    )
    with pytest.raises(ValueError, match="observations must be of shape"):
        space.unpack(batch.observation[:, 1:])


@every_one
def test_environments_show_it(setting, name):
    game, space = module_of(setting.game), setting.game.space_of(name)
    options = {"num_players": setting.players, "edition": setting.edition, "observation": name}
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
        expected = shown_as(batch, name, 0 if env is not aec else batch.current_player[0])
        assert (space.counts(shown) == expected[0]).all()
        assert shown.dtype == np.float32
        assert shown.max() <= 1
        assert [*env.describe_observation(shown)] == [part.name for part in space.parts]
