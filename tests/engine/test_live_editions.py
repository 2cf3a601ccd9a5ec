"""Batches on several editions: each game plays as it would alone, and large sets are used widely."""

import pickle

import numpy as np
import pytest
from support import module_of, scripted

from africana_env import Batch, GameRecord, UserError, load_edition, load_game, make_bot
from africana_env.engine.batch import live_editions
from africana_env.engine.editions import edition_sets
from africana_env.engine.game.kernels import EDITION_STREAM
from africana_env.engine.game.rng import stream_seed
from africana_env.engine.game.state import RUNNING

GAME = load_game("afritoria_v0")


def moves(batch, number):
    """Play `number` actions in every row, and return everything seen."""
    seen = []
    for turn in range(number):
        actions = scripted(batch.action_mask, turn)
        batch.step(actions)
        seen.append([batch.observation.copy(), batch.action_mask.copy(), batch.reward.copy(), actions])
    return seen


def test_a_game_that_is_put_back_stays_on_its_edition():
    batch = Batch(GAME, 1, edition="generated:0-99")
    batch.reset_to(5)
    drawn = batch.edition.name
    for seed in range(10):
        batch.resample(np.zeros(1, np.int16), np.array([seed], np.uint64))
        batch.set_states(batch.states.copy())
        assert batch.edition.name == drawn
    batch.live.ask_for("generated:3")
    batch.reset_to(5)
    asked, kept = batch.states.copy(), batch.live.save()
    batch.set_states(asked)
    assert batch.edition.name == "generated:3"
    batch.resample(np.zeros(1, np.int16), np.array([1], np.uint64))
    with pytest.raises(UserError, match="may be on another edition of generated:0-99: pass editions"):
        batch.set_states(asked)
    batch.live.ask_for("generated:4")
    batch.reset_to(6)
    batch.live.ask_for("generated:7")
    batch.set_states(asked, kept)
    assert batch.edition.name == "generated:3"
    batch.reset_to(8)
    assert batch.edition.name == "generated:7"  # the request still stands
    fresh = Batch(GAME, 1, edition="generated:0-99")
    fresh.reset_to(5)
    before = fresh.states.copy()
    fresh.reset_to(6)
    fresh.set_states(before)
    assert fresh.edition.name == drawn
    batch.reset_to(6)
    before["current_player"] = 77
    with pytest.raises(UserError, match="is not one of this game"):
        batch.set_states(before)
    assert batch.edition.name != drawn


def test_every_game_plays_as_it_would_alone():
    together = Batch(GAME, 8, edition="generated:0-4")
    together.reset(3)
    names = [together.edition_of(row).name for row in range(8)]
    assert len(set(names)) > 1
    seen = moves(together, 60)
    for row in range(8):
        alone = Batch(GAME, 1, edition=names[row])
        alone.reset_to(int(together.seeds[row]))
        taken = []
        for observation, mask, reward, actions in seen:
            if not alone.running[0]:
                break
            taken.append(int(actions[row]))
            alone.step(actions[row : row + 1])
            np.testing.assert_array_equal(alone.observation[0], observation[row])
            np.testing.assert_array_equal(alone.action_mask[0], mask[row])
            np.testing.assert_array_equal(alone.reward[0], reward[row])
        np.testing.assert_array_equal(alone.scores()[0], together.scores()[row])
        *_, last = GameRecord.of(together, taken, row).replay(GAME)
        np.testing.assert_array_equal(last.observation[0], together.observation[row])


def test_the_seed_of_a_game_chooses_its_edition():
    batch = Batch(GAME, 64, edition="generated:0-9")
    batch.reset(1)
    index = [int(stream_seed(seed, EDITION_STREAM)) % 10 for seed in batch.seeds]
    assert [batch.edition_of(row).name for row in range(64)] == [f"generated:{number}" for number in index]
    assert len(set(index)) == 10
    single = Batch(GAME, 1, edition="generated:0-9")
    for row in range(8):  # a single game draws the same
        single.reset_to(int(batch.seeds[row]))
        assert single.edition.name == f"generated:{index[row]}"
        np.testing.assert_array_equal(single.observation[0], batch.observation[row])


def test_a_single_game_is_stepped_on_the_edition_of_its_last_reset():
    batch, names = Batch(GAME, 1, edition="generated:0-9", max_rounds=1), set()
    for seed in range(4):
        batch.reset(seed)
        alone = Batch(GAME, 1, edition=batch.edition, max_rounds=1)
        alone.reset(seed)
        names.add(batch.edition.name)
        for _ in range(20):
            action = int(batch.action_mask[0].argmax())
            batch.step_one(action)
            alone.step_one(action)
            assert batch.states.tobytes() == alone.states.tobytes()
            assert batch.observation.tobytes() == alone.observation.tobytes()
            if not batch.running[0]:
                break
    assert len(names) > 1


