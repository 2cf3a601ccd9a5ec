"""The AEC environment reports what a batch of one game does, whatever is called in between: `undo`, copies, saved
states, redrawn positions, games given up, and agents that leave."""

import copy
import pickle
from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from pettingzoo.utils.env_logger import EnvLogger
from support import choose_kind_first, error_of, every_setting, module_of, observed, shapes

from africana_env.engine.game.state import CUT_OFF

SEEDS = (0, 77, 2**64 - 1)
ODD_TURNS = 150
"""After these, games are played to their ends."""


class Position(NamedTuple):
    """A position, with the rewards of the last decision and those since each seat's last turn."""

    states: np.ndarray
    rewards: list[float]
    cumulative: list[float]


class Walk:
    """An environment on a random walk, and a batch that goes the same way."""

    def __init__(self, setting, face, **options):
        self.make = lambda: getattr(module_of(setting.game), face)(setting.players, setting.edition, **options)
        self.game, self.players = setting.game, setting.players
        self.env, self.batch = self.make(), setting.batch(**options)
        self.maxima = self.game.observation.maxima()
        self.rng = Random(1)
        self.history: list[Position] = []
        self.originals = []
        """Environments that were copied, each with its state."""

    def play(self, seed, whole):
        """Play a game; if it is to stay `whole`, without what ends the decisions that can be taken back."""
        self.whole = whole
        self.env.reset(seed=seed)
        self.batch.reset_to(seed)
        self.history = [Position(self.batch.states.copy(), [0.0] * self.players, [0.0] * self.players)]
        turn = 0
        while self.env.agents:
            self.check()
            shown = self.env.last()
            kept = copy.deepcopy(shown)
            odd = [5, 8, 0 if whole else 3, 3] if turn < ODD_TURNS else [0, 0, 0, 0]
            ways = [self.step, self.undo, self.copy, self.redraw, self.give_up]
            way = self.rng.choices(ways, [80, *odd])[0] if self.batch.running[0] else self.leave
            way()
            np.testing.assert_equal(shown, kept)  # nothing that was shown is overwritten
            for array in shown[0].values():
                array[:] = 2  # and whoever writes into it changes nothing
            turn += 1
        assert all(env.get_state() == state for env, state in self.originals)

    def check(self):
        """Compare everything that the environment shows with the batch."""
        env, batch, now = self.env, self.batch, self.history[-1]
        agents, over = env.possible_agents, not batch.running[0]
        mover = agents[batch.current_player[0]]
        assert (env.agents, env.agent_selection) == (agents, mover)
        assert env.rewards == dict(zip(agents, now.rewards, strict=True))
        assert env.last()[1] == now.cumulative[batch.current_player[0]]
        assert env.terminations == dict.fromkeys(agents, over)
        assert env.truncations == dict.fromkeys(agents, False)
        after_the_end = np.arange(batch.action_mask.shape[1]) == 0
        views = [env.observe(agent) for agent in agents]
        for seat, (agent, view) in enumerate(zip(agents, views, strict=True)):
            assert env.observation_space(agent).contains(view)
            assert np.allclose(view["observation"], observed(batch, seat)[0] / self.maxima, atol=1e-6)
            mask = after_the_end if over else batch.action_mask[0] * (agent == mover)
            assert (view["action_mask"] == mask).all()
        assert (env.state() == np.concatenate([view["observation"] for view in views])).all()
        assert env.state_space.contains(env.state())
        parts = len(self.game.score_parts)
        scores = batch.scores()[0].tolist()
        assert [list(own.values()) for own in env.scores().values()] == scores
        assert list(env.infos) == agents
        for info, own in zip(env.infos.values(), scores, strict=True):
            assert shapes(info) == {"cut_off": (bool, np.bool_, ()), "scores": (np.ndarray, np.int32, (parts,))}
            assert (info["cut_off"], info["scores"].tolist()) == (batch.status[0] == CUT_OFF, own)

    def go_on(self, rewards):
        before = self.history[-1]
        mover = before.states["current_player"][0]
        owed = [0.0 if seat == mover else reward for seat, reward in enumerate(before.cumulative)]
        cumulative = [earlier + reward for earlier, reward in zip(owed, rewards, strict=True)]
        self.history.append(Position(self.batch.states.copy(), rewards, cumulative))

    def step(self):
        action = choose_kind_first(self.rng, self.game, self.batch.action_mask[0])
        self.env.step(action)
        self.batch.step([action])
        self.go_on(self.batch.reward[0].tolist())

    def give_up(self):
        mover = self.batch.current_player[0]
        self.env.step(int(self.batch.action_mask[0].argmin())) if self.env.illegal_ends else self.env.forfeit()
        self.batch.end_games()
        self.go_on([-1.0 if seat == mover else 0.0 for seat in range(self.players)])

    def undo(self):
        """Take back some decisions, up to all that there are."""
        if self.batch.running[0]:
            past = [position.states.tobytes() for position in self.history]
            assert [state.tobytes() for state in self.env.past()[0]] == past
        for _ in range(self.rng.choice((1, 1, 2, 5, 40))):
            if len(self.history) == 1:
                assert error_of(self.env.undo) == "there is no decision to undo"
                break
            self.env.undo()
            self.history.pop()
            self.batch.put_states(self.history[-1].states)
            self.check()

    def copy(self):
        """Go on with a copy."""
        state = self.env.get_state()
        self.originals.append((self.env, state))
        match self.rng.randrange(2 if self.whole else 4):
            case 0:
                self.env = copy.deepcopy(self.env)
            case 1:
                self.env = pickle.loads(pickle.dumps(self.env))
            case other:
                self.env = self.make()
                if other == 2:
                    self.env.reset(seed=4711)
                self.env.set_state(state)
                self.history = self.history[-1:]
        assert self.env.get_state() == state

    def redraw(self):
        seat, seed = self.rng.randrange(self.players), self.rng.getrandbits(64)
        self.env.resample(self.env.possible_agents[seat], seed)
        self.batch.resample(np.array([seat], np.int16), np.array([seed], np.uint64))
        self.history = [self.history[-1]._replace(states=self.batch.states.copy())]

    def leave(self):
        """Let the agents leave one by one, or take back the end in between."""
        owed = dict(zip(self.env.possible_agents, self.history[-1].cumulative, strict=True))
        while self.env.agents:
            if len(self.history) > 1 and self.rng.random() < 0.4:
                self.undo()
                return
            if self.rng.random() < 0.3:
                self.copy()
            agent = self.env.agent_selection
            assert self.env.last()[1:4] == (owed.pop(agent), True, False)
            error_of(self.env.step, 0)
            self.env.step(None)
        assert not owed


@pytest.fixture(autouse=True)
def _without_warnings():
    """PettingZoo prints a warning for every illegal action."""
    EnvLogger.suppress_output()
    yield
    EnvLogger.unsuppress_output()
    EnvLogger.flush()


@every_setting
@pytest.mark.parametrize(
    ("face", "reward"), [("env", "outcome"), ("raw_env", "margin"), ("env", "score"), ("raw_env", "lead")]
)
def test_it_is_the_game_of_a_batch_whatever_is_called_in_between(setting, face, reward):
    walk = Walk(setting, face, reward=reward, max_rounds=8)
    for number, seed in enumerate(SEEDS):
        walk.play(seed, whole=number == 0)
