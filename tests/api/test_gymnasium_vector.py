"""The Gymnasium vector environment, compared with Gymnasium's own over single environments."""

import copy
import pickle

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from support import FirstLegal, error_of, every_game, module_of

from africana_env import UserError, load_game
from africana_env.api.gymnasium_vector import GymVectorEnv
from africana_env.api.metadata import gymnasium_id

pytestmark = pytest.mark.filterwarnings("error")

NUM_ENVS = 5
STEPS = 60
SHORT = 2  # rounds, so that games end often
GAME = load_game("africana_v0")


def make(game=GAME, **options):
    return module_of(game).vector_env(NUM_ENVS, **options)


def test_a_reset_that_fails_leaves_the_learners_in_their_seats(monkeypatch):
    vector = make(num_players=2, seat="rotate")
    _, before = vector.reset(seed=7)

    def fail(rows, seeds):
        raise UserError("no edition can be drawn")

    with monkeypatch.context() as patched:
        patched.setattr(vector.batch, "reset_rows", fail)
        with pytest.raises(UserError, match="no edition can be drawn"):
            vector.reset()
    infos = vector.step(before["action_mask"].argmax(1))[-1]
    assert infos["seat"].tolist() == before["seat"].tolist()


class CountsGames(FirstLegal):
    """A bot with memory of each game."""

    def __init__(self, num_games):
        self.begun = [0] * num_games

    def reset_rows(self, rows, seeds):
        for row in np.flatnonzero(rows):
            self.begun[row] += 1


def test_a_bot_that_was_made_for_fewer_games_is_named_with_their_number():
    make(opponents=CountsGames(NUM_ENVS)).reset(seed=1)
    message = error_of(make(opponents=CountsGames(1)).reset, seed=1)
    assert message.startswith("the bot 'CountsGames' failed in a batch of 5 games: IndexError: list")
    assert message.endswith("): was it made for that many?")


def assert_same(one, other):
    """Assert that results are equal, types included."""
    assert type(one) is type(other)
    if isinstance(one, np.ndarray):
        assert (one.dtype, one.shape) == (other.dtype, other.shape)
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for key in one:
            assert_same(one[key], other[key])
    elif isinstance(one, tuple) or (isinstance(one, np.ndarray) and one.dtype.kind == "O"):
        for own, others in zip(one, other, strict=True):
            assert_same(own, others)
    else:
        np.testing.assert_array_equal(one, other)


def first_legal(observations, masks, rng):
    return masks.argmax(1)


CASES = {
    "policy": ("africana_v0", {"max_rounds": SHORT, "mask_in_observation": True, "opponents": "policy:baseline"}),
    "greedy": ("africa_v0", {"max_rounds": SHORT, "seat": "rotate", "reward": "score", "opponents": "greedy"}),
    "search": ("afritoria_v0", {"max_rounds": SHORT, "seat": "rotate", "opponents": "search:2"}),
    "several": (
        "afritoria_v0",
        {"max_rounds": SHORT, "seat": 2, "reward": "margin", "opponents": ["random", FirstLegal()], "num_players": 3},
    ),
    "function": ("africa_v0", {"max_rounds": SHORT, "opponents": first_legal}),
    "lead": (  # it changes before the learner's first decision
        "africana_v0",
        {"max_rounds": SHORT, "seat": 2, "reward": "lead", "opponents": "greedy", "num_players": 3},
    ),
    "whole games": ("leduc_v0", {"seat": 1, "reward": "lead", "num_players": 2}),
}


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("case", CASES)
def test_it_is_gymnasiums_sync_vector_env_over_single_environments(case, mode):
    name, options = CASES[case]
    options = {"render_mode": "ansi", **options}
    module = module_of(load_game(name))
    vector = module.vector_env(NUM_ENVS, autoreset_mode=mode.value, **options)
    sync = SyncVectorEnv([lambda: module.gymnasium_env(**options)] * NUM_ENVS, autoreset_mode=mode)
    assert vector.metadata["autoreset_mode"] is mode
    for space in ("single_observation_space", "observation_space", "action_space"):
        assert getattr(vector, space) == getattr(sync, space)
    assert_same(vector.reset(seed=12), sync.reset(seed=12))
    vector.action_space.seed(0)
    ended, ends = np.zeros(NUM_ENVS, bool), 0
    kept = []
    for turn in range(STEPS):
        actions = vector.action_space.sample()
        if mode is AutoresetMode.NEXT_STEP:
            actions[ended] = -1  # ignored
        elif mode is AutoresetMode.DISABLED and ended.any():
            with pytest.raises(UserError, match=f"game {ended.argmax()} is over"):
                vector.step(actions)
            seed, rows = None if turn % 2 else 100 + turn, [{"reset_mask": ended.copy()} for _ in range(2)]
            assert_same(vector.reset(seed=seed, options=rows[0]), sync.reset(seed=seed, options=rows[1]))
            actions = vector.action_space.sample()
        result = vector.step(actions)
        kept.append((result, copy.deepcopy(result)))
        assert_same(result, sync.step(actions))
        ended = result[2] | result[3]
        ends += ended.sum()
        for name in ("record", "edition", "render_mode", "action_space", "observation_space"):
            assert vector.call(name) == vector.get_attr(name) == sync.call(name)
        assert (np.stack(vector.call("action_masks")) == np.stack(sync.call("action_masks"))).all()
    assert ends > 3
    assert vector.call("render") == sync.call("render")
    assert all(one is vector.batch.game for one in vector.get_attr("game"))
    assert_same(vector.reset(), sync.reset())
    assert_same(vector.reset(seed=[5, 4, 3, None, 1]), sync.reset(seed=[5, 4, 3, None, 1]))
    for result, before in kept:  # nothing was overwritten
        assert_same(result, before)


