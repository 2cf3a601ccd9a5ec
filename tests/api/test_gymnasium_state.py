"""`get_state`, `set_state` and `record` of the Gymnasium environment."""

from collections import UserList

import numpy as np
import pytest
from state_bytes import parts, signed
from support import FirstLegal, module_of, policy_file

from africana_env import UserError, load_game, make_bot

GAME = load_game("afritoria_v0")


def make(**options):
    return module_of(GAME).gymnasium_env(**{"num_players": 3, "max_rounds": 4, **options})


def after(env, seed, decisions):
    """Play decisions of the learner, in a new game when one is over."""
    env.reset(seed=seed)
    env.action_space.seed(seed)
    for _ in range(decisions):
        if env.step(env.action_space.sample())[2]:
            env.reset()
    return env


def play_on(env, seed):
    """Return everything that the rest of the game shows, with random decisions of the learner."""
    rng, history = np.random.default_rng(seed), []
    while env.batch.running[0]:
        observation, reward, terminated, _, info = env.step(rng.choice(env.action_masks().nonzero()[0]))
        history.append((observation.tobytes(), reward, terminated, info["scores"].tolist(), info["cut_off"]))
    return [*history, env.record()]


@pytest.mark.parametrize("seat", [0, np.int64(2), "rotate"])
@pytest.mark.parametrize("opponents", ["random", ["greedy", "random"], "policy"])
def test_a_game_goes_on_from_its_state_opponents_included(seat, opponents):
    if opponents == "policy":
        opponents = f"policy:{policy_file(GAME)}"
    env = after(make(seat=seat, opponents=opponents, reward="lead"), seed=4, decisions=3)
    state, observation, info = env.get_state(), env._observe(), env._info()
    expected = play_on(env, 1)
    other = make(seat=seat, opponents=opponents, reward="lead")
    for again in (env, other, after(other, 9, 2)):
        seen = again.set_state(state)
        np.testing.assert_array_equal(seen[0], observation)
        np.testing.assert_equal(seen[1], info)
        assert again.get_state() == state
        assert play_on(again, 1) == expected
    over = env.get_state()
    other.set_state(over)
    with pytest.raises(UserError, match="call reset"):
        other.step(0)


def test_what_opponents_did_before_the_first_decision_is_paid_after_set_state_as_well():
    env, other = (make(seat=2, reward="lead", opponents="greedy") for _ in range(2))
    after(env, seed=2, decisions=0)._owed += 2.5
    other.set_state(env.get_state())
    action = int(env.action_masks().argmax())
    assert other.step(action)[1] == env.step(action)[1]


def test_samples_are_legal_where_the_game_has_come_to_since_the_action_space_was_seeded():
    env = after(make(), seed=1, decisions=5)
    state = env.get_state()
    for seed in range(8):
        env.action_space.seed(seed)  # announces the first decision after reset(seed=seed)
        env.set_state(state)
        assert env.action_masks()[env.action_space.sample()]
        env.action_space.seed(seed)
        if not env.step(env.action_masks().argmax())[2]:
            assert env.action_masks()[env.action_space.sample()]
        env.set_state(state)
        env.action_space.seed(seed)
        action = env.action_space.sample()
        assert env.reset(seed=seed)[1]["action_mask"][action]


def test_a_game_goes_on_from_its_state_where_the_bots_were_interrupted(monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    env = after(make(), seed=1, decisions=2)
    state = env.get_state()
    with monkeypatch.context() as patch:
        patch.setattr(env._games.seating, "act", interrupt)
        with pytest.raises(KeyboardInterrupt):
            env.step(env.action_masks().argmax())
    with pytest.raises(UserError, match="the bots were interrupted"):
        env.get_state()
    env.set_state(state)
    assert env.get_state() == state


def test_the_record_has_the_decisions_of_all_seats():
    env = make(seat=1, opponents="random")
    for seed in (3, None):
        env.reset(seed=seed)
        play_on(env, 1)
        record = env.record()
        *_, last = record.replay(GAME)
        assert last.states.tobytes() == env.batch.states.tobytes()
        assert seed is None or record.seed == seed


def test_bots_that_may_remember_more_than_random_numbers_have_no_state():
    env = after(make(opponents=["random", FirstLegal()]), 1, 2)
    head, record = parts(after(make(opponents="random"), 1, 2).get_state())
    state = signed({**head, "opponents": ["random", "FirstLegal"]}, record)
    for call in (env.get_state, lambda: env.set_state(state)):
        with pytest.raises(UserError, match=r"^FirstLegal may remember more than random numbers: use copy.deepcopy$"):
            call()


def test_a_state_is_refused_where_others_sit_elsewhere():
    state = after(make(seat=1, opponents=["greedy", "random"]), 1, 2).get_state()
    with pytest.raises(UserError, match="its seat is 1, here it is 0"):
        make(seat=0, opponents=["greedy", "random"]).set_state(state)
    for others in (["random", "random"], UserList(["random", "random"])):
        with pytest.raises(UserError, match=r"its opponents is .*'greedy'.*, here it is .*'random'"):
            make(seat=1, opponents=others).set_state(state)
    make(seat=1, opponents=UserList(["greedy", "random"])).set_state(state)


def test_a_state_that_is_refused_leaves_the_edition_as_it_was():
    shared = make_bot("greedy", GAME, 1)
    one = make(edition="generated:0-99", opponents=[shared, shared])
    two = make(edition="generated:0-99", opponents=[make_bot("greedy", GAME, 1) for _ in range(2)])
    one.reset(seed=1)
    two.reset(seed=2)
    name = two.edition.name
    assert one.edition.name != name
    with pytest.raises(UserError, match="it has 1 bots, here there are 2"):
        two.set_state(one.get_state())
    assert two.edition.name == name
