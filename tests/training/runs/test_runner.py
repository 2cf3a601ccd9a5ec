import json
import os
import re
from pathlib import Path
from typing import ClassVar

import africana_training.runs.update as update_module
import numpy as np
import pytest
import torch
import yaml
from africana_training.algorithms.imitation import ImitationConfig
from africana_training.config.settings import OptimizerConfig, RatingConfig, RolloutConfig
from africana_training.networks.mlp import device_of
from africana_training.networks.registry import ILLEGAL
from africana_training.policies.file import load_policy
from africana_training.rollout.games import RolloutGames
from africana_training.rollout.league import League, LeagueConfig
from africana_training.runs.session import begin, train
from africana_training.runs.state import state_of
from africana_training.runs.update import UPDATES_PER_SNAPSHOT, train_step
from support import FirstLegal
from torch import nn
from trained import assert_equal_weights

from africana_env import LEARNER, UserError, __version__, load_game
from africana_env.cli import main


def one_line_of(error):
    message = str(error.value)
    assert "\n" not in message
    return message


class Dropout(nn.Module):
    """Layers that draw random numbers. `modes` records whether it learned, and whether it dropped."""

    modes: ClassVar = set()

    def __init__(self, game, layers):
        super().__init__()
        self.first = nn.Linear(len(game.observation), layers[0])
        self.last = nn.Linear(layers[0], len(game.actions) + 1)

    def forward(self, observation, action_mask):
        self.modes.add((torch.is_grad_enabled(), self.training))
        hidden = nn.functional.dropout(torch.relu(self.first(observation / 255)), 0.2, self.training)
        *_, value = (found := self.last(hidden)).unbind(1)
        return found[:, :-1].masked_fill(action_mask == 0, ILLEGAL), value


def test_a_run_leaves_config_metrics_and_a_policy_that_loads(tmp_path, tiny):
    policy = train(tiny(tmp_path / "run")).policy
    folder = tmp_path / "run"
    assert yaml.safe_load((folder / "config.yaml").read_text())["rollout"]["num_games"] == 8
    lines = [json.loads(line) for line in (folder / "metrics.jsonl").read_text().splitlines()]
    assert [line["timesteps"] for line in lines] == [64, 128, 192]
    assert {"losses/policy_loss", "losses/entropy", "losses/approx_kl", "charts/SPS"} <= set(lines[0])
    assert list(folder.glob("events.out.tfevents.*"))
    game, network, about = load_policy(policy)
    assert game is load_game("africana_v0")
    assert [bias.shape[1] for bias in network.trunks.biases] == [16]
    known = {name: about[name] for name in ("timesteps", "algorithm", "max_rounds", "gamma", "seed", "version")}
    kept = {"timesteps": 192, "algorithm": "ppo", "max_rounds": 100, "gamma": 1.0, "seed": 0, "version": __version__}
    assert known == kept


@pytest.mark.parametrize("algorithm", ["ppo", "mmd"])
def test_a_network_drops_while_it_learns_and_not_while_it_plays(tmp_path, tiny, algorithm):
    run = begin(tiny(tmp_path / "run", network=f"{__name__}:Dropout", algorithm=algorithm))[0]
    Dropout.modes.clear()
    for _ in range(2):
        train_step(run)
    assert Dropout.modes == {(True, True), (False, False)}


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"game": "africa_v0", "num_players": [2, 3]},
        {"game": "afritoria_v0", "num_players": 4, "imitation": ImitationConfig("greedy", timesteps=300)},
        {"league": LeagueConfig(share=1.0, opponents=["random", "search:2"], snapshots=3), "max_rounds": 1},
        {"network": f"{__name__}:Dropout", "algorithm": "mmd"},
    ],
    ids=["plain", "several numbers of players", "imitation", "bots with random numbers", "network with dropout"],
)
def test_a_resumed_run_is_the_run_that_was_never_stopped_bit_for_bit(tmp_path, tiny, changes, monkeypatch):
    monkeypatch.setattr(update_module, "UPDATES_PER_SNAPSHOT", 2)
    settings = {"total_timesteps": 64 * 9, **changes}
    train(tiny(tmp_path / "whole", **settings))
    for updates in (1, 4, 2):
        run, folder, _ = begin(tiny(tmp_path / "parts", **settings), resume=(tmp_path / "parts").exists())
        for _ in range(updates):
            train_step(run)
        folder.save(run)
        folder.close()
    train(tiny(tmp_path / "parts", **settings), resume=True)
    assert_equal_weights(tmp_path / "whole", tmp_path / "parts")
    states = []
    for name in ("whole", "parts"):
        run, folder, _ = begin(tiny(tmp_path / name, **settings), resume=True)
        states.append(state_of(run))
        folder.close()
    assert states[0].keys() == states[1].keys()
    for name, value in states[0].items():
        assert torch.equal(value, states[1][name]), name