def test_the_next_game_is_of_an_edition_of_its_own():
    batch = Batch(GAME, 16, edition="generated:0-9", max_rounds=1, autoreset=True)
    fresh = Batch(GAME, 16, edition="generated:0-9", max_rounds=1)
    batch.reset(2)
    turn, editions = 0, [set() for _ in range(16)]
    while min(map(len, editions)) < 3:
        for row in range(16):
            editions[row].add(batch.edition_of(row).name)
        batch.step(scripted(batch.action_mask, turn))
        begun = batch.done != RUNNING
        if begun.any():
            fresh.reset_rows(begun, batch.seeds)
            assert (batch.states[begun] == fresh.states[begun]).all()
        turn += 1
        assert turn < 3000


def test_a_larger_set_is_live_in_parts(monkeypatch):
    """Editions that had their games are replaced when no game uses them any more."""
    monkeypatch.setattr(live_editions, "MAX_LIVE", 4)
    monkeypatch.setattr(live_editions, "GAMES_EACH", 3)
    batch = Batch(GAME, 8, edition="generated:100-999999", max_rounds=1, autoreset=True)
    batch.reset(2)
    met, live = set(), set()
    for turn in range(200):
        names = [batch.edition_of(row).name for row in range(8)]
        tables = batch._live.tables[batch.states["edition"]]
        assert all(tables[row] == batch.edition_of(row).tables[0] for row in range(8))
        met |= set(names)
        live |= {edition.name for edition in batch._live.editions}
        batch.step(scripted(batch.action_mask, turn))
    assert len(met) > 20
    assert all(100 <= int(name.rpartition(":")[2]) <= 999999 for name in live)


def test_a_large_batch_meets_ever_new_editions():
    """Even with running games on all live editions: they are not all closed at once."""
    batch = Batch(GAME, 1024, edition="generated:0-999999", max_rounds=1, autoreset=True)
    batch.reset(1)
    first, met, over = {*batch.live.indices.tolist()}, set(), 0
    for turn in range(60):
        batch.step(scripted(batch.action_mask, turn))
        over += np.count_nonzero(batch.done)
        met |= {*batch.live.indices.tolist()}
        assert 256 - 32 <= len(batch.live.drawn_from) <= 256
    assert len(first) == 256
    assert len(met) >= 256 + over // 64
    assert over > 3 * 1024


def test_a_game_that_is_over_keeps_its_edition_until_its_row_is_reset():
    batch = Batch(GAME, 32, 2, "generated:0-9999", max_rounds=3)
    batch.reset(1)
    actions = []
    while batch.running[0]:
        actions.append(int(batch.action_mask[0].argmax()))
        batch.step(batch.action_mask.argmax(1), np.arange(32) == 0)
    name, scores = batch.edition_of(0).name, batch.scores()[0].tolist()
    others = np.arange(32) > 0
    for number in range(300):
        batch.reset_rows(others, np.random.default_rng(number).integers(0, 2**63, 32).astype(np.uint64))
    assert len({batch.edition_of(row).name for row in range(32)} - {name}) > 10
    assert (batch.edition_of(0).name, batch.scores()[0].tolist()) == (name, scores)
    *_, played = GameRecord.of(batch, actions).replay(GAME)
    assert played.scores()[0].tolist() == scores


def test_states_that_are_refused_leave_the_editions_as_they_were():
    batch = Batch(GAME, 8, 2, "generated:0-999", autoreset=True)
    batch.reset(1)
    saved, states = batch.live.save(), batch.states.copy()
    for number in range(1200):
        batch.reset_rows(np.ones(8, np.bool_), np.random.default_rng(number).integers(0, 2**63, 8).astype(np.uint64))
    before = batch.live.save()
    assert (before[0] != saved[0]).any()
    states["current_player"] = 77
    with pytest.raises(UserError, match="is not one of this game"):
        batch.set_states(states, saved)
    assert (batch.live.save() == before).all()
    with pytest.raises(UserError, match="these are not editions of generated:0-999"):
        batch.set_states(batch.states, [1, 2])
    fresh = Batch(batch.game, 8, 2, "generated:0-999", autoreset=True)
    with pytest.raises(UserError, match="is not one of this game"):
        fresh.set_states(states, saved)
    fresh.reset(1)
    assert (fresh.live.indices == saved[0]).all()


def test_the_same_seed_gives_the_same_games_whatever_was_played_before():

    def make():
        batch = Batch(GAME, 8, 2, "generated:0-999", autoreset=True)
        return batch, module_of(GAME).vector_env(8, 2, edition="generated:0-999", opponents="greedy")

    def played(batch, envs, seed):
        batch.reset(seed)
        first, _ = envs.reset(seed=seed)
        names = [[each.edition_of(row).name for row in range(8)] for each in (batch, envs)]
        return names, moves(batch, 200), first

    expected = {seed: played(*make(), seed) for seed in (1, 5)}
    used = make()
    for seed in (1, 5, 5, 1):
        np.testing.assert_equal(played(*used, seed), expected[seed])


def test_no_edition_is_replaced_before_its_games():
    batch = Batch(GAME, 4, 2, "generated:0-999")
    batch.reset(3)
    begun, replaced = np.bincount(batch.states["edition"], minlength=len(batch.live.indices)), 0
    for number in range(600):
        before = batch.live.indices.copy()
        batch.reset_rows(np.ones(4, np.bool_), np.random.default_rng(number).integers(0, 2**63, 4).astype(np.uint64))
        changed = batch.live.indices != before
        assert (begun[changed] >= live_editions.GAMES_EACH).all()
        begun[changed] = 0
        np.add.at(begun, batch.states["edition"], 1)
        replaced += changed.sum()
    assert replaced > 2 * len(batch.live.indices)


