"""Datasets are read as they were played, decision by decision; damaged and foreign files are refused."""

import hashlib
import json
import os
import re
import tracemalloc
import zipfile
from io import BytesIO
from unittest.mock import Mock, patch

import numpy as np
import pytest
from support import GAMES, default_setting, error_of, every_game, few_players, module_of

from africana_env import REWARDS, UserError, load_game
from africana_env.arena.matches.loop import deal_seeds
from africana_env.cli import main
from africana_env.data import Dataset, Decisions, part_file, record, record_dataset, shuffle, shuffled
from africana_env.data.manifest import MAX_DECISIONS, load_manifest
from africana_env.data.manifest import PART_GAMES as MOST_GAMES
from africana_env.data.part_file import read_games, written
from africana_env.engine.process.files import lock

GAME = load_game("afritoria_v0")
PART_GAMES = 5


@pytest.fixture(autouse=True)
def small_parts(monkeypatch):
    monkeypatch.setattr(record, "PART_GAMES", PART_GAMES)


def by_decision(dataset, num_games=4, **options):
    return by_key(dataset.batches(num_games, **options))


def by_key(batches):
    """A batch and its row, by game and number of the decision."""
    found = {}
    for some in batches:
        for row in range(len(some)):
            key = int(some.game[row]), int(some.number[row])
            assert key not in found
            found[key] = some, row
    return found


def test_games_are_cut_off_as_asked_and_read_so(tmp_path):
    made = record_dataset(GAME, ["random"], 3, tmp_path, 2, max_rounds=2)
    assert made.max_rounds == 2
    records = list(Dataset(tmp_path).records())
    assert {played.max_rounds for played in records} == {2}
    assert len(by_decision(Dataset(tmp_path))) == sum(len(played.actions) for played in records)
    with pytest.raises(UserError, match="has another dataset, with max_rounds 2, not "):
        record_dataset(GAME, ["random"], 3, tmp_path, 2)


@every_game
def test_every_decision_is_that_of_the_game_with_what_its_seat_saw(game, tmp_path, importable):
    importable({"first.py": "def legal(observations, masks, rng):\n    return masks.argmax(1)\n"})
    players, edition, bots = few_players(game), default_setting(game).edition, ["random", "greedy", "first:legal"]
    made = record_dataset(game, bots, 12, tmp_path / "games", players, edition=edition)
    dataset = Dataset(tmp_path / "games")
    assert [part.games for part in made.parts] == [5, 5, 2]
    assert (dataset.num_games, dataset.bots) == (12, bots)
    for reward in REWARDS:
        found = by_decision(dataset, reward=reward)
        assert len(found) == dataset.num_decisions
        for number, played in enumerate(dataset.records()):
            env = module_of(game).raw_env(num_players=players, edition=edition, reward=reward)
            env.reset(seed=played.seed)
            rewards = []
            for decision, action in enumerate(played.actions):
                some, row = found[number, decision]
                seat = int(env.agent_selection.removeprefix("player_"))
                assert (some.action[row], some.seat[row]) == (action, seat)
                assert some.bot[row] == (number + seat) % 3
                assert some.bot[row] != 2 or action == env.batch.action_mask[0].argmax()
                assert some.observation[row].tobytes() == env.batch.observation[0].tobytes()
                assert some.action_mask[row].tobytes() == env.batch.action_mask[0].tobytes()
                env.step(action)
                rewards.append([env.rewards[agent] for agent in env.possible_agents])
            assert not env.batch.running[0]
            to_go = np.cumsum(rewards[::-1], axis=0)[::-1]
            for decision in range(len(played.actions)):
                some, row = found[number, decision]
                assert some.reward_to_go[row] == pytest.approx(to_go[decision][some.seat[row]], abs=1e-4)


