"""An algorithm of a user's own."""

import json

import numpy as np
import pytest
from africana_training.config.check import check_config
from africana_training.config.settings import RolloutConfig
from africana_training.runs.session import begin, train
from africana_training.runs.update import estimate_decisions, train_step
from trained import assert_equal_weights

from africana_env import UserError

OWN_ALGORITHM = """
from africana_training.algorithms.losses import squared_error
from africana_training.networks.mlp import logprobs_of
from africana_training.rollout.advantages import seat_advantages


class Reinforce:
    \"\"\"REINFORCE with a baseline (Williams 1992).\"\"\"

    def __init__(self, step_size=1.0):
        self.step_size = step_size

    def anneal(self, share_done):
        return {"step_size": self.step_size * (1 - share_done)}

    def advantages(self, buffer, gamma):
        return seat_advantages(buffer.rewards, buffer.done, buffer.seats, buffer.values, gamma, 1.0)

    def loss_for(self, network, annealed):
        def loss_of(logits, values, samples):
            logprobs = logprobs_of(logits.log_softmax(-1), samples.actions)
            policy_loss = -(logprobs * samples.advantages).mean()
            value_loss = squared_error(values, samples.returns)
            metrics = {"losses/policy_loss": policy_loss.detach(), "losses/value_loss": value_loss.detach()}
            return annealed["step_size"] * policy_loss + value_loss, metrics

        return loss_of
"""


REMEMBERS = """

class Counts(Reinforce):
    \"\"\"Weighs the policy's loss by the number of updates.\"\"\"

    updates = None

    def loss_for(self, network, annealed):
        self.updates = torch.zeros(1) if self.updates is None else self.updates + 1
        return super().loss_for(network, {"step_size": 1 / (1 + self.updates)})


class Saves(Counts):
    def state_dict(self):
        return {} if self.updates is None else {"updates": self.updates}

    def load_state_dict(self, state):
        self.updates = state.get("updates")


class Half(Counts):
    def state_dict(self):
        return {}


class Forgets(Saves):
    def load_state_dict(self, state):
        self.updates = torch.zeros(2)


class Needs(Saves):
    def load_state_dict(self, state):
        self.updates = state["updates"]


class Nested(Saves):
    def state_dict(self):
        return {"optimizer": {"state": {}}}
"""


@pytest.fixture
def own_module(importable):
    importable({"own_algorithm.py": f"import torch\n{OWN_ALGORITHM}{REMEMBERS}"})


def test_an_algorithm_of_a_users_own_trains(tiny, tmp_path, own_module):
    policy = train(tiny(tmp_path / "run", algorithm="own_algorithm:Reinforce")).policy
    lines = [json.loads(line) for line in (tmp_path / "run" / "metrics.jsonl").read_text().splitlines()]
    assert [line["charts/step_size"] for line in lines] == pytest.approx([1, 2 / 3, 1 / 3])
    assert all(np.isfinite(line["losses/policy_loss"]) for line in lines)
    assert policy.exists()


def test_an_algorithm_of_a_users_own_has_settings_with_which_alone_a_run_goes_on(tiny, tmp_path, own_module):
    def config(**settings):
        return tiny(tmp_path / "run", algorithm="own_algorithm:Reinforce", algorithm_settings=settings)

    train(config(step_size=0.5))
    first = json.loads((tmp_path / "run" / "metrics.jsonl").read_text().splitlines()[0])
    assert first["charts/step_size"] == 0.5
    train(config(step_size=0.5), resume=True)
    with pytest.raises(UserError, match=r"was started with algorithm_settings .*0.5.*, not .*0.25"):
        train(config(step_size=0.25), resume=True)
    with pytest.raises(UserError, match=r"does not work: .*unexpected keyword argument 'clip'"):
        train(config(clip=0.5))
    with pytest.raises(UserError, match=r"algorithm_settings are for algorithms MODULE:NAME: set ppo.NAME"):
        check_config(tiny(tmp_path / "other", algorithm_settings={"clip": 0.5}))


NUMBERS = {
    "1": 1.0,
    "np.float32(0.5)": 0.5,
    "np.array([0.5])": 0.5,
    "torch.tensor(200, dtype=torch.uint8)": 200.0,
}


