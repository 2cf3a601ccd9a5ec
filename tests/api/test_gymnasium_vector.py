"""The Gymnasium vector environment of every game, compared with Gymnasium's own over single environments."""

import copy
import pickle

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from support import FirstLegal, every_bot, module_of

from africana_env import UserError, game_names, load_game
from africana_env.api.gymnasium_vector import GymVectorEnv
from africana_env.api.metadata import gymnasium_id
from africana_env.engine.game.state import CUT_OFF

pytestmark = pytest.mark.filterwarnings("error")

GAMES = game_names()
NUM_ENVS = 5
STEPS = 150
SHORT = 2  # rounds, so that games end often


def make(name, **options):
    return module_of(load_game(name)).vector_env(NUM_ENVS, **options)


def test_a_reset_that_fails_leaves_the_learners_in_their_seats(monkeypatch):
    vector = make("africana_v0", num_players=2, seat="rotate")
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
    make("africana_v0", opponents=CountsGames(NUM_ENVS)).reset(seed=1)
    vector = make("africana_v0", opponents=CountsGames(1))
    with pytest.raises(
        UserError, match=r"^the bot 'CountsGames' failed in a batch of 5 games: IndexError: list"
    ) as error:
        vector.reset(seed=1)
    assert "\n" not in str(error.value)
    assert str(error.value).endswith("): was it made for that many?")


def assert_same(first, second):
    """Assert that the results of `reset` or `step` are equal, dtypes included."""
    assert len(first) == len(second)
    for one, other in zip(first, second, strict=True):
        assert_same_data(one, other)


def assert_same_data(one, other):
    assert type(one) is type(other)
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for key in one:
            assert_same_data(one[key], other[key])
    elif isinstance(one, np.ndarray):
        assert one.dtype == other.dtype
        assert one.shape == other.shape
        if one.dtype == object:
            for own, others in zip(one, other, strict=True):
                assert_same_data(own, others)
        else:
            np.testing.assert_array_equal(one, other)
    else:
        assert one == other


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize(
    "options",
    [
        {"max_rounds": SHORT},
        {"max_rounds": SHORT, "mask_in_observation": True},
        {"max_rounds": SHORT, "seat": "rotate", "reward": "score", "num_players": 3},
        {"seat": 1, "num_players": 2},
        {"max_rounds": SHORT, "seat": 1, "reward": "lead", "num_players": 2},  # it changes before the first decision
        {"max_rounds": SHORT, "seat": 2, "reward": "margin", "opponents": ["random", FirstLegal()], "num_players": 3},
    ],
)
def test_it_is_gymnasiums_sync_vector_env_over_single_environments(name, mode, options):
    game = load_game(name)
    if options.get("num_players", 2) not in game.players:
        pytest.skip("for three players")
    vector = make(name, autoreset_mode=mode.value, **options)
    sync = SyncVectorEnv([lambda: module_of(game).gymnasium_env(**options)] * NUM_ENVS, autoreset_mode=mode)
    assert vector.metadata["autoreset_mode"] is mode
    assert vector.single_observation_space == sync.single_observation_space
    assert vector.observation_space == sync.observation_space
    assert vector.action_space == sync.action_space
    assert_same(vector.reset(seed=12), sync.reset(seed=12))
    vector.action_space.seed(0)
    ends = steps = 0
    while steps < STEPS or ends == 0:
        actions = vector.action_space.sample()
        result = vector.step(actions)
        assert_same(result, sync.step(actions))
        ends += (result[2] | result[3]).sum()
        steps += 1
    assert_same(vector.reset(), sync.reset())
    assert_same(vector.reset(seed=[5, 4, 3, None, 1]), sync.reset(seed=[5, 4, 3, None, 1]))


def first_legal(observations, masks, rng):
    return masks.argmax(1)


OPPONENTS = {
    "random": "random",
    "greedy": "greedy",
    "policy": "policy:baseline",
    "search": "search:2",
    "function": first_legal,
    "object": FirstLegal(),
    "several": ["greedy", first_legal],
}


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("opponents", OPPONENTS)
def test_each_game_answers_as_in_gymnasiums_sync_vector_env(opponents, mode):
    game, options = load_game("africana_v0"), {"num_players": 3, "seat": "rotate", "render_mode": "ansi"}
    options |= {"opponents": OPPONENTS[opponents], "max_rounds": SHORT}
    vector = module_of(game).vector_env(3, autoreset_mode=mode, **options)
    sync = SyncVectorEnv([lambda: module_of(game).gymnasium_env(**options)] * 3, autoreset_mode=mode)
    rng, ends = np.random.default_rng(0), 0
    for envs in (vector, sync):
        envs.reset(seed=4)
    for _ in range(40):
        masks = np.stack(vector.call("action_masks"))
        assert (masks == np.stack(sync.call("action_masks"))).all()
        actions = (masks * rng.random(masks.shape)).argmax(1)
        ended = vector.step(actions)[2]
        sync.step(actions)
        ends += ended.sum()
        for name in ("record", "edition", "render_mode", "action_space", "observation_space"):
            assert vector.call(name) == vector.get_attr(name) == sync.call(name)
        if mode == AutoresetMode.DISABLED and ended.any():
            for envs in (vector, sync):
                envs.reset(options={"reset_mask": ended.copy()})
    assert ends > 3
    assert vector.call("render") == sync.call("render")
    assert all(one is game for one in vector.get_attr("game"))


def test_games_have_no_more_to_ask_for_than_is_said():
    vector = make("africana_v0")
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


