"""The Gymnasium environment: one learner against opponents."""

import copy
import pickle
import re

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from support import FirstLegal, error_of, every_bot, every_game, module_of, observed, shapes

from africana_env import Batch, UserError, game_names, load_game
from africana_env.api.metadata import gymnasium_id
from africana_env.engine.game.state import CUT_OFF, RUNNING

pytestmark = pytest.mark.filterwarnings("error")

GAME = load_game("afritoria_v0")


def make(game=GAME, **options):
    return gymnasium.make(gymnasium_id(game.name), **options).unwrapped


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


@every_game
@pytest.mark.parametrize("seat", [0, pytest.param(1, marks=pytest.mark.slow), "rotate"])
def test_gymnasium_accepts_it(game, seat, capsys):
    """In every render mode."""
    for _ in range(5):
        check_env(make(game, opponents="random", seat=seat))
    capsys.readouterr()


@every_game
@pytest.mark.parametrize(("seat", "max_rounds"), [(0, 1), (-1, 1), (1, None)])
@pytest.mark.parametrize("most", [False, True])
def test_an_episode_is_the_game_as_its_seat_sees_it(game, most, seat, max_rounds):
    """Compared with a batch where the opponents' choices are made by hand. A cut-off by `max_rounds` does not truncate:
    the reward is complete, and adding the value of what would follow would count it twice."""
    players = game.players[-most]
    seat %= players
    env = make(game, num_players=players, seat=seat, max_rounds=max_rounds, opponents=FirstLegal())
    batch = Batch(game, 1, players, max_rounds=max_rounds)
    batch.reset_to(3)
    rng, maxima, shown = np.random.default_rng(0), game.observation.maxima(), []
    observation, info = env.reset(seed=3)
    kinds = shapes(info)
    reward, over, truncated = 0.0, False, False
    while True:
        while batch.running[0] and batch.current_player[0] != seat:
            batch.step(batch.action_mask.argmax(axis=1))
        # Learners also sample from the last mask, and cannot sample from zeros.
        mask = batch.action_mask[0].copy() if batch.running[0] else np.arange(len(game.actions)) == 0
        shown.append((info["action_mask"], mask))
        assert (over, truncated) == (not batch.running[0], False)
        assert observation in env.observation_space
        np.testing.assert_allclose(observation * maxima, observed(batch, seat)[0], rtol=0, atol=1e-4)
        np.testing.assert_array_equal(env.action_masks(), mask == 1)
        assert shapes(info) == kinds
        assert (info["seat"], info["cut_off"]) == (seat, batch.status[0] == CUT_OFF)
        assert info["scores"].tolist() == batch.scores()[0, seat].tolist()
        assert (info["scores"].dtype, info["action_mask"].dtype) == (np.int32, np.int8)
        assert isinstance(reward, float)
        assert reward == (batch.returns()[0, seat] if over else 0)
        if over:
            break
        action = rng.choice(np.flatnonzero(mask))
        observation, reward, over, truncated, info = env.step(action)
        batch.step([action])
    for given, mask in shown:
        np.testing.assert_array_equal(given, mask)
    with pytest.raises(UserError, match="call reset"):
        env.step(0)


@every_game
def test_lead_rewards_add_up_from_before_the_first_decision(game):
    for seed in range(6):  # in some games the opponent scores first
        env = make(game, reward="lead", num_players=2, seat=1, max_rounds=3)
        leads = sum(reward for _, reward, _ in play(env, seed))
        start = Batch(game, 1, 2, reward="score")
        start.reset_to(int(env.batch.seeds[0]))
        (theirs, own), (theirs_before, own_before) = (batch.scores()[0, :, -1] for batch in (env.batch, start))
        assert leads == pytest.approx(game.margin_scale * (own - theirs - own_before + theirs_before), abs=1e-5)


def test_same_seed_same_episodes_with_every_bot():
    for opponent in every_bot(GAME):
        first, second = (make(seat="rotate", opponents=opponent) for _ in range(2))
        for sampling_seed, seed in enumerate([11, None, None, 11]):
            expected = play(first, seed, sampling_seed)
            if seed is not None:  # whatever was played before
                second.reset()
                second.step(second.action_space.sample())
            np.testing.assert_equal(play(second, seed, sampling_seed), expected)
    with pytest.raises(AssertionError):
        np.testing.assert_equal(play(first, 1), play(first, 2))