def test_the_same_is_read_however_many_games_at_once_and_by_several_workers(tmp_path):
    record_dataset(GAME, ["greedy"], 12, tmp_path, 2)
    dataset = Dataset(tmp_path)
    expected = by_decision(dataset)
    for num_games in (1, 3, 100):
        same(by_decision(dataset, num_games), expected)
    parts = [by_decision(dataset, worker=worker, num_workers=2) for worker in range(2)]
    assert not parts[0].keys() & parts[1].keys()
    same(parts[0] | parts[1], expected)


def same(found, expected):
    assert found.keys() == expected.keys()
    for key, (some, row) in found.items():
        other, place = expected[key]
        for name, values in vars(some).items():
            assert (values[row] == vars(other)[name][place]).all()


def test_minibatches_are_of_one_size_and_of_all_phases_of_the_game(tmp_path, monkeypatch):
    monkeypatch.setattr(shuffle, "BUFFER", 128)
    record_dataset(GAME, ["greedy"], 12, tmp_path, 2)
    dataset = Dataset(tmp_path)
    found = list(shuffled(dataset.batches(3), batch_size=50, seed=1))
    assert {len(some) for some in found[:-1]} == {50}
    assert len(found[-1]) == dataset.num_decisions % 50
    assert found[-1] in found  # decisions compare by identity
    assert min(np.ptp(some.number) for some in found[:-1]) > 20
    same(by_key(found), by_decision(dataset))
    again, other = (list(shuffled(dataset.batches(3), np.int8(50), seed=seed)) for seed in (1, 2))
    assert all((one.game == two.game).all() for one, two in zip(found, again, strict=True))
    assert not all((one.game == two.game).all() for one, two in zip(found, other, strict=True))


def test_what_is_shuffled_later_is_in_another_order(monkeypatch):
    monkeypatch.setattr(shuffle, "BUFFER", 100)
    first, second = shuffled([Decisions(*[np.arange(200)] * 8)], batch_size=100)
    assert sorted(first.number) == list(range(100))
    assert sorted(second.number) == list(range(100, 200))
    assert (first.number != second.number - 100).any()


def test_wrong_arguments_are_refused_at_once(tmp_path):
    record_dataset(GAME, ["random"], 1, tmp_path, 2)
    for wrong in ({"num_games": 0}, {"worker": 1}, {"num_workers": 0}, {"reward": "money"}, {"seed": -1}):
        error_of(Dataset(tmp_path).batches, **wrong)
    for wrong in ({"batch_size": 0}, {"seed": -1}):
        error_of(shuffled, [], **wrong)


def test_its_games_are_no_deals_of_matches_by_the_same_seed(tmp_path):
    record_dataset(GAME, ["random"], 40, tmp_path, 2, seed=3)
    recorded = np.array([played.seed for played in Dataset(tmp_path).records()], np.uint64)
    assert not np.isin(recorded, deal_seeds(3, 1000)).any()


def test_what_was_interrupted_goes_on_and_ends_as_if_it_had_not_been(tmp_path):
    class Enough(Exception):  # noqa: N818
        pass

    def stop(ended, _):
        if ended >= PART_GAMES:
            raise Enough

    record_dataset(GAME, ["greedy", "random"], 12, tmp_path / "whole", 2)
    with pytest.raises(Enough):
        record_dataset(GAME, ["greedy", "random"], 12, tmp_path / "part", 2, progress=stop)
    assert Dataset(tmp_path / "part").num_games == PART_GAMES
    (tmp_path / "part" / ".0123456789abcdef").write_bytes(b"a draft that a kill has left")
    record_dataset(GAME, ["greedy", "random"], 12, tmp_path / "part", 2)
    whole, part = ({file.name: file.read_bytes() for file in (tmp_path / name).iterdir()} for name in ("whole", "part"))
    assert whole == part
    with pytest.raises(UserError, match="has another dataset, with other bots: name another folder"):
        record_dataset(GAME, ["greedy"], 12, tmp_path / "part", 2)


