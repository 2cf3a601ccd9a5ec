"""Game records: saved, loaded and replayed exactly; anything else is refused in one line."""

import json
import pickle
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from support import GAMES, choose_kind_first, error_of, every_setting, mask_of, module_of, running

from africana_env import GameRecord, UserError
from africana_env.engine.editions.editions import load_edition

GAME = GAMES[0]


def played(setting, seed=5, max_rounds=4):
    """Return an environment after a whole game, with everything that it showed."""
    env = setting.env(max_rounds=max_rounds)
    env.reset(seed=seed)
    rng, shown = Random(seed), []
    while True:
        batch = env.batch
        shown.append((batch.states.tobytes(), batch.observation.tobytes(), batch.action_mask[0].tobytes()))
        if not running(env):
            return env, shown
        env.step(choose_kind_first(rng, setting.game, mask_of(env)))


@pytest.fixture
def record():
    env = module_of(GAME).raw_env(max_rounds=2)
    env.reset(seed=2**64 - 1)
    while running(env):
        env.step(int(mask_of(env).argmax()))
    return env.record()


@every_setting
def test_record_is_saved_loaded_and_played_again_exactly(setting, tmp_path):
    env, shown = played(setting)
    path = tmp_path / "game.json"
    env.record().save(path)
    record = GameRecord.load(path)
    assert record == env.record()
    again = [
        (batch.states.tobytes(), batch.observation.tobytes(), batch.action_mask[0].tobytes())
        for batch in record.replay(setting.game)
    ]
    assert again == shown


@every_setting
def test_record_of_a_game_in_progress_ends_where_the_game_stands(setting):
    env = setting.env()
    env.reset(seed=3)
    for _ in range(4):
        env.step(int(mask_of(env).argmax()))
    env.undo()
    record = env.record()
    assert len(record.actions) == 3
    *_, batch = record.replay(setting.game)
    assert batch.states.tobytes() == env.batch.states.tobytes()
    env.step(int(mask_of(env).argmax()))
    assert len(record.actions) == 3, "a record does not grow with the game"


def test_record_knows_its_game(record):
    assert (record.game, record.num_players, record.max_rounds) == (GAME.name, GAME.default_players, 2)
    assert record.seed == 2**64 - 1
    assert record.edition_digest == load_edition(GAME, record.edition).digest
    assert pickle.loads(pickle.dumps(record)) == record
    assert hash(record) == hash(replace(record))


CHANGES = {
    "seed": 6,
    "actions": [1],
    "num_players": 3,
    "max_rounds": 9,
    "game": "other_v0",
    "edition": "mine",
    "edition_digest": "0",
    "checksum": "0",
}


@pytest.mark.parametrize("field", CHANGES)
def test_altered_record_is_refused(field, record, tmp_path):
    path = tmp_path / "game.json"
    record.save(path)
    content = json.loads(path.read_text())
    assert content[field] != CHANGES[field]
    path.write_text(json.dumps({**content, field: CHANGES[field]}))
    assert "was altered" in error_of(GameRecord.load, path)
    path.write_text(json.dumps({key: value for key, value in content.items() if key != field}))
    assert str(path) in error_of(GameRecord.load, path)
    path.write_text(json.dumps({**content, "more": 1}))
    assert str(path) in error_of(GameRecord.load, path)


@pytest.mark.parametrize("version", [0, 2, "1", None, 1.5])
def test_record_of_another_version_is_refused(version, record, tmp_path):
    path = tmp_path / "game.json"
    record.save(path)
    path.write_text(json.dumps({**json.loads(path.read_text()), "format": version}))
    assert "this version reads format 1" in error_of(GameRecord.load, path)


def replay(record, *arguments):
    return list(record.replay(GAME, *arguments))


def test_record_of_another_game_or_edition_is_not_replayed(record):
    assert "africa_v9" in error_of(replay, replace(record, game="africa_v9"))
    unknown = error_of(replay, replace(record, edition="missing"))
    assert unknown.startswith("unknown edition 'missing'")
    assert unknown.endswith("for an edition of your own, pass its file: --edition FILE")
    assert "--edition" not in error_of(replay, record, "missing")
    for field in ("game", "edition", "edition_digest"):
        for text in ("two\nlines", "\x1b[31mred", "\u202e", "\ud800", "\ud800.toml", "x" * 5000 + ".toml", "a\0.toml"):
            assert error_of(replay, replace(record, **{field: text})).isprintable()
    message = error_of(replay, replace(record, edition_digest="0123456789abcdef"))
    assert "other data of edition" in message
    assert "pass the edition's file" in message


def test_record_with_illegal_actions_is_not_replayed(record):
    action = len(GAME.actions)
    for beyond in (action, 10**9):
        message = error_of(replay, replace(record, actions=(*record.actions[:3], beyond)))
        assert message == f"the record's action 4 must be a whole number from 0 to {action - 1}, not {beyond}"
    assert "after the end of the game" in error_of(replay, replace(record, actions=(*record.actions, 0)))
    *_, batch = replace(record, actions=record.actions[:3]).replay(GAME)
    for action in (-1, 2**63, 2**64, 10**3000):
        error_of(replay, replace(record, actions=(*record.actions[:3], action)))
    illegal = int(np.flatnonzero(batch.action_mask[0] == 0)[0])
    forged = replace(record, actions=(*record.actions[:3], illegal))
    assert "action 4 cannot be played: " in error_of(replay, forged)
    shown = []
    with pytest.raises(UserError):
        shown.extend(batch.states.copy() for batch in forged.replay(GAME))
    assert len(shown) == 3, "nobody is shown the position in which it was taken"
