"""The Gymnasium environment of every game: one learner against opponents."""

import copy
import pickle
import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from support import FirstLegal, every_bot, module_of

from africana_env import Batch, UserError, game_names, load_game
from africana_env.api.metadata import gymnasium_id
from africana_env.engine.game.state import CUT_OFF, RUNNING

pytestmark = pytest.mark.filterwarnings("error")

GAMES = game_names()
SEATS_AND_PLAYERS = [(name, players, seat) for name in GAMES for players in load_game(name).players for seat in (0, -1)]


def make(name, **options):
    return gymnasium.make(gymnasium_id(name), **options).unwrapped


def play(env, seed, sampling_seed=0):
    """Return the observations, rewards and infos of one episode of legal samples."""
    env.action_space.seed(sampling_seed)
    observation, info = env.reset(seed=seed)
    steps = [(observation, 0.0, info)]
    over = False
    while not over:
        observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
        steps.append((observation, reward, info))
        over = terminated or truncated
    return steps


def assert_same(first, second):
    assert len(first) == len(second)
    for (observation, reward, info), (other_observation, other_reward, other_info) in zip(first, second, strict=True):
        np.testing.assert_array_equal(observation, other_observation)
        assert reward == other_reward
        np.testing.assert_equal(info, other_info)


class Illegal(FirstLegal):
    def act(self, batch, rows, actions):
        actions[rows] = batch.action_mask[rows].argmin(axis=1)


class Stubborn(FirstLegal):
    """A bot that remembers its calls of `reset_rows`."""

    def reset_rows(self, rows, seeds):
        self.seeds = seeds.copy()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seat", [0, pytest.param(1, marks=pytest.mark.slow), "rotate"])
def test_gymnasium_accepts_it(name, seat):
    for _ in range(5):
        check_env(make(name, opponents="random", seat=seat))


@pytest.mark.parametrize("name", GAMES)
def test_stable_baselines_accepts_it(name):
    from stable_baselines3.common.env_checker import check_env as sb3_check_env

    sb3_check_env(make(name))


@pytest.mark.parametrize(("name", "players", "seat"), SEATS_AND_PLAYERS)
def test_an_episode_with_every_player_count(name, players, seat):
    seat %= players
    env = make(name, num_players=players, seat=seat)
    steps = play(env, 7)
    for observation, reward, info in steps:
        assert observation in env.observation_space
        assert isinstance(reward, float)
        assert info["seat"] == seat
        assert info["action_mask"].dtype == np.int8
        assert info["scores"].shape == (len(env.game.score_parts),)
        assert info["scores"].dtype == np.int32
    for _, reward, info in steps[:-1]:
        assert reward == 0
        assert info["action_mask"].any()
        assert not info["cut_off"]
    _, reward, info = steps[-1]
    assert -1 <= reward <= 1
    assert info["cut_off"] == (env.batch.status[0] == CUT_OFF)
    # Learners also sample from the last mask, and cannot sample from zeros.
    assert info["action_mask"].nonzero()[0].tolist() == [0]
    np.testing.assert_array_equal(env.action_masks(), info["action_mask"] == 1)
    with pytest.raises(UserError, match="call reset"):
        env.step(0)