def test_games_are_added_and_all_are_those_of_a_dataset_of_so_many(tmp_path):
    record_dataset(GAME, ["greedy", "random"], 12, tmp_path / "whole", 2)
    for num_games in (PART_GAMES + 1, 12):
        record_dataset(GAME, ["greedy", "random"], num_games, tmp_path / "longer", 2)
        assert Dataset(tmp_path / "longer").num_games == num_games
    assert list(Dataset(tmp_path / "longer").records()) == list(Dataset(tmp_path / "whole").records())
    files = {part.file for part in Dataset(tmp_path / "longer").manifest.parts}
    assert {path.name for path in (tmp_path / "longer").iterdir()} == {"manifest.json", *files}
    with pytest.raises(UserError, match="has another dataset, with num_games 12, not 11: name another folder"):
        record_dataset(GAME, ["greedy", "random"], 11, tmp_path / "longer", 2)


def test_who_is_interrupted_while_games_are_added_keeps_those_that_were_there(tmp_path):
    record_dataset(GAME, ["greedy"], PART_GAMES + 2, tmp_path, 2)
    before = list(Dataset(tmp_path).records())
    stopped = Mock(side_effect=KeyboardInterrupt)
    with patch("africana_env.data.record.play_part", stopped), pytest.raises(KeyboardInterrupt):
        record_dataset(GAME, ["greedy"], 3 * PART_GAMES, tmp_path, 2)
    assert list(Dataset(tmp_path).records()) == before
    record_dataset(GAME, ["greedy"], PART_GAMES + 2, tmp_path, 2)
    record_dataset(GAME, ["greedy"], 3 * PART_GAMES, tmp_path, 2)
    assert list(Dataset(tmp_path).records())[: len(before)] == before
    assert Dataset(tmp_path).num_games == 3 * PART_GAMES


@pytest.mark.parametrize(
    ("game", "observation"),
    [(game, name) for game in GAMES for name in game.spaces if name != "features"],
    ids=lambda each: each if isinstance(each, str) else each.name,
)
def test_a_dataset_of_a_set_of_editions(game, observation, tmp_path):
    record_dataset(game, ["random"], 8, tmp_path, 2, edition="generated:0-3")
    dataset = Dataset(tmp_path)
    editions = {played.edition for played in dataset.records()}
    assert editions <= {f"generated:{number}" for number in range(4)}
    assert len(editions) > 1
    found = by_decision(dataset, observation=observation)
    for number, played in enumerate(dataset.records()):
        env = module_of(game).raw_env(num_players=2, edition=played.edition, observation=observation)
        env.reset(seed=played.seed)
        for decision, action in enumerate(played.actions):
            some, row = found[number, decision]
            assert some.action[row] == action
            assert some.observation[row].tobytes() == env.batch.observation[0].tobytes()
            env.step(action)
        assert not env.batch.running[0]


def manifest_in(folder, change):
    content = json.loads((folder / "manifest.json").read_text())
    change(content)
    (folder / "manifest.json").write_text(json.dumps(content))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda it: it.update(format=9), "has format 9, this version reads 3: record it again"),
        (lambda it: it.pop("game"), "is damaged, or not the manifest"),
        (lambda it: it.update(num_players="2"), "is damaged, or not the manifest"),
        (lambda it: it["parts"][0].update(file="../secret"), "is damaged, or not the manifest"),
        (lambda it: it["parts"][0].update(games=MOST_GAMES + 1), "is damaged, or not the manifest"),
        (lambda it: it["parts"][0].update(decisions=MAX_DECISIONS + 1), "is damaged, or not the manifest"),
        (lambda it: it.update(edition_digest="0"), "was played on other data of edition reconstructed"),
        (lambda it: it["parts"][0].update(sha256="0"), r"games-000000.npz is damaged"),
        (lambda it: it.update(num_players=3), "does not have the games in its manifest"),
        (lambda it: it["parts"][0].update(games=3), "does not have the games in its manifest"),
        (lambda it: it["parts"].append(it["parts"][0]), "is damaged, or not the manifest"),
        (lambda it: it.update(bots=[]), "is damaged, or not the manifest"),
        (lambda it: it.update(max_rounds=2), "has a game that these rules do not allow"),
    ],
)
def test_a_damaged_or_foreign_manifest_is_refused_in_one_line(tmp_path, change, message):
    record_dataset(GAME, ["random"], 4, tmp_path, 2)
    manifest_in(tmp_path, change)
    with pytest.raises(UserError, match=message) as error:
        list(Dataset(tmp_path).batches())
    assert "\n" not in str(error.value)