def test_games_have_no_more_to_ask_for_than_is_said():
    vector = make()
    with pytest.raises(UserError, match="call reset"):
        vector.call("record")
    asked = [("step", (3,)), ("record", (1,)), ("get_state", ()), ("_games", ()), (3, ())]
    for name, arguments in asked:
        with pytest.raises(AttributeError, match="use action_masks or action_space or edition or") as error:
            vector.call(name, *arguments)
        assert str(error.value).isprintable()
    with pytest.raises(AttributeError, match="have no 'opponents' to set: make them with vectorization_mode='sync'"):
        vector.set_attr("opponents", "greedy")
    with pytest.raises(AttributeError, match="have no 'batch'"):
        vector.get_attr("batch")


def test_an_illegal_action_leaves_all_games_as_they_were():
    vector = make(max_rounds=SHORT)
    assert "call reset" in error_of(vector.step, np.zeros(NUM_ENVS, int))
    vector.reset(seed=0)
    vector.action_space.seed(0)
    vector.step(vector.action_space.sample())
    vector.reset(options={"reset_mask": np.arange(NUM_ENVS) == 0})  # otherwise games of equal length end at once
    ended = np.zeros(NUM_ENVS, bool)
    while not ended.any() or ended.all():  # the next step starts one game, and one goes on
        _, _, terminations, truncations, _ = vector.step(vector.action_space.sample())
        ended = terminations | truncations
    row = int(ended.argmin())
    before = vector.batch.states.tobytes(), vector.batch.action_mask.tobytes()
    legal = vector.action_space.sample()
    for action in (-1, 10**6, *np.flatnonzero(~vector.action_masks()[row])[:1]):
        illegal = legal.copy()
        illegal[row] = action
        assert error_of(vector.step, illegal).startswith(f"game {row}: ")
    for wrong in (legal[:-1], legal.astype(float), None, legal[None]):
        assert error_of(vector.step, wrong).startswith("actions must be")
    assert before == (vector.batch.states.tobytes(), vector.batch.action_mask.tobytes())
    vector.step(legal)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_envs": 0}, "num_envs"),
        ({"autoreset_mode": "never"}, "unknown autoreset_mode 'never': use NEXT_STEP or NextStep or SAME_STEP"),
        ({"autoreset_mode": None}, "unknown autoreset_mode"),
    ],
)
def test_bad_arguments_are_one_line_errors(options, message):
    assert message in error_of(module_of(GAME).vector_env, **options)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seed": -1}, "seed"),
        ({"seed": [1, 2]}, "seed must be one whole number or 5, not 2"),
        ({"seed": [1, 2, 3, 4, "5"]}, "seed"),
        ({"seed": 2**64 - NUM_ENVS + 1}, "seed"),
        ({"options": 3}, "options must be a dictionary, not 3"),
        ({"options": {"reset_mask": np.ones(NUM_ENVS)}}, "reset_mask"),
        ({"options": {"reset_mask": np.zeros(NUM_ENVS, bool)}}, "reset_mask"),
        ({"options": {"reset_mask": np.ones(NUM_ENVS + 1, bool)}}, "reset_mask"),
        ({"options": {"reset_mask": np.arange(NUM_ENVS) == 1}}, "the first reset must be of all games"),
    ],
)
def test_bad_resets_are_one_line_errors(arguments, message):
    assert message in error_of(make().reset, **arguments)


@every_game
def test_gymnasium_makes_it(game):
    for mode in AutoresetMode:
        vector = gymnasium.make_vec(gymnasium_id(game.name), num_envs=2, opponents="random", autoreset_mode=mode)
        assert isinstance(vector, GymVectorEnv)
        assert vector.metadata["autoreset_mode"] is mode
        observations, infos = vector.reset(seed=3)
        assert observations in vector.observation_space
        np.testing.assert_array_equal(infos["action_mask"] == 1, vector.action_masks())
        assert vector.action_space.sample() in vector.action_space
    sync = gymnasium.make_vec(gymnasium_id(game.name), num_envs=2, vectorization_mode="sync", opponents="random")
    assert_same(sync.reset(seed=3), (observations, infos))


def test_a_time_limit_is_refused_in_one_line():
    with pytest.raises(UserError, match="have no max_episode_steps: use max_rounds"):
        gymnasium.make_vec(gymnasium_id(GAME.name), num_envs=2, max_episode_steps=10)


def test_a_copy_of_the_action_space_knows_nothing_of_the_games():
    envs = module_of(GAME).vector_env(64)
    envs.reset(seed=5)
    assert envs.np_random_seed == tuple(range(5, 69))
    assert len(envs.np_random) == 64
    assert len(pickle.dumps(envs.action_space)) < 2000
    same = copy.deepcopy(envs)
    for each in (envs, same):
        each.action_space.seed(3)
        for _ in range(5):
            actions = each.action_space.sample()
            assert each.action_masks()[np.arange(64), actions].all()
            each.step(actions)
    assert (envs.batch.states == same.batch.states).all()


def test_every_game_is_drawn_on_its_own_edition():
    module, options = module_of(GAME), {"edition": "generated:0-99", "render_mode": "ansi"}
    envs = module.vector_env(4, 2, **options)
    _, infos = envs.reset(seed=[10, 11, 12, 13])
    assert len({*infos["edition"]}) > 1
    for game, frame in enumerate(envs.render()):
        env = module.gymnasium_env(2, **options)
        env.reset(seed=10 + game)
        assert env.render() == frame


def test_closing_takes_what_gymnasiums_own_do():
    vector = make()
    vector.close(terminate=True)
    vector.close()
    assert vector.closed