@pytest.mark.parametrize("name", GAMES)
def test_observation_mask_and_outcome_are_those_of_the_seat(name):
    """Compared with a batch in which the opponents' choices are made by hand."""
    game = load_game(name)
    env = module_of(game).gymnasium_env(seat=1, opponents=FirstLegal())
    batch = Batch(game, 1)
    rng = np.random.default_rng(0)
    observation, info = env.reset(seed=3)
    batch.set_states(env.batch.states)
    over = False
    while not over:
        assert batch.current_player[0] == 1
        np.testing.assert_array_equal(info["action_mask"], batch.action_mask[0])
        np.testing.assert_array_equal(env.action_masks(), batch.action_mask[0] == 1)
        np.testing.assert_allclose(observation * game.observation.maxima(), batch.observation[0], rtol=0, atol=1e-4)
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, terminated, truncated, info = env.step(action)
        over = terminated or truncated
        batch.step([action])
        while batch.running[0] and batch.current_player[0] != 1:
            batch.step([batch.action_mask[0].argmax()])
        assert over == (not batch.running[0])
    features = np.empty_like(batch.observation)
    batch.observe(np.array([1], np.int16), features)
    np.testing.assert_allclose(observation * game.observation.maxima(), features[0], rtol=0, atol=1e-4)
    assert reward == batch.returns()[0, 1]
    np.testing.assert_array_equal(info["scores"], batch.scores()[0, 1])
    assert terminated
    assert info["cut_off"] == (batch.status[0] == CUT_OFF)


@pytest.mark.parametrize("name", GAMES)
def test_lead_rewards_add_up_from_before_the_first_decision(name):
    game = load_game(name)
    for seed in range(6):  # in some games the opponent scores first
        env = make(name, reward="lead", num_players=2, seat=1, max_rounds=3)
        leads = sum(reward for _, reward, _ in play(env, seed))
        start = Batch(game, 1, 2, reward="score")
        start.reset_to(int(env.batch.seeds[0]))
        (theirs, own), (theirs_before, own_before) = (batch.scores()[0, :, -1] for batch in (env.batch, start))
        assert leads == pytest.approx(game.margin_scale * (own - theirs - own_before + theirs_before), abs=1e-5)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_max_rounds_cuts_off_has_ended(name):
    """Its reward is complete: adding the value of what would follow, as for a truncated episode, would count it
    twice."""
    env = make(name, max_rounds=1)
    cut_off = 0
    for seed in range(10):
        env.reset(seed=seed)
        terminated = False
        while not terminated:
            _, reward, terminated, truncated, info = env.step(env.action_space.sample())
            assert not truncated
        assert reward == env.batch.returns()[0, 0]
        cut_off += info["cut_off"]
    assert cut_off


@pytest.mark.parametrize("name", GAMES)
def test_a_time_limit_around_it_truncates(name):
    env = gymnasium.make(gymnasium_id(name), max_episode_steps=2)
    ends = []
    for seed in range(20):
        env.reset(seed=seed)
        if not env.step(env.unwrapped.action_space.sample())[2]:
            ends.append(env.step(env.unwrapped.action_space.sample())[2:])
    assert all(truncated for _, truncated, _ in ends)
    assert not all(terminated or info["cut_off"] for terminated, _, info in ends)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seat", [0, "rotate"])
def test_same_seed_same_episodes(name, seat):
    first, second = make(name, seat=seat), make(name, seat=seat)
    for sampling_seed, seed in enumerate([11, None, None, 11, None]):
        if seed is None:
            assert_same(play(first, seed, sampling_seed), play(second, seed, sampling_seed))
        else:  # whatever was played before
            expected = play(first, seed, sampling_seed)
            second.reset()
            second.step(second.action_space.sample())
            assert_same(expected, play(second, seed, sampling_seed))
    with pytest.raises(AssertionError):
        assert_same(play(first, 1), play(first, 2))


@pytest.mark.parametrize("name", GAMES)
def test_the_deal_does_not_depend_on_the_opponents(name):
    first, second = make(name, opponents="random"), make(name, opponents=FirstLegal())
    for seed in (4, None, None):
        first.reset(seed=seed)
        second.reset(seed=seed)
        assert first.batch.seeds[0] == second.batch.seeds[0]


@pytest.mark.parametrize("name", GAMES)
def test_rotating_seats(name):
    env = make(name, seat="rotate")
    players = env.game.default_players
    assert [env.reset()[1]["seat"] for _ in range(2 * players)] == [*range(players), *range(players)]
    for seed in (7, 8, 7):
        seats = [env.reset(seed=seed)[1]["seat"], env.reset()[1]["seat"], env.reset()[1]["seat"]]
        assert seats == [seed % players, (seed + 1) % players, (seed + 2) % players]