def test_a_damaged_missing_or_foreign_file_is_refused_in_one_line(tmp_path):
    record_dataset(GAME, ["random"], 4, tmp_path, 2)
    file = tmp_path / "games-000000.npz"
    content = file.read_bytes()
    file.write_bytes(content[:-1])
    with pytest.raises(UserError, match="is damaged: record the dataset again"):
        list(Dataset(tmp_path).records())
    file.unlink()
    with pytest.raises(UserError, match="cannot read the games"):
        list(Dataset(tmp_path).batches())
    with pytest.raises(UserError, match=r"is not a dataset: it has no manifest\.json"):
        Dataset(tmp_path / "elsewhere")
    (tmp_path / "manifest.json").write_bytes(b"\xff{")
    with pytest.raises(UserError, match="is damaged, or not the manifest"):
        Dataset(tmp_path)


def games_in(folder):
    """Read the games of the first file."""
    about = load_manifest(folder)
    return read_games(folder / about.parts[0].file, about.parts[0], about.num_players)


def put(folder, content):
    """Replace the content of the first file, with its digest in the manifest."""
    (folder / "games-000000.npz").write_bytes(content)
    digest = hashlib.sha256(content).hexdigest()
    manifest_in(folder, lambda it: it["parts"][0].update(sha256=digest))


def with_array(name, change):
    """Change one array of some games."""
    return lambda games: games._replace(**{name: change(getattr(games, name))})


def with_first(value, place=0):
    def change(array):
        changed = array.copy()
        changed[place] = value
        return changed

    return change


OTHER = "does not have the games in its manifest"
WRONG = "has a game that these rules do not allow"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (with_array("seeds", lambda seeds: seeds[1:]), OTHER),
        (with_array("outcomes", lambda outcomes: outcomes.ravel()), OTHER),
        (with_array("starts", with_first(1)), OTHER),
        (with_array("starts", with_first(0, place=1)), OTHER),
        (with_array("starts", with_first(1 << 31, place=-1)), OTHER),
        (with_array("actions", with_first(140)), WRONG),
        (with_array("actions", with_first(65_535, place=-1)), WRONG),
        (with_array("starts", lambda starts: np.array([0, *(starts[1:-1] + 1), starts[-1]], np.uint32)), WRONG),
        (with_array("outcomes", with_first(0.5, place=(3, 0))), WRONG),
    ],
)
def test_other_games_are_refused_in_one_line(tmp_path, change, message):
    """Also if the digest in the manifest matches."""
    record_dataset(GAME, ["random", "greedy"], 4, tmp_path, 2)
    put(tmp_path, written(change(games_in(tmp_path))))
    reads = [Dataset(tmp_path).batches()] + [Dataset(tmp_path).records()] * (message == OTHER)
    for read in reads:
        assert message in error_of(list, read)


def archive(members, kind=zipfile.ZIP_DEFLATED):
    """A ZIP file of these members by name."""
    content = BytesIO()
    with zipfile.ZipFile(content, "w", kind) as file:
        for name, data in members.items():
            file.writestr(name, data)
    return content.getvalue()


def with_member(change, kind=zipfile.ZIP_DEFLATED):
    """Change the bytes of the actions in a file."""

    def forged(content):
        with zipfile.ZipFile(BytesIO(content)) as file:
            members = {name: file.read(name) for name in file.namelist()}
        return archive(members | {"actions.npy": change(members["actions.npy"])}, kind)

    return forged