@pytest.mark.parametrize("number", list(NUMBERS))
def test_numbers_of_any_kind_are_annealed_and_logged(tiny, tmp_path, importable, number):
    text = OWN_ALGORITHM.replace("self.step_size * (1 - share_done)", number).replace("policy_loss.detach()", number)
    importable({"numbers_algorithm.py": f"import numpy as np\nimport torch\n{text}"})
    train(tiny(tmp_path / "run", algorithm="numbers_algorithm:Reinforce"))
    lines = [json.loads(line) for line in (tmp_path / "run" / "metrics.jsonl").read_text().splitlines()]
    assert all(line["losses/policy_loss"] == line["charts/step_size"] == NUMBERS[number] for line in lines)


def test_a_run_that_learns_nothing_says_so_and_one_of_the_shortest_rollouts_does_not(
    tiny, tmp_path, importable, monkeypatch, capsys
):
    text = OWN_ALGORITHM.replace("return seat_advantages(", "return buffer.values, buffer.learner & False; (")
    importable({"idle_algorithm.py": text})
    train(tiny(tmp_path / "short", algorithm="idle_algorithm:Reinforce"))
    idle = "note: nothing was learned in {} updates: advantages() of algorithm"
    assert idle.format(3) in capsys.readouterr().out
    with monkeypatch.context() as patched:
        patched.setattr("africana_training.runs.session.MAX_IDLE", 2)
        train(tiny(tmp_path / "long", algorithm="idle_algorithm:Reinforce", total_timesteps=64 * 5))
    shown = capsys.readouterr().out
    assert idle.format(2) in shown
    assert shown.count("note:") == 1
    train(tiny(tmp_path / "shortest", rollout=RolloutConfig(num_games=1, num_steps=1), total_timesteps=200))
    assert "note:" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Forgets", r"load_state_dict\(\) of the algorithm does not restore what state_dict\(\) returned: 'updates'"),
        ("Needs", r"load_state_dict\(\) of the algorithm needs 'updates', which was not saved"),
    ],
)
def test_a_state_that_is_not_restored_is_reported_when_the_speed_has_been_measured(
    tiny, tmp_path, own_module, name, message
):
    with pytest.raises(UserError, match=message):
        train(tiny(tmp_path / "run", algorithm=f"own_algorithm:{name}", minutes=0.01))


def runs_of(tiny, folder, name):
    """A run of five updates, and the same resumed after two."""
    settings = {"algorithm": f"own_algorithm:{name}", "total_timesteps": 5 * 64}
    train(tiny(folder / "whole", **settings))
    run, kept, _ = begin(tiny(folder / "parts", **settings))
    for _ in range(2):
        train_step(run)
    kept.save(run)
    kept.close()
    train(tiny(folder / "parts", **settings), resume=True)
    return folder / "whole", folder / "parts"


def test_what_an_algorithm_remembers_is_saved_and_a_resumed_run_the_same_bit_for_bit(
    tiny, tmp_path, own_module, capsys
):
    assert_equal_weights(*runs_of(tiny, tmp_path, "Saves"))
    assert "note:" not in capsys.readouterr().out
    run = begin(tiny(tmp_path / "timed", algorithm="own_algorithm:Saves"))[0]
    estimate_decisions(run, 0.01, print)  # its updates are undone
    assert run.algorithm.updates is None