@pytest.mark.parametrize("name", GAMES)
def test_opponents_sit_in_turn_order_after_the_learner(name):
    game = load_game(name)
    players = game.players[-1]
    asked = []

    class Asked(FirstLegal):
        def __init__(self, place):
            self.place = place

        def act(self, batch, rows, actions):
            asked.append((self.place, int(batch.current_player[0])))
            super().act(batch, rows, actions)

    for seat in range(players):
        asked.clear()
        play(
            module_of(game).gymnasium_env(players, seat=seat, opponents=[Asked(place) for place in range(1, players)]),
            2,
        )
        assert set(asked) == {(place, (seat + place) % players) for place in range(1, players)}


@pytest.mark.parametrize("name", GAMES)
def test_an_opponent_of_ones_own_hears_of_new_games(name):
    own = Stubborn()
    env = make(name, opponents=own)
    env.reset(seed=0)
    first = own.seeds
    env.reset()
    second = own.seeds
    env.reset(seed=0)
    assert first != second
    assert first == own.seeds != env.batch.seeds


@pytest.mark.parametrize("name", GAMES)
def test_an_opponents_illegal_action_is_an_error(name):
    env = make(name, opponents=Illegal(), seat=1)
    with pytest.raises(UserError, match="illegal"):
        env.reset(seed=0)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"render_mode": "picture"}, "render_mode"),
        ({"opponents": "nobody"}, "unknown bot 'nobody'"),
        ({"opponents": ["random"] * 9}, "opponents must be one"),
        ({"opponents": []}, "opponents must be one"),
        ({"opponents": 3}, "a bot must be a name, a function, or an object with act"),
        ({"seat": 9}, "seat must be 'rotate' or a whole number from 0 to"),
        ({"seat": True}, "seat must be 'rotate'"),
        ({"seat": "first"}, "seat must be 'rotate'"),
    ],
)
def test_bad_arguments_are_one_line_errors(name, options, message):
    with pytest.raises(UserError, match=message) as error:
        module_of(load_game(name)).gymnasium_env(**options)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("name", GAMES)
def test_copies_go_on_alike_and_apart(name):
    for duplicate in (copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))):
        env = make(name, seat="rotate")
        env.action_space.seed(0)
        env.reset(seed=0)
        while env.step(env.action_space.sample())[2]:
            env.reset()
        twin = duplicate(env)
        before = env.batch.states.tobytes()
        alike = []
        for one in (twin, env):
            steps = []
            over = False
            while not over and len(steps) < 20:
                observation, reward, terminated, truncated, info = one.step(one.action_space.sample())
                steps.append((observation, reward, info))
                over = terminated or truncated
            alike.append(steps)
            if one is twin:
                assert env.batch.states.tobytes() == before
        assert_same(*alike)


@pytest.mark.parametrize("name", GAMES)
def test_samples_are_legal_and_seeded(name):
    env = make(name)
    env.reset(seed=0)
    samples = []
    for _ in range(2):
        env.action_space.seed(5)
        samples.append([int(env.action_space.sample()) for _ in range(50)])
    assert samples[0] == samples[1]
    assert set(samples[0]) <= set(np.flatnonzero(env.action_masks()).tolist())
    forced = np.zeros(len(env.game.actions), np.int8)
    forced[-1] = 1
    assert env.action_space.sample(mask=forced) == len(forced) - 1


