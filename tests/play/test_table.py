import json
import re
import sys
import zlib

import numpy as np
import pytest
from play.tables import play_bots, play_on, table_of
from support import every_game, few_players

from africana_env import Batch, GameRecord, UserError, load_edition, make_bot
from africana_env.play.game_session import Table, new_record, since


def plain(table, seat=0):
    """What a seat is shown, without the version."""
    return json.dumps({**table.view(seat), "version": 0})


@every_game
def test_the_record_holds_every_decision_and_the_game_goes_on_from_it(game, tmp_path):
    table = table_of(tmp_path, game.name, max_rounds=3)
    while not table.is_over:
        saved = GameRecord.load(table.path)
        assert saved.actions == tuple(decision.action for decision in table.decisions)
        again = Table(game, table.edition, table.players, saved, tmp_path / "again.json", table.hints)
        assert plain(again) == plain(table)
        if table.thinker is None:
            table.act(0, table.hint(table.position(), "greedy"))
        else:
            action = table.think(table.position())
            assert again.think(again.position()) == action
            table.play(action)
    *_, end = GameRecord.load(table.path).replay(game)
    assert (end.states == table.batch.states).all()
    assert table.result()["points"] == end.scores()[0].tolist()


@every_game
def test_what_is_taken_back_is_as_it_was_and_goes_the_same_way(game, tmp_path):
    players = ("greedy", None, *["greedy"] * (few_players(game) - 2))
    table = table_of(tmp_path, game.name, players=players, max_rounds=3)
    play_bots(table)
    with pytest.raises(UserError, match="nothing can be taken back"):
        table.undo(1)
    before, shown = [], []
    while not table.is_over:
        before.append(plain(table, 1))
        play_on(table, 1)
        shown.append(plain(table, 1))
    while before:
        assert plain(table, 1) == shown.pop()
        table.undo(1)
        assert plain(table, 1) == before[-1]
        play_on(table, 1)
        table.undo(1)
        assert plain(table, 1) == before.pop()
        assert GameRecord.load(table.path) == table.record
    assert not table.can_undo(1)


def test_what_a_killed_table_has_left_beside_its_record_is_removed_by_the_next(tmp_path):
    table = table_of(tmp_path)
    for number, name in enumerate((table.path.name, "other.json")):
        (tmp_path / f".{zlib.crc32(name.encode()):08x}0000000{number}").write_text("{")
    table_of(tmp_path)
    assert [path.name[-1] for path in tmp_path.glob(".*")] == ["1"]


def test_nothing_is_taken_back_among_people(tmp_path):
    table = table_of(tmp_path, players=(None, None))
    table.act(0, table.actions(0)[0]["id"])
    assert not table.can_undo(0)
    with pytest.raises(UserError, match="only among bots"):
        table.undo(0)


def test_what_cannot_be_done_is_told_and_leaves_the_game_as_it_was(tmp_path):
    table = table_of(tmp_path)
    states, version = table.batch.states.copy(), table.version
    legal = table.actions(0)[0]["id"]
    illegal = int(np.flatnonzero(table.batch.action_mask[0] == 0)[0])
    for seat, action, told in (
        (1, legal, "not your turn"),
        (0, illegal, "is illegal here"),
        (0, 10**6, "out of range"),
    ):
        with pytest.raises(UserError, match=told):
            table.act(seat, action)
    with pytest.raises(UserError, match="a new one begins after its end"):
        table.restart(1, tmp_path / "new.json")
    with pytest.raises(UserError, match="no hints of that bot: use greedy"):
        table.hint(table.position(), "math:floor")
    assert (table.batch.states == states).all()
    assert table.version == version
    assert GameRecord.load(table.path).actions == ()


def test_a_decision_that_cannot_be_written_down_is_not_made(tmp_path):
    (tmp_path / "games").mkdir()
    table = table_of(tmp_path / "games")
    table.path.unlink()
    (tmp_path / "games").rmdir()
    states = table.batch.states.copy()
    with pytest.raises(UserError, match="cannot write"):
        table.act(0, table.actions(0)[0]["id"])
    assert (table.batch.states == states).all()
    assert table.decisions == []


def test_the_next_game_has_a_file_of_its_own(tmp_path):
    table = table_of(tmp_path, max_rounds=1)
    play_on(table)
    finished = table.record
    table.restart(8, tmp_path / "next.json")
    assert not table.is_over
    assert GameRecord.load(tmp_path / "record.json") == finished
    assert GameRecord.load(tmp_path / "next.json").seed == 8


def test_a_table_plays_what_the_bots_play_elsewhere_from_the_same_position(tmp_path):
    """`greedy` draws no lots: it does the same in any batch."""
    table = table_of(tmp_path, "africa_v0", players=("greedy", "greedy"))
    batch, bot, actions = Batch(table.game, 1, 2), make_bot("greedy", table.game), np.zeros(1, np.int64)
    batch.reset_to(3)
    for _ in range(30):
        bot.act(batch, np.ones(1, np.bool_), actions)
        assert table.think(table.position()) == actions[0]
        table.play(int(actions[0]))
        batch.step(actions)


def test_what_all_decide_at_the_same_time_is_told_when_all_have(tmp_path):
    table = table_of(tmp_path, players=(None, None, None))
    assert table.game.simultaneous(table.batch.states[0])
    for seat in range(3):
        assert [table.told(other) for other in range(3) if other > seat - 1] == [[]] * (3 - seat)
        table.act(seat, table.actions(seat)[0]["id"])
        if seat < 2:
            assert [entry["seat"] for entry in table.told(seat)] == [seat]
    for seat in range(3):
        assert [entry["seat"] for entry in table.told(seat)] == [0, 1, 2]
        assert all(entry["text"].startswith("commit ") for entry in table.told(seat))