def test_actions_are_called_as_on_the_edition_of_their_row():
    game = load_game("africana_v0")
    batch = Batch(game, 6, 2, "shuffled:reconstructed:0-9")
    envs = module_of(game).vector_env(6, 2, edition="shuffled:reconstructed:0-9")
    batch.reset(0)
    envs.reset(seed=0)
    for played in (batch, envs):
        assert len({played.edition_of(row).digest for row in range(6)}) > 1
        for row in range(6):
            texts = list(game.action_texts(played.edition_of(row).data))
            assert [played.action_to_string(action, row) for action in range(len(texts))] == texts
            assert [played.string_to_action(text, row) for text in texts] == [*range(len(texts))]
    env = module_of(game).gymnasium_env(2)
    env.reset(seed=0)
    with pytest.raises(UserError, match="row must be a whole number from 0 to 0"):
        env.action_to_string(0, 1)


def test_states_go_on_in_another_batch_of_the_set():
    one, other = (Batch(GAME, 8, edition="generated:0-4") for _ in range(2))
    one.reset(3)
    other.reset(9)
    moves(one, 10)
    other.set_states(one.states)
    for first, second in zip(moves(one, 20), moves(other, 20), strict=True):
        for mine, theirs in zip(first, second, strict=True):
            np.testing.assert_array_equal(mine, theirs)


def test_a_state_of_an_edition_that_is_not_live_is_refused():
    many, single = Batch(GAME, 8, edition="generated:0-4"), Batch(GAME, 8)
    many.reset(3)
    with pytest.raises(UserError, match="edition must be below 1"):
        single.set_states(many.states)


@pytest.mark.parametrize("spelled", ["greedy", "search:4", "search:16,policy=baseline"])
def test_a_bot_decides_as_in_a_batch_of_one_edition(spelled):
    together = Batch(GAME, 4, 2, "generated:0-4")
    together.reset(3)
    moves(together, 8)
    every, actions = np.ones(4, np.bool_), np.zeros(4, np.int64)
    make_bot(spelled, GAME, 4, seed=5).act(together, every, actions)
    for row in range(4):
        alone = Batch(GAME, 4, 2, together.edition_of(row))
        states = together.states.copy()
        states["edition"] = 0
        alone.set_states(np.repeat(states[row : row + 1], 4))
        found = np.zeros(4, np.int64)
        make_bot(spelled, GAME, 4, seed=5).act(alone, every, found)
        assert found[row] == actions[row]


def test_tables_have_one_type_so_that_one_kernel_takes_them_all():
    one, many = Batch(GAME, 1, 2, "generated:0-999").live, Batch(GAME, 8, 2, "generated:0-999").live
    one.choose(5)
    assert one.tables[0] == load_edition(GAME, "generated:5").tables[0]
    for live in (one, many, pickle.loads(pickle.dumps(many)), Batch(GAME, 1).live):
        assert not live.tables.flags.writeable


def test_a_part_of_a_set_passes_over_editions_that_cannot_be_drawn(monkeypatch):
    drawn = edition_sets.drawn_edition

    def refusing(game, base, spelled):
        if spelled.first % 3 == 0:
            raise UserError("no board was found")
        return drawn(game, base, spelled)

    monkeypatch.setattr(edition_sets, "drawn_edition", refusing)
    batch = Batch(GAME, 4, 2, "generated:0-999999", autoreset=True)
    batch.reset(0)
    first = {edition.name for edition in batch.live.editions}
    while {edition.name for edition in batch.live.editions} == first:
        moves(batch, 50)
    assert all(int(edition.name.rpartition(":")[2]) % 3 for edition in batch.live.editions)


def test_as_many_editions_as_can_be_live_are_a_set_that_is_held_as_a_whole(monkeypatch):
    monkeypatch.setattr(live_editions, "MAX_LIVE", 4)
    assert [Batch(GAME, 2, 2, f"generated:0-{last}").live.is_part for last in (3, 4)] == [False, True]
    assert len(live_editions.load_whole(GAME, "generated:0-3")) == 4
    with pytest.raises(UserError, match=r"^generated:0-4 has 5 editions: name a set of at most 4$"):
        live_editions.load_whole(GAME, "generated:0-4")


def test_a_reset_that_could_draw_none_draws_them_the_next_time(monkeypatch):
    batch, other = (Batch(GAME, 4, 2, "generated:0-999999") for _ in range(2))
    with monkeypatch.context() as refusing:
        refusing.setattr(type(batch.editions), "__getitem__", raise_error)
        with pytest.raises(UserError, match="no board was found"):
            batch.reset(0)
    batch.reset(0)
    other.reset(0)
    assert batch.live.indices.tolist() == other.live.indices.tolist()
    assert len(set(batch.live.indices.tolist())) > 1


def raise_error(*arguments):
    raise UserError("no board was found")
