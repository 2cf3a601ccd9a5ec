"""Configs from YAML files and the command line: read as meant, or refused in one line that says what would be right."""

import tomllib
from dataclasses import asdict
from pathlib import Path

import pytest
import yaml
from africana_training.config.check import check_config, parse_config
from africana_training.config.file import PLACES, read_config
from africana_training.config.settings import TrainConfig

from africana_env import UserError

CONFIGS = Path(__file__).parents[3] / "configs"
HEAD = "game: some_v0\nrun_folder: runs/some\n"


def config_of(tmp_path, text, **options):
    path = tmp_path / "config.yaml"
    path.write_text(text)
    return parse_config(read_config(str(path), {name.replace("__", "."): value for name, value in options.items()}))


@pytest.mark.parametrize("path", sorted(CONFIGS.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_config_that_comes_with_the_project_makes_sense(path):
    check_config(read_config(str(path), {}))


def test_a_config_that_comes_with_the_project_has_a_name():
    assert read_config("africana_2p", {}) == read_config(str(CONFIGS / "africana_2p.yaml"), {})


def test_the_configs_are_where_a_wheel_has_them():
    text = (CONFIGS.parent / "pyproject.toml").read_text()
    included = tomllib.loads(text)["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert PLACES[0] == CONFIGS.parent / "training" / included["configs"]


def test_what_is_not_said_keeps_its_default(tmp_path):
    assert config_of(tmp_path, HEAD) == TrainConfig("some_v0", "runs/some")


def test_values_are_read_in_every_usual_notation(tmp_path):
    text = (
        HEAD + "total_timesteps: 15_000_000\nminutes: 9\nlayers: [64, 32]\n"
        "optimizer: {learning_rate: 5e-4}\nppo: {clip_coef: 1}\n"
        "league:\n  opponents: []\nimitation: {expert: greedy}\n"
    )
    config = config_of(tmp_path, text)
    assert config.total_timesteps == 15_000_000
    assert (config.minutes, config.layers) == (9.0, [64, 32])
    assert (config.optimizer.learning_rate, config.ppo.clip_coef) == (5e-4, 1.0)
    assert (config.league.opponents, config.imitation.expert) == ([], "greedy")


@pytest.mark.parametrize("text", ["1e6", "1_000_000", "'1000000'"])
def test_a_million_is_written_as_people_write_it(tmp_path, text):
    config = config_of(tmp_path, HEAD + f"total_timesteps: {text}\n", imitation__timesteps="1e6")
    assert (config.total_timesteps, config.imitation.timesteps) == (1_000_000, 1_000_000)


@pytest.mark.parametrize("text", ["1.5", "nan", "1e300", "-1e6"])
def test_what_is_no_whole_number_is_refused(tmp_path, text):
    with pytest.raises(UserError, match="total_timesteps must be a whole number from 1 to "):
        config_of(tmp_path, HEAD, total_timesteps=text)


def test_options_are_laid_over_the_file(tmp_path):
    text = (
        "game: some_v0\nminutes: 9\noptimizer: {update_epochs: 7}\nrollout: {num_steps: 16}\n"
        "imitation: {expert: greedy}\n"
    )
    config = config_of(
        tmp_path,
        text,
        run_folder="2024",
        minutes="null",
        optimizer__update_epochs="2",
        optimizer__learning_rate="1e-3",
        layers="[8]",
        imitation__expert="null",
    )
    assert config.run_folder == "2024"
    assert config.minutes is None
    assert (config.optimizer.update_epochs, config.rollout.num_steps, config.optimizer.learning_rate) == (2, 16, 1e-3)
    assert config.layers == [8]
    assert config.imitation.expert is None


@pytest.mark.parametrize("text", ["two", "[", "2024-13-45", "", "*a", "[" * 1000])
def test_an_option_that_makes_no_sense_is_reported_in_one_line(tmp_path, text):
    with pytest.raises(
        UserError, match=r"optimizer.update_epochs must be a whole number from 1 to 1000, not "
    ) as error:
        config_of(tmp_path, HEAD, optimizer__update_epochs=text)
    assert "\n" not in str(error.value)


def test_options_may_be_values(tmp_path):
    config = config_of(tmp_path, HEAD, optimizer__learning_rate=3e-4, layers=[16], minutes=None, seed=7)
    assert (config.optimizer.learning_rate, config.layers, config.minutes, config.seed) == (3e-4, [16], None, 7)


@pytest.mark.parametrize("name", ["optimizer.learning_rat", "optimiser.learning_rate", "sed"])
def test_an_unknown_option_is_reported_in_one_line(tmp_path, name):
    with pytest.raises(UserError, match=name.partition(".")[0]):
        config_of(tmp_path, HEAD, **{name.replace(".", "__"): 1})


def test_an_option_does_not_hide_that_its_group_is_none(tmp_path):
    with pytest.raises(UserError, match="optimizer must be a group of update_epochs, minibatch_size"):
        config_of(tmp_path, HEAD + "optimizer: 3\n", optimizer__update_epochs="2")


def test_a_config_that_a_run_wrote_is_read_as_it_was(tmp_path):
    config = config_of(tmp_path, HEAD + "optimizer: {learning_rate: 1e-7}\nlayers: [8]\n", minutes="3")
    assert config_of(tmp_path, yaml.safe_dump(asdict(config))) == config


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (
            "num_players: two",
            r"num_players must be a whole number, null or a list \[...\] of 1 to 16 values, .* not 'two'",
        ),
        ("minutes: 1 s", "minutes must be a number greater than 0 and at most 10000000 or null, not '1 s'"),
        ("layers: [a]", r"layers\[0\] must be a whole number from 1 to 4096, not 'a'"),
        (
            "league: {opponents: greedy}",
            r"league.opponents must be a list \[...\] of values, each a text, "
            "not 'greedy'",
        ),
        ("optimizer: {learning_rate: 1e999}", "optimizer.learning_rate must be a number greater than 0, not inf"),
        ("ppo: {clip_coef: true}", "ppo.clip_coef must be a number from 0 to 1, not True"),
        ("optimizer: {update_epochs: 0}", "optimizer.update_epochs must be a whole number from 1 to 1000, not 0"),
        (
            "ppo: {speed: 3}\nnum_steps: 3",
            "there is no setting ppo.speed: use .*; there is no setting num_steps: use rollout.num_steps$",
        ),
        ("optimizer: {update_epoch: 3}", "there is no setting optimizer.update_epoch: use optimizer.update_epochs$"),
        ("ppo: {num_games: 3}", "there is no setting ppo.num_games: use rollout.num_games$"),
        (
            "ppo: {learning_rate: 3}",
            "there is no setting ppo.learning_rate: use optimizer.learning_rate, imitation.learn",
        ),
        ("num_steps: 3", "there is no setting num_steps: use rollout.num_steps$"),
        ("league: 3", "league must be a group of share, opponents, snapshots, not 3"),
        ("sky: blue", "there is no setting sky: use game, run_folder, num_players"),
        ("[", r"config.yaml:4: not YAML: "),
        ("seed: 1\nseed: 2", r"config.yaml:4: not YAML: duplicate key seed$"),
        ("ppo: {clip_coef: 0.1, clip_coef: 0.2}", r"config.yaml:3: not YAML: duplicate key clip_coef$"),
        ("seed: 2024-13-45", "config.yaml is not a config"),
        ("seed: !!float ''", r"config.yaml:3: not YAML: anchors, aliases and tags are not read"),
        ("seed: &a 3", r"config.yaml:3: not YAML: anchors, aliases and tags are not read"),
        ("seed: *a", r"config.yaml:3: not YAML: anchors, aliases and tags are not read"),
        ("seed: 010", "seed must be a whole number from 0 to 9223372036854775807, not '010'"),
        (f"seed: {'9' * 5000}", "config.yaml is not a config"),
        (f"seed: {'[' * 1000}", "config.yaml is not a config"),
        (f"seed: {'x' * 5000}", "seed must be a whole number from 0 to 9223372036854775807, not 'xxx"),
        (f"# {'x' * (1 << 16)}", "config.yaml: it has more than 65,536 bytes"),
        ('"two\\nlines": 1', r"there is no setting 'two\\nlines': use game, "),
        ('"\\e[31m": {a: 1}', r"there is no setting '\\x1b\[31m': use game, "),
        ('"\\ud800": 1', "the config must be a group of game, run_folder, "),
    ],
)
def test_what_is_wrong_is_reported_in_one_line(tmp_path, lines, message):
    with pytest.raises(UserError, match=message) as error:
        config_of(tmp_path, HEAD + lines + "\n")
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 1000


@pytest.mark.parametrize("text", ["", "# nothing\n", "hello", "- game: some_v0", "\x00"])
def test_a_file_without_settings_is_no_config(tmp_path, text):
    with pytest.raises(UserError, match=r"config.yaml is not a config") as error:
        config_of(tmp_path, text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", ["game", "run_folder"])
def test_what_must_be_said_may_be_said_by_file_or_option(tmp_path, name):
    text = "".join(line for line in HEAD.splitlines(keepends=True) if not line.startswith(name))
    with pytest.raises(
        UserError, match=rf"{name} is missing: add a line `{name}: ...` to .*config, or --{name} ... to "
    ):
        config_of(tmp_path, text)
    assert getattr(config_of(tmp_path, text, **{name: "this"}), name) == "this"


def test_a_missing_file_is_reported_in_one_line(tmp_path):
    for path in (tmp_path / "none.yaml", tmp_path, "a\0b", "two\nlines", ""):
        with pytest.raises(UserError, match="there is no config") as error:
            read_config(str(path), {})
        assert str(error.value).isprintable()


def test_a_run_needs_a_folder():
    with pytest.raises(UserError, match=r"^run_folder must name a folder, such as runs/mine$"):
        check_config({"game": "afritoria_v0", "run_folder": ""})