class Toss(FirstLegal):
    """A bot whose random numbers cannot be saved."""

    generators = (np.random.default_rng(0),)
    """As a tutorial has them: not records."""


def test_a_bot_that_cannot_go_on_is_reported(tmp_path, tiny, monkeypatch, capsys):
    monkeypatch.setattr("africana_training.rollout.games.make_bot", lambda spelling, game, games: Toss())
    train(tiny(tmp_path / "run"))
    assert "Toss keeps no `generators`" in capsys.readouterr().out


class Fails(Toss):
    """A bot that raises in its third decision."""

    name = "mine:fails"
    decisions = 0

    def act(self, batch, rows, actions):
        self.decisions += 1
        if self.decisions == 3:
            raise KeyError("oops")
        super().act(batch, rows, actions)


@pytest.mark.parametrize(
    ("where", "changes"),
    [
        ("rollout.games", {}),
        ("rollout.games", {"imitation": ImitationConfig("greedy"), "league": LeagueConfig(opponents=[])}),
        ("runs.rating", {"rating": RatingConfig(deals=2)}),
    ],
    ids=["opponent", "expert", "reference"],
)
def test_a_bot_that_fails_is_reported_by_its_name(tmp_path, tiny, monkeypatch, where, changes):
    monkeypatch.setattr(f"africana_training.{where}.make_bot", lambda spelling, game, games: Fails())
    with pytest.raises(UserError) as error:
        train(tiny(tmp_path / "run", total_timesteps=64_000, **changes))  # at first it sits in no game
    failed = r"the bot 'mine:fails' failed: KeyError: 'oops' \(test_runner.py, line \d+\)"
    assert re.fullmatch(failed, one_line_of(error))


@pytest.mark.parametrize("rate", [1e3, 1e30])
def test_numbers_that_become_none_or_too_large_end_the_run_and_spoil_no_checkpoint(tmp_path, tiny, rate):
    settings = {
        "rollout": RolloutConfig(num_games=8, num_steps=50),
        "optimizer": OptimizerConfig(update_epochs=1, minibatch_size=128, learning_rate=rate),
    }
    config = tiny(tmp_path / "run", **settings, layers=[32], total_timesteps=400 * 30, checkpoint_minutes=1e-9)
    with pytest.raises(UserError, match=r"training diverged: .*; try a smaller optimizer\.learning_rate"):
        train(config)
    if not (tmp_path / "run").exists():
        return
    run, folder, _ = begin(config, resume=True)
    run.rollout.collect(run.network)  # the saved policy plays
    folder.close()


def test_legal_logits_below_those_of_illegal_actions_end_the_run(tmp_path, tiny):
    run = begin(tiny(tmp_path / "run"))[0]
    train_step(run)
    with torch.no_grad():
        run.network.policy.bias.fill_(-1e12)
    with pytest.raises(UserError, match="training diverged: a logit is not a number below"):
        train_step(run)


def test_an_infinite_moment_of_the_optimizer_is_found(tmp_path, tiny):
    run = begin(tiny(tmp_path / "run"))[0]
    train_step(run)
    state = run.optimizer.state[next(iter(run.network.parameters()))]
    state["exp_avg_sq"].fill_(float("inf"))
    with pytest.raises(
        UserError, match=r"training diverged: .* is not a number; try a smaller optimizer\.learning_rate"
    ):
        train_step(run)