def said_smaller(content):
    """A file with zeros as actions, and a wrong size in its directory."""
    actual, said = (number.to_bytes(4, "little") for number in (BOMB, 200))
    forged = with_member(lambda data: bytes(BOMB))(content)
    assert actual in forged
    return forged.replace(actual, said)


BOMB = 1 << 26
FORGED = {
    "half": lambda content: content[: len(content) // 2],
    "a long header": with_member(lambda data: data[:8] + b"\xff\xff" + b"(" * 70_000),
    "a deep header": with_member(lambda data: data[:10] + b"(" * 118 + data[128:]),
    "a large shape": with_member(lambda data: re.sub(rb"\(\d+,\) *", b"(99999999999999,)", data[:128]) + data[128:]),
    "zeros": with_member(lambda data: data[:128] + bytes(BOMB)),
    "zeros in secret": said_smaller,
    "zeros in bzip2": with_member(lambda data: bytes(BOMB), zipfile.ZIP_BZIP2),
}


@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED)
def test_a_forged_file_is_refused_in_one_line_and_takes_little_memory(tmp_path, monkeypatch, forge):
    monkeypatch.setattr(part_file, "MAX_BYTES", 1 << 20)
    record_dataset(GAME, ["random"], 4, tmp_path, 2)
    content = forge((tmp_path / "games-000000.npz").read_bytes())
    put(tmp_path, content)
    games = Dataset(tmp_path).records()
    tracemalloc.start()
    try:
        with pytest.raises(UserError, match="does not have the games in its manifest") as error:
            list(games)
        assert tracemalloc.get_traced_memory()[1] < 1 << 22
    finally:
        tracemalloc.stop()
    assert "\n" not in str(error.value)


def test_the_command(tmp_path, capsys):
    arguments = ["dataset", GAME.name, "random", "greedy", "--num_games", "6", "--num_players", "2"]
    assert main([*arguments, "--folder", str(tmp_path / "d")]) == 0
    dataset = Dataset(tmp_path / "d")
    assert capsys.readouterr().out == f"{tmp_path / 'd'}: 6 games, {dataset.num_decisions:,} decisions\n"
    assert repr(dataset).startswith("<Dataset afritoria_v0: 6 games, ")
    assert main(["dataset", GAME.name, "nobody", "--folder", str(tmp_path / "e")]) == 2
    assert capsys.readouterr().err.startswith("africana: unknown bot 'nobody'")


@pytest.mark.parametrize("harm", ["damage", "loss"])
@pytest.mark.parametrize("number", [0, 1])
def test_the_same_call_records_again_what_is_damaged_or_lost(tmp_path, harm, number):
    made = record_dataset(GAME, ["greedy"], 12, tmp_path, 2)
    expected = [list(played.actions) for played in Dataset(tmp_path).records()]
    path = tmp_path / made.parts[number].file
    if harm == "damage":
        path.write_bytes(path.read_bytes()[:-1] + b"!")
    else:
        path.unlink()
    again = record_dataset(GAME, ["greedy"], 12, tmp_path, 2)
    assert [part.games for part in again.parts] == [5, 5, 2]
    assert [list(played.actions) for played in Dataset(tmp_path).records()] == expected
    assert {*os.listdir(tmp_path)} == {"manifest.json", *(part.file for part in again.parts)}


@pytest.mark.skipif(os.name == "nt", reason="no folders are locked")
def test_one_process_at_a_time_records_into_a_folder(tmp_path):
    with record.locked(tmp_path), pytest.raises(UserError, match="a dataset is being recorded there"):
        record_dataset(GAME, ["greedy"], 2, tmp_path, 2)


@pytest.mark.skipif(os.name == "nt", reason="nobody can rename an open file")
def test_recording_leaves_what_others_are_writing_in_its_folder(tmp_path):
    draft = tmp_path / ".0123456789abcdef"
    with draft.open("wb") as file:
        lock(file.fileno(), "it is being written")
        with record.locked(tmp_path):
            assert draft.exists()
    with record.locked(tmp_path):
        assert not draft.exists()
