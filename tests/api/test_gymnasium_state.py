"""`get_state`, `set_state` and `record` of the Gymnasium environment."""

from collections import UserList

import numpy as np
import pytest
from state_bytes import parts, signed
from support import FirstLegal, every_game, few_players, module_of, policy_file

from africana_env import UserError, load_game, make_bot


def make(game, **options):
    """Return an environment with few players, with `seat` and `opponents` cut to that number."""
    options = {"num_players": few_players(game), "max_rounds": 4, **options}
    others = options["num_players"] - 1
    if "opponents" in options and isinstance(options["opponents"], (list, UserList)):
        options["opponents"] = options["opponents"][:others]
    if options.get("seat") == 2:
        options["seat"] = others
    return module_of(game).gymnasium_env(**options)


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


@every_game
@pytest.mark.parametrize("seat", [0, 2, "rotate"])
@pytest.mark.parametrize("opponents", ["random", ["greedy", "random"], "policy"])
def test_a_game_goes_on_from_its_state_opponents_included(game, seat, opponents):
    if opponents == "policy":
        opponents = f"policy:{policy_file(game)}"
    env = after(make(game, seat=seat, opponents=opponents, reward="lead"), seed=4, decisions=3)
    state, observation, info = env.get_state(), env._observe(), env._info()
    expected = play_on(env, 1)
    other = make(game, seat=seat, opponents=opponents, reward="lead")
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


@every_game
def test_what_opponents_did_before_the_first_decision_is_paid_after_set_state_as_well(game):
    env = after(make(game, seat=2, reward="lead", opponents="greedy"), seed=2, decisions=0)
    env._owed += 2.5
    other = make(game, seat=2, reward="lead", opponents="greedy")
    other.set_state(env.get_state())
    action = int(env.action_masks().argmax())
    assert other.step(action)[1] == env.step(action)[1]


@every_game
def test_samples_are_legal_where_the_game_has_come_to_since_the_action_space_was_seeded(game):
    env = after(make(game), seed=1, decisions=5)
    state = env.get_state()
    for seed in range(8):
        env.action_space.seed(seed)  # announces the first decision after reset(seed=seed)
        env.set_state(state)
        assert env.action_masks()[env.action_space.sample()]
        env.action_space.seed(seed)
        if not env.step(env.action_masks().argmax())[2]:
            assert env.action_masks()[env.action_space.sample()]


@every_game
def test_a_sample_after_set_state_and_a_seed_is_legal_after_a_reset_from_it(game):
    state = after(make(game), seed=1, decisions=5).get_state()
    env = make(game)
    for seed in range(8):
        env.set_state(state)
        env.action_space.seed(seed)
        action = env.action_space.sample()
        assert env.reset(seed=seed)[1]["action_mask"][action]


@every_game
def test_a_game_goes_on_from_its_state_where_the_bots_were_interrupted(game, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    env = after(make(game), seed=1, decisions=2)
    state = env.get_state()
    with monkeypatch.context() as patch:
        patch.setattr(env._games.seating, "act", interrupt)
        with pytest.raises(KeyboardInterrupt):
            env.step(env.action_masks().argmax())
    with pytest.raises(UserError, match="the bots were interrupted"):
        env.get_state()
    env.set_state(state)
    assert env.get_state() == state


@every_game
def test_the_record_has_the_decisions_of_all_seats(game):
    env = make(game, seat=1, opponents="random")
    for seed in (3, None):
        env.reset(seed=seed)
        play_on(env, 1)
        record = env.record()
        *_, last = record.replay(game)
        assert last.states.tobytes() == env.batch.states.tobytes()
        assert seed is None or record.seed == seed


@every_game
def test_bots_that_may_remember_more_than_random_numbers_have_no_state(game):
    bots = ["random", FirstLegal()][1 - few_players(game) :]
    env = after(make(game, opponents=bots), 1, 2)
    with pytest.raises(UserError, match=r"^FirstLegal may remember more than random numbers: use copy.deepcopy$"):
        env.get_state()
    head, record = parts(after(make(game, opponents="random"), 1, 2).get_state())
    head = {**head, "opponents": ["random", "FirstLegal"][1 - few_players(game) :]}
    with pytest.raises(UserError, match=r"^FirstLegal may remember more than random numbers: use copy.deepcopy$"):
        env.set_state(signed(head, record))


FORGED = {
    "learner": [-1, 3, 1.0, None, True, "0", [0]],
    "owed": [None, "1", [], float("nan"), float("inf"), float("-inf"), 1e300, -1e300, True],
    "actions": [None, [-1], [10**6], "none", {}, [0.0], [True]],
    "generators": [None, [], [[0]], [[0, 0, 0]], [[-1, 0]], [[0, 1 << 64]], [[0.0, 0]], {}, [[0, 0]] * 9, [None]],
}


@every_game
@pytest.mark.parametrize("key", FORGED)
def test_forged_states_are_refused_and_nothing_has_changed(game, key):
    env = after(make(game, opponents="random"), 1, 3)
    before = env.get_state()
    head, record = parts(before)
    for forged in FORGED[key]:
        with pytest.raises(UserError, match="not a state"):
            env.set_state(signed({**head, key: forged}, record))
        assert env.get_state() == before
    for wrong in (b"", before[:-1], before + b"x", None, 3, "state"):
        with pytest.raises(UserError, match="not a state"):
            env.set_state(wrong)
    for fewer in {2} - {few_players(game)}:
        with pytest.raises(UserError, match="its players is 3, here it is 2"):
            make(game, num_players=fewer).set_state(before)
    other_seat = {**head, "learner": 1}
    with pytest.raises(UserError, match="not a state"):
        env.set_state(signed(other_seat, record))
    assert env.get_state() == before


@every_game
def test_a_state_is_refused_where_others_sit_elsewhere(game):
    state = after(make(game, seat=1, opponents=["greedy", "random"]), 1, 2).get_state()
    with pytest.raises(UserError, match="its seat is 1, here it is 0"):
        make(game, seat=0, opponents=["greedy", "random"]).set_state(state)
    with pytest.raises(UserError, match=r"its opponents is .*'greedy'.*, here it is .*'random'"):
        make(game, seat=1, opponents=["random", "random"]).set_state(state)
    with pytest.raises(UserError, match="its opponents is"):
        make(game, seat=1, opponents=UserList(["random", "random"])).set_state(state)
    make(game, seat=1, opponents=UserList(["greedy", "random"])).set_state(state)


def test_a_state_that_is_refused_leaves_the_edition_as_it_was():
    game = load_game("afritoria_v0")
    module, shared = module_of(game), make_bot("greedy", game, 1)
    one = module.gymnasium_env(3, "generated:0-99", opponents=[shared, shared])
    two = module.gymnasium_env(3, "generated:0-99", opponents=[make_bot("greedy", game, 1) for _ in range(2)])
    one.reset(seed=1)
    two.reset(seed=2)
    name = two.edition.name
    assert one.edition.name != name
    with pytest.raises(UserError, match="it has 1 bots, here there are 2"):
        two.set_state(one.get_state())
    assert two.edition.name == name


@pytest.mark.parametrize("seat", [np.int64(1), "rotate"])
def test_a_game_is_saved_whatever_kind_of_number_the_seat_is(seat):
    game = load_game("afritoria_v0")
    env, other = make(game, seat=seat), make(game, seat="rotate" if seat == "rotate" else 1)
    env.reset(seed=1)
    state = env.get_state()
    other.set_state(state)
    assert other.get_state() == state