# Refused configs and folders


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "chess_v0"}, "unknown game 'chess_v0'"),
        ({"reward": "gold"}, "reward must be outcome or margin or score or lead, not 'gold'"),
        ({"num_players": 7}, "num_players must be a whole number from 2 to 4"),
        ({"edition": "none"}, "unknown edition 'none'"),
        ({"layers": [16, 10**8]}, r"layers\[1\] must be a whole number from 1 to 4096, not 100000000"),
        (
            {"rollout": RolloutConfig(num_games=10**8)},
            "rollout.num_games must be a whole number from 1 to 65536",
        ),
        ({"league": LeagueConfig(opponents=["nobody"])}, r"league\.opponents: unknown bot 'nobody'"),
    ],
)
def test_a_config_that_makes_no_sense_is_refused_before_anything_is_written(tmp_path, tiny, change, message):
    with pytest.raises(UserError, match=message) as error:
        train(tiny(tmp_path / "run", **change))
    one_line_of(error)
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("failure", [MemoryError, UserError("training diverged")])
def test_a_start_that_fails_does_not_block_the_next(tmp_path, tiny, monkeypatch, failure):
    def fail(*arguments):
        raise failure

    monkeypatch.setattr(update_module, "learn", fail)
    with pytest.raises((MemoryError, UserError)):
        train(tiny(tmp_path / "run"))
    monkeypatch.undo()
    assert not (tmp_path / "run").exists()
    train(tiny(tmp_path / "run"))


@pytest.mark.parametrize("folder", ["a\0b", "x" * 5000, "file/run"])
def test_a_folder_that_cannot_be_is_reported_in_one_line(folder, tmp_path, tiny, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    with pytest.raises(UserError, match=r"^cannot (make|use) ") as error:
        train(tiny(folder))
    assert one_line_of(error).isprintable()
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo])
def test_metrics_that_cannot_be_written_are_reported_in_one_line(tmp_path, tiny, make):
    folder = tmp_path / "run"
    train(tiny(folder))
    (folder / "metrics.jsonl").unlink()
    make(folder / "metrics.jsonl")
    with pytest.raises(UserError, match=r"cannot write .*metrics\.jsonl: ") as error:
        train(tiny(folder, total_timesteps=256), resume=True)
    one_line_of(error)


def test_the_largest_seed_trains_and_resumes(tmp_path, tiny):
    train(tiny(tmp_path / "run", seed=(1 << 63) - 1))
    train(tiny(tmp_path / "run", seed=(1 << 63) - 1, total_timesteps=256), resume=True)


def test_the_command_reads_yaml_and_overrides(tmp_path):
    config = tmp_path / "config.yaml"
    config.write_text(
        f"game: africana_v0\nrun_folder: {tmp_path / 'run'}\nnum_players: 2\ntotal_timesteps: 64\nlayers: [8]\n"
        "rollout: {num_games: 8, num_steps: 8}\noptimizer: {update_epochs: 1}\nleague: {share: 0.0}\n"
    )
    options = ["--rollout.num_steps", "4", "--total_timesteps", "32", "--num_players", "[2, 4]"]
    assert main(["train", str(config), *options]) == 0
    saved = yaml.safe_load((tmp_path / "run" / "config.yaml").read_text())
    assert (saved["rollout"]["num_steps"], saved["rollout"]["num_games"], saved["total_timesteps"]) == (4, 8, 32)
    assert saved["num_players"] == [2, 4]


# Devices


def test_a_device_that_is_not_there_is_refused_before_anything_is_written(tmp_path, tiny, monkeypatch):
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 0)
    with pytest.raises(UserError, match=r"^device must be cpu here, .*: use --device cpu$") as error:
        train(tiny(tmp_path / "run", device="cuda"))
    one_line_of(error)
    assert not (tmp_path / "run").exists()


@pytest.mark.skipif(not torch.cuda.is_available(), reason="needs CUDA")
@pytest.mark.parametrize("expert", [None, "greedy"])
def test_a_run_on_cuda_trains_and_resumes(tmp_path, tiny, expert):
    settings = {"device": "cuda", "imitation": ImitationConfig(expert, timesteps=100)}
    train(tiny(tmp_path / "run", **settings))
    train(tiny(tmp_path / "run", **settings, total_timesteps=320), resume=True)
    _, network, about = load_policy(tmp_path / "run" / "policy.safetensors")
    assert (device_of(network).type, about["timesteps"]) == ("cpu", 320)