def test_rotating_seats():
    env = make(seat="rotate")
    players = env.game.default_players
    assert [env.reset()[1]["seat"] for _ in range(2 * players)] == [*range(players), *range(players)]
    for seed in (7, 8, 7):
        seats = [env.reset(seed=seed)[1]["seat"], env.reset()[1]["seat"], env.reset()[1]["seat"]]
        assert seats == [seed % players, (seed + 1) % players, (seed + 2) % players]


def test_opponents_sit_in_turn_order_after_the_learner():
    players = GAME.players[-1]
    asked = set()

    class Asked(FirstLegal):
        def __init__(self, place):
            self.place = place

        def act(self, batch, rows, actions):
            asked.add((self.place, int(batch.current_player[0])))
            super().act(batch, rows, actions)

    for seat in range(players):
        asked.clear()
        play(make(num_players=players, seat=seat, opponents=[Asked(place) for place in range(1, players)]), 2)
        assert asked == {(place, (seat + place) % players) for place in range(1, players)}


class Hearing(FirstLegal):
    """A bot that remembers its calls of `reset_rows`."""

    def __init__(self):
        self.seeds = []

    def reset_rows(self, rows, seeds):
        self.seeds.append(int(seeds[0]))


def test_an_opponent_of_ones_own_hears_of_new_games_alone():
    """Seeding the action space plays ahead to the first decision after a reset."""
    own = Hearing()
    env = make(opponents=own)
    for seed in (0, None, 0):
        env.reset(seed=seed)
        env.action_space.seed(5)
        env.step(env.action_masks().argmax())
        env.action_space.seed(5)
    first, second, again = own.seeds
    assert first == again != second
    assert again != env.batch.seeds[0]


class Illegal(FirstLegal):
    def act(self, batch, rows, actions):
        actions[rows] = batch.action_mask[rows].argmin(axis=1)


def test_an_opponents_illegal_action_is_an_error():
    with pytest.raises(UserError, match="illegal"):
        make(opponents=Illegal(), seat=1).reset(seed=0)


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
def test_bad_arguments_are_one_line_errors(options, message):
    assert re.search(message, error_of(module_of(GAME).gymnasium_env, **options))


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_copies_go_on_alike_and_apart(duplicate):
    env = make(seat="rotate")
    env.action_space.seed(0)
    env.reset(seed=0)
    env.step(env.action_space.sample())
    twin = duplicate(env)
    before = env.batch.states.tobytes()
    alike = []
    for one in (twin, env):
        assert env.batch.states.tobytes() == before
        alike.append([one.step(one.action_space.sample())])
        while not alike[-1][-1][2]:
            alike[-1].append(one.step(one.action_space.sample()))
    np.testing.assert_equal(*alike)


def test_samples_are_legal_and_seeded():
    env = make()
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


def test_ids():
    assert gymnasium_id("africana_v0") == "africana_env/Africana-v0"
    assert gymnasium_id("two_words_v12") == "africana_env/TwoWords-v12"
    for name in game_names():
        spec = gymnasium.spec(gymnasium_id(name))
        assert isinstance(spec.entry_point, str)
        assert isinstance(spec.vector_entry_point, str)
        assert not spec.nondeterministic


def test_an_environment_can_be_made_anew_from_its_spec():
    env = gymnasium.make(gymnasium_id(GAME.name), opponents="random", seat=1, num_players=2)
    again = env.spec.make()
    np.testing.assert_equal(play(env.unwrapped, 3), play(again.unwrapped, 3))
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


def play_on(env):
    """Play five legal decisions of the learner, in a new game when one is over."""
    for _ in range(5):
        if np.all(env.step(env.action_masks().argmax(-1))[2]):
            env.reset()


@pytest.mark.parametrize("vector", [False, True])
def test_the_learner_cannot_go_on_for_a_bot_that_was_interrupted(vector):
    module, bots = module_of(GAME), Fragile()
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


def test_an_illegal_first_action_costs_nothing_of_what_came_before_it():
    env = make(seat=1, reward="score")
    env.reset(seed=1)
    env._owed = 0.5  # as in a game whose first player can let the second one score
    with pytest.raises(UserError):
        env.step(int(env.action_masks().argmin()))
    paid = [env.step(int(env.action_masks().argmax()))[1] % 1 for _ in range(2)]
    assert paid == [0.5, 0]