def test_cards_put_under_the_pile_are_told_to_nobody_else(tmp_path):
    for seed in range(20):
        table = table_of(tmp_path, players=("random", "random"), seed=seed)
        while not table.is_over:
            table.play(table.think(table.position()))
            put = [told for told in table.told(0) if told["seat"] == 1 and told["text"].startswith("put")]
            secret = {"text": "put a card under the pile", "parts": ()}
            assert all(told == {**told, **secret} for told in put)
        if put:
            assert any(told["text"].startswith("put ") and "under the pile" in told["text"] for told in table.told(1))
            return
    raise AssertionError("nobody put cards under the pile")


def test_cards_that_are_drawn_are_told_to_who_draws_them_alone(tmp_path):
    table = table_of(tmp_path, "africana_v0", players=("random", "random"))
    while not table.is_over:
        before = table.batch.states[0].copy()
        mover, action = table.mover, table.think(table.position())
        table.play(action)
        gained = table.batch.states[0].travel[mover] - before.travel[mover]
        if table.game.actions.starts.draw == action and (gained > 0).sum() == 2:
            told = [table.told(seat)[-1]["revealed"] for seat in range(2)]
            names = [entry["colour"] for entry in table.edition.data["travel_cards"]]
            first, second = (name for name, gain in zip(names, gained, strict=True) if gain)
            assert told[mover] == f"you get 1 {first} card and 1 {second} card"
            assert told[1 - mover] == ""
            return
    raise AssertionError("nobody drew two colours")


def test_the_only_move_is_made_at_once_and_taken_back_with_the_choice_before(tmp_path):
    table = table_of(tmp_path, players=(None, "greedy"))
    met = 0
    while not table.is_over:
        count, before = len(table.decisions), plain(table)
        table.act(0, table.hint(table.position(), "greedy"))
        play_bots(table)
        assert table.is_over or table.batch.action_mask[0].sum() > 1
        told = table.told(0)[count:]
        forced = [entry for entry in told[1:] if entry["seat"] == 0]
        assert all(entry["forced"] for entry in forced)
        assert not told[0]["forced"]
        assert GameRecord.load(table.path).actions == tuple(decision.action for decision in table.decisions)
        if forced:
            met += 1
            table.undo(0)
            assert plain(table) == before
            play_on(table, 1)
    assert met > 3


def test_among_people_nothing_is_decided_for_anybody(tmp_path):
    table = table_of(tmp_path, players=(None, None), max_rounds=3)
    forced = 0
    while not table.is_over:
        forced += table.batch.action_mask[0].sum() == 1
        table.act(table.mover, table.hint(table.position(), "greedy"))
    assert forced
    assert not any(entry["forced"] for entry in table.told(0))


def test_texts_call_players_by_their_numbers(tmp_path):
    table = table_of(tmp_path, "africa_v0", players=(None, None, None))
    trade = table.game.actions.starts.trade
    good = table.edition.data["goods"][0]["name"]
    assert table.text(1, trade, 1) == f"trade for {good} of player 2"
    assert table.text(1, trade, 2) == f"trade for {good} of you"
    assert table.text(2, trade + 5, 0) == f"trade for {good} of player 1"


def test_since_is_where_the_last_decisions_of_others_begin():
    assert since([], 0) == 0
    assert since([0, 0], 0) == 0
    assert since([0, 1, 2, 1], 0) == 1
    assert since([1, 0, 1, 2, 0, 0], 0) == 2


def test_a_table_needs_bots_that_there_are(tmp_path):
    with pytest.raises(UserError, match="unknown bot 'gredy': did you mean 'greedy'"):
        table_of(tmp_path, players=(None, "gredy"))
    with pytest.raises(UserError, match="num_players must be a whole number from 2 to 4"):
        table_of(tmp_path, players=(None,) * 5)
    game = table_of(tmp_path).game
    mini = load_edition(game, "mini")
    record = new_record(game, load_edition(game, "reconstructed"), 2, 0)
    with pytest.raises(UserError, match="made with other data of edition"):
        Table(game, mini, (None, None), record, tmp_path / "x.json")


def test_a_file_that_another_table_writes_to_is_left_alone(tmp_path):
    one, other = table_of(tmp_path), table_of(tmp_path)
    play_on(one, 2)
    written = one.path.read_bytes()
    before = plain(other)
    with pytest.raises(UserError, match="was changed by another program: give each table a --record of its own"):
        other.act(0, other.actions(0)[0]["id"])
    assert one.path.read_bytes() == written
    assert plain(other) == before


@pytest.mark.parametrize("raised", ["SystemExit(3)", "KeyError(3)", "GeneratorExit()"])
def test_whatever_a_bot_raises_is_told(tmp_path, monkeypatch, raised):
    (tmp_path / "table_bots.py").write_text(f"def fails(*_):\n    raise {raised}\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "table_bots", raising=False)
    table = table_of(tmp_path, players=("table_bots:fails", None))
    with pytest.raises(UserError, match=re.escape(raised[:-3])):
        table.think(table.position())


def test_a_new_game_that_cannot_be_written_leaves_the_table_as_it_was(tmp_path):
    table = table_of(tmp_path, max_rounds=1)
    play_on(table)
    path, record = table.path, table.record
    with pytest.raises(UserError, match="cannot write"):
        table.restart(5, tmp_path / "nowhere" / "x" / "next.json")
    assert (table.path, table.record) == (path, record)