def test_a_past_version_is_kept_at_the_first_update_and_every_so_many_later(tmp_path, tiny):
    run = begin(tiny(tmp_path / "run", league=LeagueConfig(snapshots=5), total_timesteps=10**6))[0]
    kept = []
    for _ in range(2 * UPDATES_PER_SNAPSHOT + 1):
        train_step(run)
        kept.append(len(run.league.snapshots))
    assert kept == [1] * UPDATES_PER_SNAPSHOT + [2] * UPDATES_PER_SNAPSHOT + [3]


def test_a_run_that_ends_with_imitation_says_so(tmp_path, tiny, capsys):
    train(tiny(tmp_path / "run", imitation=ImitationConfig("greedy", 64), total_timesteps=64))
    assert "the policy only imitates greedy" in capsys.readouterr().out


def test_decisions_of_seats_that_others_take_are_not_learned_from(tmp_path, tiny):
    league = LeagueConfig(share=0.5, opponents=["random"], snapshots=0)
    run = begin(tiny(tmp_path / "run", league=league, imitation=ImitationConfig("greedy", 64)))[0]
    train_step(run)
    (group,), buffer = run.rollout.groups, run.rollout.buffer
    before = buffer.learner.copy()
    run.league.open = True
    run.rollout.seat_all()
    kept = np.take_along_axis(group.seating.seats, buffer.seats.T.astype(np.intp), 1).T == LEARNER
    assert (before & ~kept).any()
    assert (buffer.learner == (before & kept)).all()


@pytest.mark.parametrize("taught", [ImitationConfig(), ImitationConfig("greedy", 64)])
def test_others_hold_seats_from_the_first_decision_of_self_play(tmp_path, tiny, taught):
    league = LeagueConfig(share=1.0, opponents=["random"], snapshots=1)
    run = begin(tiny(tmp_path / "run", league=league, imitation=taught, total_timesteps=10**6))[0]
    while run.imitating:
        train_step(run)
        assert (run.rollout.groups[0].seating.seats == LEARNER).all()
    train_step(run)
    (group,) = run.rollout.groups
    assert ((group.seating.seats == LEARNER).sum(1) == 1).all()
    assert {*group.seating.seats.flat} == {LEARNER, 0, 1}  # the bot and the past version
    assert group._changed.all()


def test_past_versions_have_results_in_games_longer_than_the_time_between_them(tmp_path, tiny, monkeypatch):
    monkeypatch.setattr(update_module, "UPDATES_PER_SNAPSHOT", 1)
    league = LeagueConfig(share=1.0, opponents=[], snapshots=4)
    run = begin(tiny(tmp_path / "run", league=league, max_rounds=2, total_timesteps=10**6))[0]
    known = []
    for _ in range(60):
        train_step(run)
        known.append((run.league._past[:, 1] > 1).any())
    assert np.mean(known) > 0.7  # half of that where games with another version at their beginning tell nothing


def test_results_age_as_fast_without_past_versions(tmp_path, tiny, monkeypatch):
    called = []
    monkeypatch.setattr(League, "snapshot", lambda league, network, sitting: called.append(run.progress.updates))
    run = begin(tiny(tmp_path / "run", league=LeagueConfig(snapshots=0), total_timesteps=10**6))[0]
    for _ in range(UPDATES_PER_SNAPSHOT + 1):
        train_step(run)
    assert called == [0, UPDATES_PER_SNAPSHOT]


def test_results_of_games_in_which_a_past_version_was_replaced_are_not_shown(tmp_path, tiny, monkeypatch):
    reported = []
    monkeypatch.setattr(League, "snapshot", lambda league, network, sitting: True)
    monkeypatch.setattr(update_module, "UPDATES_PER_SNAPSHOT", 2)
    monkeypatch.setattr(RolloutGames, "change_snapshots", lambda table: reported.append(run.progress.updates))
    run = begin(tiny(tmp_path / "run", num_players=[2, 3], total_timesteps=10**6))[0]
    for _ in range(5):
        train_step(run)
    assert reported == [0, 0, *(update for update in range(1, 5) for _ in (2, 3))]  # once for each number of players