@pytest.mark.parametrize("name", GAMES)
def test_next_step_starts_a_game_and_ignores_the_action(name):
    vector = make(name, max_rounds=1)
    assert vector.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    vector.reset(seed=0)
    ended = np.zeros(NUM_ENVS, bool)
    seen = 0
    for _ in range(STEPS):
        actions = vector.action_space.sample()
        actions[ended] = -1
        _, rewards, terminations, truncations, infos = vector.step(actions)
        seen += ended.sum()
        assert not (terminations | truncations)[ended].any()
        assert not rewards[ended].any()
        assert infos["action_mask"][ended].any(axis=1).all()
        ended = terminations | truncations
        np.testing.assert_array_equal(infos["cut_off"], vector.batch.states["status"] == CUT_OFF)
        assert (infos["action_mask"][ended].argmax(axis=1) == 0).all()
        assert (infos["action_mask"][ended].sum(axis=1) == 1).all()
        np.testing.assert_array_equal(vector.action_masks(), infos["action_mask"] == 1)
    assert seen > 0


@pytest.mark.parametrize("name", GAMES)
def test_disabled_waits_for_a_reset_of_the_rows_that_ended(name):
    game = load_game(name)
    options = {"max_rounds": SHORT, "seat": "rotate"}
    vector = make(name, autoreset_mode=AutoresetMode.DISABLED, **options)
    sync = SyncVectorEnv(
        [lambda: module_of(game).gymnasium_env(**options)] * NUM_ENVS, autoreset_mode=AutoresetMode.DISABLED
    )
    assert_same(vector.reset(seed=1), sync.reset(seed=1))
    resets = 0
    for _ in range(STEPS):
        actions = vector.action_space.sample()
        result = vector.step(actions)
        assert_same(result, sync.step(actions))
        ended = result[2] | result[3]
        if ended.any():
            with pytest.raises(UserError, match=f"game {ended.argmax()} is over"):
                vector.step(actions)
            seed = None if resets % 2 else 100 + resets
            masks = [{"reset_mask": ended.copy()} for _ in range(2)]
            assert_same(vector.reset(seed=seed, options=masks[0]), sync.reset(seed=seed, options=masks[1]))
            resets += 1
    assert resets > 1


@pytest.mark.parametrize("name", GAMES)
def test_results_are_not_overwritten(name):
    vector = make(name)
    observations, infos = vector.reset(seed=0)
    kept = [observations.copy(), infos["action_mask"].copy(), infos["seat"].copy()]
    for _ in range(20):
        vector.step(vector.action_space.sample())
    vector.reset()
    for before, after in zip(kept, [observations, infos["action_mask"], infos["seat"]], strict=True):
        np.testing.assert_array_equal(before, after)


@pytest.mark.parametrize("name", GAMES)
def test_an_illegal_action_leaves_all_games_as_they_were(name):
    vector = make(name, max_rounds=SHORT)
    with pytest.raises(UserError, match="call reset"):
        vector.step(np.zeros(NUM_ENVS, int))
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
        with pytest.raises(UserError, match=f"game {row}: "):
            vector.step(illegal)
    for wrong in (legal[:-1], legal.astype(float), None, legal[None]):
        with pytest.raises(UserError, match="actions must be"):
            vector.step(wrong)
    assert before == (vector.batch.states.tobytes(), vector.batch.action_mask.tobytes())
    vector.step(legal)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_envs": 0}, "num_envs"),
        ({"autoreset_mode": "never"}, "unknown autoreset_mode 'never': use NEXT_STEP or NextStep or SAME_STEP"),
        ({"autoreset_mode": None}, "unknown autoreset_mode"),
    ],
)
def test_bad_arguments_are_one_line_errors(name, options, message):
    with pytest.raises(UserError, match=message) as error:
        module_of(load_game(name)).vector_env(**options)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", GAMES)
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
def test_bad_resets_are_one_line_errors(name, arguments, message):
    with pytest.raises(UserError, match=message) as error:
        make(name).reset(**arguments)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_gymnasium_makes_it(name, mode):
    for opponent in every_bot(load_game(name)):
        vector = gymnasium.make_vec(gymnasium_id(name), num_envs=4, opponents=opponent, autoreset_mode=mode)
        assert isinstance(vector, GymVectorEnv)
        assert vector.metadata["autoreset_mode"] is mode
        observations, infos = vector.reset(seed=0)
        assert observations in vector.observation_space
        np.testing.assert_array_equal(infos["action_mask"] == 1, vector.action_masks())
        assert vector.action_space.sample() in vector.action_space
    sync = gymnasium.make_vec(gymnasium_id(name), num_envs=2, vectorization_mode="sync", opponents="random")
    assert_same(sync.reset(seed=3), module_of(load_game(name)).vector_env(2).reset(seed=3))


def test_a_time_limit_is_refused_in_one_line():
    with pytest.raises(UserError, match="have no max_episode_steps: use max_rounds"):
        gymnasium.make_vec(gymnasium_id(GAMES[0]), num_envs=2, max_episode_steps=10)


@pytest.mark.parametrize("name", GAMES)
def test_a_copy_of_the_action_space_knows_nothing_of_the_games(name):
    envs = module_of(load_game(name)).vector_env(64)
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
    module, options = module_of(load_game("africana_v0")), {"edition": "generated:0-99", "render_mode": "ansi"}
    envs = module.vector_env(4, 2, **options)
    _, infos = envs.reset(seed=[10, 11, 12, 13])
    assert len({*infos["edition"]}) > 1
    for game, frame in enumerate(envs.render()):
        env = module.gymnasium_env(2, **options)
        env.reset(seed=10 + game)
        assert env.render() == frame


def test_closing_takes_what_gymnasiums_own_do():
    vector = make("africana_v0")
    vector.close(terminate=True)
    vector.close()
    assert vector.closed
