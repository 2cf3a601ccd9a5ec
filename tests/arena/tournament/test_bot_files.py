"""The identity of a bot changes with every file that determines how it plays."""

import shutil
from pathlib import Path

import pytest
from africana_training.networks.registry import new_network
from africana_training.policies.file import save_policy
from support import FirstLegal, policy_file

import africana_env
from africana_env import load_game, make_bot
from africana_env.arena.tournament import bot_files
from africana_env.arena.tournament.bot_files import identity
from africana_env.arena.tournament.bundle import MODULES, pack

GAME = load_game("afritoria_v0")


def identity_of(bot):
    return identity(GAME, bot, make_bot(bot, GAME))


def test_a_change_of_what_a_bot_imports_is_noticed_wherever_its_module_lies(tmp_path, importable):
    """A single module depends on its imports from the same folder, a package on all its modules."""
    lines = "import numpy\n{}\ndef bot(observations, masks, rng):\n    {}\n    return rng.choice(masks)\n"
    files = {
        "alone.py": lines.format("import beside, broken, within.bots", "import later"),
        "beside.py": "from open.part import nothing\n",
        "open/part.py": "nothing = None\n",  # a package without __init__.py
        "later/data.py": "",  # in a folder beside a module of the same name
        "within/bots.py": lines.format("from . import beside", ""),
    }
    empty = ("broken.py", "later.py", "other.py", "within/__init__.py", "within/beside.py")
    importable({**files, **dict.fromkeys(empty, "")})
    for file, changes in (
        ("alone.py", ["alone:bot"]),
        ("beside.py", ["alone:bot"]),
        ("later.py", ["alone:bot"]),
        ("within/beside.py", ["alone:bot", "within.bots:bot"]),
        ("open/part.py", ["alone:bot"]),
        ("broken.py", ["alone:bot"]),
        ("other.py", []),
        ("later/data.py", []),
    ):
        before = {bot: identity_of(bot) for bot in ("alone:bot", "within.bots:bot")}
        with (tmp_path / file).open("a") as written:
            written.write("this is no Python\n" if file == "broken.py" else "# changed\n")
        assert [bot for bot in before if identity_of(bot) != before[bot]] == changes, file


def test_the_module_of_a_class_is_part_of_what_a_bot_is_and_goes_along(tmp_path, importable):
    source = "from support import FirstLegal\n\n\nclass Own(FirstLegal):\n    def __init__(self, game, num_games):\n"
    importable({"own_class.py": source + "        pass\n"})
    before = identity_of("own_class:Own")
    assert f"{MODULES}/own_class.py" in pack({"own_class:Own": make_bot("own_class:Own", GAME)}).files
    (tmp_path / "own_class.py").write_text(source + "        self.game = game\n")
    assert identity_of("own_class:Own") != before


@pytest.mark.parametrize("bot", ["random", "search:10", "policy:baseline", "search:16,policy=baseline"])
def test_a_change_of_what_comes_with_us_is_noticed_and_a_file_of_the_same_name_is_not(tmp_path, monkeypatch, bot):
    before = identity_of(bot)
    monkeypatch.chdir(tmp_path)
    for name in ("random", "10", "baseline"):
        (tmp_path / name).write_text("")
    assert identity_of(bot) == before
    program = bot_files.program
    (tmp_path / "new.py").write_text("")
    monkeypatch.setattr(bot_files, "program", lambda game: [*program(game), tmp_path / "new.py"])
    assert identity_of(bot) != before


def test_a_function_without_a_file_and_a_bot_of_ours_have_an_identity():
    made = make_bot("support:any_legal", GAME)
    made.source_file = lambda: "<string>"
    assert identity(GAME, "support:any_legal", made)
    assert identity(GAME, "x:" + "y" * 5000, FirstLegal())
    assert bot_files.module_sources("africana_env.bots.search.compiled") == []