def test_an_algorithm_that_forgets_is_reported_once(tiny, tmp_path, own_module, capsys):
    with pytest.raises(AssertionError):
        assert_equal_weights(*runs_of(tiny, tmp_path, "Counts"))
    assert capsys.readouterr().out.count("note: checkpoints do not save updates of the algorithm") == 2
    train(tiny(tmp_path / "run", algorithm="own_algorithm:Reinforce", checkpoint_minutes=1e-9))
    assert "note:" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Half", "it has state_dict, but no load_state_dict"),
        ("Nested", r"state_dict\(\) of the algorithm must return tensors of float32, float64, .* by name"),
    ],
)
def test_a_state_that_cannot_be_saved_is_refused_before_anything_is_written(tiny, tmp_path, own_module, name, message):
    with pytest.raises(UserError, match=message):
        train(tiny(tmp_path / "run", algorithm=f"own_algorithm:{name}"))
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("reinforce", "unknown algorithm 'reinforce': use ppo, mmd, dmc, or MODULE:NAME"),
        ("own_algorithm:None_", "module own_algorithm has no algorithm 'None_'"),
        ("nowhere:Reinforce", "there is no module nowhere to import"),
        ("own_algorithm:squared_error", "the algorithm 'own_algorithm:squared_error' does not work: .*argument"),
        ("sys:exit", "the algorithm 'sys:exit' does not work: SystemExit"),
        ("collections:OrderedDict", "the algorithm 'collections:OrderedDict' does not work: it has no method anneal"),
    ],
)
def test_what_is_no_algorithm_is_refused(tiny, tmp_path, own_module, name, message):
    with pytest.raises(UserError, match=message):
        check_config(tiny(tmp_path / "run", algorithm=name))


ANNEAL = "def anneal(self, share_done):"
ANNEALED = 'return {"step_size": self.step_size * (1 - share_done)}'
ADVANTAGES = "        return seat_advantages("
GIVEN = "buffer.values, gamma, 1.0)"
RESULT = "policy_loss + value_loss, metrics"
METRIC = "policy_loss.detach()"
WRONG = [
    (ANNEAL, f"{ANNEAL}\n        return {{'SPS': 1.0}}", "not return SPS"),
    (ANNEAL, f"{ANNEAL}\n        return 1.0", "numbers by name, not 1.0"),
    (ANNEAL, f"{ANNEAL}\n        return {{'clip': np.nan}}", "finite numbers by name"),
    (ANNEALED, "return {'step_size': 1.0} if share_done == 0 else None", "name, not None"),
    (ANNEALED, "return {'decisions_per_game': 1.0}", "not return decisions_per_game"),
    (ADVANTAGES, "        return np.zeros(3, np.float32), seat_advantages(", r"advantages as float32 of .*\(3,\)"),
    (ADVANTAGES, f"        buffer.rewards[0] = np.nan\n{ADVANTAGES}", "finite numbers where they are valid"),
    (GIVEN, f"{GIVEN}[0]", "return two or three arrays, advantages, valid and perhaps targets, not float32 of shape"),
    (GIVEN, f"{GIVEN} + (buffer.rewards,)", r"targets as float32 of shape \(\d+, \d+\), not float32 of .*, 2\)"),
    (GIVEN, f"{GIVEN} + (np.full_like(buffer.values, np.nan),)", "finite numbers where they are valid"),
    ("        return loss_of\n", "        return None\n", "return a function, not None"),
    (RESULT, "policy_loss + value_loss", r"a tensor and metrics by name, not torch.float32"),
    (RESULT, "samples.returns, metrics", r"a tensor of one number, not torch.float32 of"),
    (RESULT, "0.0, metrics", "a tensor of one number, not 0.0"),
    (f'return annealed["step_size"] * {RESULT}', "return value_loss.detach(), metrics", "it has no gradient"),
    ("losses/policy_loss", "losses/grad_norm", "have names like losses/NAME, not 'losses/grad_norm'"),
    ("losses/policy_loss", "charts/SPS", "have names like losses/NAME, not 'charts/SPS'"),
    (METRIC, "'0.5'", "be one number, not '0.5'"),
    (METRIC, "values.detach()", "be one number, not torch.float32 of shape"),
    (f'losses/policy_loss": {METRIC}', "losses/\\n\": '0.5'", r"be one number, not '0.5'"),
]


@pytest.mark.parametrize(("right", "wrong", "message"), WRONG)
def test_what_an_algorithm_returns_is_checked(tiny, tmp_path, importable, right, wrong, message):
    importable({"wrong_algorithm.py": "import numpy as np\n" + OWN_ALGORITHM.replace(right, wrong)})
    with pytest.raises(UserError, match=f"of the algorithm must .*{message}") as error:
        train(tiny(tmp_path / "run", algorithm="wrong_algorithm:Reinforce"))
    assert str(error.value).isprintable()