@pytest.mark.parametrize("name", GAMES)
def test_maskable_ppo_trains(name, tmp_path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from sb3_contrib import MaskablePPO

        env = gymnasium.make(gymnasium_id(name), opponents="random", seat="rotate")
        model = MaskablePPO("MlpPolicy", env, n_steps=128, batch_size=64, n_epochs=1, seed=0, device="cpu")
        model.learn(total_timesteps=512)
        model.save(tmp_path / "model")
        model = MaskablePPO.load(tmp_path / "model", env=env, device="cpu")
    observation, info = env.reset(seed=0)
    for _ in range(5):
        action, _ = model.predict(observation, action_masks=info["action_mask"])
        observation, _, terminated, _, info = env.step(action)
        if terminated:
            observation, info = env.reset()


def test_ids():
    assert gymnasium_id("africana_v0") == "africana_env/Africana-v0"
    assert gymnasium_id("two_words_v12") == "africana_env/TwoWords-v12"
    for name in GAMES:
        spec = gymnasium.spec(gymnasium_id(name))
        assert isinstance(spec.entry_point, str)
        assert isinstance(spec.vector_entry_point, str)
        assert not spec.nondeterministic


def test_importing_the_package_loads_no_game_and_no_environment():
    """Importing the package loads PettingZoo to register the games."""
    heavy = "('games.', 'api.aec', 'api.gymnasium', 'api.parallel', 'torch')"
    code = f"import sys, africana_env; print([name for name in sys.modules if any(map(name.__contains__, {heavy}))])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("name", GAMES)
def test_an_environment_can_be_made_anew_from_its_spec(name):
    env = gymnasium.make(gymnasium_id(name), opponents="random", seat=1, num_players=2)
    again = env.spec.make()
    assert_same(play(env.unwrapped, 3), play(again.unwrapped, 3))
    assert env.unwrapped.batch.status[0] != RUNNING


class Fragile(FirstLegal):
    """Fails at its third decision."""

    def __init__(self):
        self.left = 3

    def act(self, batch, rows, actions):
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt
        super().act(batch, rows, actions)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("vector", [False, True])
def test_the_learner_cannot_go_on_for_a_bot_that_was_interrupted(name, vector):
    module = module_of(load_game(name))
    bots = Fragile()
    env = module.vector_env(2, opponents=bots) if vector else module.gymnasium_env(opponents=bots)
    env.reset(seed=1)
    with pytest.raises(KeyboardInterrupt):
        play_on(env)
    before = env.batch.states.tobytes()
    with pytest.raises(UserError, match="the bots were interrupted during their play: call reset"):
        play_on(env)
    assert env.batch.states.tobytes() == before
    if vector:
        with pytest.raises(UserError, match="the bots were interrupted"):
            env.reset(options={"reset_mask": np.array([True, False])})
    env.reset(seed=1)
    play_on(env)


def play_on(env):
    """Play five legal decisions of the learner, in a new game when one is over."""
    for _ in range(5):
        if np.all(env.step(env.action_masks().argmax(-1))[2]):
            env.reset()


class Counting(FirstLegal):
    """Counts the calls of `reset_rows`."""

    reported = 0

    def reset_rows(self, rows, seeds):
        self.reported += 1


@pytest.mark.parametrize("name", GAMES)
def test_seeding_the_action_space_leaves_a_bot_of_ones_own_alone(name):
    """Even though it plays ahead to the first decision after the reset."""
    own = Counting()
    env = make(name, opponents=own)
    env.reset(seed=0)
    env.step(env.action_space.sample())
    env.action_space.seed(5)
    assert own.reported == 1


def test_an_illegal_first_action_costs_nothing_of_what_came_before_it():
    env = make(GAMES[0], seat=1, reward="score")
    env.reset(seed=1)
    env._owed = 0.5  # as in a game whose first player can let the second one score
    with pytest.raises(UserError):
        env.step(int(env.action_masks().argmin()))
    _, paid, *_ = env.step(int(env.action_masks().argmax()))
    assert paid % 1 == 0.5


@pytest.mark.parametrize("name", GAMES)
def test_every_bot_plays_the_same_game_again_from_the_same_seed(name):
    for opponent in every_bot(load_game(name)):
        env = make(name, num_players=2, max_rounds=3, opponents=opponent)
        first = play(env, 5)
        play(env, 6)
        assert_same(first, play(env, 5))