def test_rules_engine_and_bots_are_what_a_bot_depends_on():
    found = {path.relative_to(Path(africana_env.__file__).parent).as_posix() for path in bot_files.program(GAME)}
    assert {"engine/game/rng.py", "bots/search/compiled.py", "games/afritoria/rules/step.py"} <= found
    assert not any(path.startswith(("games/africa/", "viewer/", "arena/")) for path in found)


def test_another_shipped_policy_is_another_bot(tmp_path, monkeypatch):
    before = identity_of("policy:baseline")
    (tmp_path / "baseline").mkdir()
    shutil.copy(policy_file(GAME), tmp_path / "baseline" / f"{GAME.name}.safetensors")
    monkeypatch.setattr("africana_training.policies.shipped.POLICIES", tmp_path)
    assert identity_of("policy:baseline") != before


@pytest.mark.parametrize("spelling", ["policy:{}", "policy:{},temperature=0", "search:200,policy={}"])
def test_a_bot_is_reported_by_the_file_that_its_spelling_names(tmp_path, spelling):
    bot = spelling.format(shutil.copy(policy_file(GAME), tmp_path / "policy.safetensors"))
    before = identity_of(bot)
    save_policy(tmp_path / "policy.safetensors", new_network(GAME, [8]), GAME, {}, [8])
    assert identity_of(bot) != before


@pytest.mark.parametrize(("bot", "depends"), [("policy:{}", True), ("search:16,policy={}", True), ("search:2", False)])
def test_a_policy_depends_on_the_code_that_reads_it(tmp_path, monkeypatch, bot, depends):
    bot = bot.format(shutil.copy(policy_file(GAME), tmp_path / "policy.safetensors"))
    before = identity_of(bot)
    (tmp_path / "new.py").write_text("")
    python_in = bot_files.python_in
    monkeypatch.setattr(bot_files, "python_in", lambda folder: [*python_in(folder), tmp_path / "new.py"])
    assert (identity_of(bot) != before) == depends


def test_a_network_of_ones_own_is_part_of_what_a_bot_is_and_goes_along(tmp_path, importable):
    source = "from africana_training.networks.registry import new_mlp\n\n\n"
    source += "def make(game, layers):\n    return new_mlp(game, layers)\n"
    importable({"own_net.py": source})
    save_policy(tmp_path / "policy.safetensors", new_network(GAME, [8]), GAME, {}, [8], name="own_net:make")
    bot = f"policy:{tmp_path / 'policy.safetensors'},network=own_net:make"
    before = identity_of(bot)
    assert f"{MODULES}/own_net.py" in pack({bot: make_bot(bot, GAME)}).files
    assert not any("training" in place for place in pack({bot: make_bot(bot, GAME)}).files)
    (tmp_path / "own_net.py").write_text(source + "# changed\n")
    assert identity_of(bot) != before


def test_a_bot_of_another_package_is_reported_by_the_file_that_its_spelling_names(tmp_path):
    file = tmp_path / "theirs.bin"
    found = set()
    for content in (b"one", b"another"):
        file.write_bytes(content)
        found.add(identity(GAME, f"theirs:{file}", FirstLegal()))
    assert len(found) == 2


def test_a_function_of_an_installed_kind_is_identified_by_the_package_of_the_kind(tmp_path, importable):
    info = {
        "METADATA": "Metadata-Version: 2.1\nName: prefer-kind\nVersion: 1.0\n",
        "entry_points.txt": "[africana_env.bots]\nprefer = prefer_kind:PREFER\n",
    }
    source = "from africana_env import BotKind\nfrom africana_env.bots.function import FunctionBot\n\n\n"
    source += "def make(game, num_games, argument):\n"
    source += "    return FunctionBot(argument, lambda observations, masks, rng: masks.argmax(axis=1), num_games)\n\n\n"
    source += 'PREFER = BotKind("NAME", make)\n'
    importable({"prefer_kind.py": source} | {f"prefer_kind-1.0.dist-info/{name}": text for name, text in info.items()})
    before = identity_of("prefer:first")
    (tmp_path / "prefer_kind.py").write_text(source + "# changed\n")
    assert identity_of("prefer:first") != before
