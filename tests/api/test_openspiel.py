"""The games in OpenSpiel: its own checks, agreement with the other APIs, and its algorithms."""

import copy
import math
import pickle
from collections import defaultdict
from random import Random

import numpy as np
import pytest
from support import SETTINGS, every_game, every_setting, scripted

from africana_env import REWARDS, UserError, derive_seed

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")

import pyspiel
from open_spiel.python import observation, policy, rl_environment
from open_spiel.python.algorithms import (
    exploitability,
    external_sampling_mccfr,
    ismcts,
    mcts,
    random_agent,
)

from africana_env.api.openspiel import short_name

SEED = 0x0123456789ABCDEF
SMALL = "python_africana(edition=mini,max_rounds=1,deals=6)"
"""The whole game: six deals, and nothing drawn afterwards."""
HIDDEN_COMMITMENTS = "python_afritoria(edition=mini)"


def load(setting, **parameters):
    """Load a setting in OpenSpiel."""
    known = {"players": setting.players, "edition": setting.edition, **parameters}
    return pyspiel.load_game(short_name(setting.game), known)


def dealt(game, seed=SEED):
    """Return the state after the deal from a seed."""
    state = game.new_initial_state()
    for byte in seed.to_bytes(8):
        assert state.is_chance_node()
        state.apply_action(byte)
    return state


def any_deal(game, rng):
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice([outcome for outcome, _ in state.chance_outcomes()]))
    return state


def states_of_a_game(game, seed):
    """Yield every state of a random game, from the deal to the end, as clones."""
    rng = Random(seed)
    state = any_deal(game, rng)
    yield state.clone()
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        yield state.clone()


def shown(state, player):
    """Return everything that OpenSpiel shows a player of a state."""
    actions = state.legal_actions(player)
    return (
        state.current_player(),
        actions,
        [state.action_to_string(player, action) for action in actions],
        state.information_state_string(player),
        state.observation_string(player),
        state.observation_tensor(player),
        state.rewards(),
        state.returns(),
    )


# OpenSpiel's description of a game


@every_game
def test_game_type_and_sizes_are_right(game):
    kind = pyspiel.GameType
    loaded = pyspiel.load_game(short_name(game))
    game_type = next(each for each in pyspiel.registered_games() if each.short_name == short_name(game))
    assert game_type.dynamics == kind.Dynamics.SEQUENTIAL
    assert game_type.chance_mode == kind.ChanceMode.EXPLICIT_STOCHASTIC
    assert game_type.information == kind.Information.IMPERFECT_INFORMATION
    assert (game_type.min_num_players, game_type.max_num_players) == (game.players[0], game.players[-1])
    assert game_type.provides_information_state_string
    assert not game_type.provides_information_state_tensor
    assert game_type.provides_observation_string
    assert game_type.provides_observation_tensor
    assert game.name.startswith(short_name(game).removeprefix("python_"))
    assert loaded.num_players() == game.default_players
    assert loaded.num_distinct_actions() == len(game.actions)
    assert loaded.observation_tensor_size() == len(game.observation)
    assert (loaded.min_utility(), loaded.max_utility(), loaded.utility_sum()) == (-1, 1, 0)
    for reward in REWARDS:
        game_type = pyspiel.load_game(short_name(game), {"reward": reward}).get_type()
        utility = kind.Utility.GENERAL_SUM if reward == "score" else kind.Utility.ZERO_SUM
        model = kind.RewardModel.REWARDS if reward in ("score", "lead") else kind.RewardModel.TERMINAL
        assert (game_type.utility, game_type.reward_model) == (utility, model)


# OpenSpiel's own checks


@every_game
@pytest.mark.parametrize("deals", [0, 5])
def test_openspiel_checks_a_random_game(game, deals):
    loaded = pyspiel.load_game(short_name(game), {"max_rounds": 1, "deals": deals})
    pyspiel.random_sim_test(loaded, 1, serialize=True, verbose=False)


@pytest.mark.parametrize("reward", REWARDS)
def test_openspiel_checks_rewards(reward):
    """Among four players, shares are fractions."""
    game = pyspiel.load_game("python_afritoria", {"players": 4, "reward": reward, "max_rounds": 4})
    pyspiel.random_sim_test(game, 2, serialize=False, verbose=False)


# Agreement with the other APIs


@every_setting
@pytest.mark.parametrize("reward", ["score", "outcome"])
def test_same_seed_and_actions_give_the_same_game(setting, reward):
    options = {"max_rounds": 4, "reward": reward}
    batch = setting.batch(**options)
    batch.reset_to(SEED)
    state = dealt(load(setting, **options))
    texts = list(setting.game.action_texts(batch.edition.data))
    maxima = setting.game.observation.maxima()
    total = np.zeros(setting.players)
    for turn in range(10_000):
        total += batch.reward[0]
        assert state.rewards() == pytest.approx(batch.reward[0].tolist())
        assert state.returns() == pytest.approx(total.tolist())
        assert state.is_terminal() == (not batch.running[0])
        legal = np.flatnonzero(batch.action_mask[0]).tolist()
        assert state.legal_actions() == legal
        if state.is_terminal():
            break
        mover = state.current_player()
        assert mover == batch.states["current_player"][0]
        assert state.observation_tensor() == pytest.approx(batch.observation[0] / maxima)
        assert [state.action_to_string(action) for action in legal] == [texts[action] for action in legal]
        (action,) = scripted(batch.action_mask, turn)
        state.apply_action(int(action))
        batch.step([action])
    assert turn > 2
    assert not batch.running[0]
    assert reward == "score" or sum(state.returns()) == pytest.approx(0, abs=1e-12)


def test_deals_are_those_of_the_seeds_all_different_and_always_the_same():
    game, again = (pyspiel.load_game("python_afritoria(edition=mini,deals=50)") for _ in range(2))
    root = game.new_initial_state()
    assert root.chance_outcomes() == [(deal, 1 / 50) for deal in range(50)]
    assert game.deals == again.deals
    assert game.deals[:32] == [derive_seed(1, row) for row in range(32)]
    whole = pyspiel.load_game("python_afritoria(edition=mini)")
    texts = set()
    for deal, seed in enumerate(game.deals):
        state = root.child(deal)
        texts.add(state._position)
        assert shown(state, 0) == shown(dealt(whole, seed), 0)
    assert len(texts) == 50


def test_edition_may_be_a_file(tmp_path):
    setting = next(setting for setting in SETTINGS if setting.edition == "mini")
    path = tmp_path / "my own.toml"
    path.write_bytes((setting.game.folder / "editions" / "mini.toml").read_bytes())
    own, mini = (load(setting._replace(edition=edition)) for edition in (str(path), "mini"))
    assert shown(dealt(own), 0) == shown(dealt(mini), 0)
    assert str(pickle.loads(pickle.dumps(own))) == str(own)


# What a player knows


@pytest.mark.parametrize("name", [SMALL, "python_afritoria(edition=mini,deals=12)"])
def test_information_states_have_perfect_recall(name):
    """In all states of a small game, information states are equal exactly if the player saw and did the same. Here this
    is noted in full: different observations and own actions in order."""
    game = pyspiel.load_game(name)
    states_of, memories_of = defaultdict(set), defaultdict(set)

    def walk(state, memories):
        for player, memory in enumerate(memories):
            text = state.information_state_string(player)
            states_of[memory].add(text)
            memories_of[text].add(memory)
        for action in state.legal_actions():
            child = state.child(action)
            after = list(memories)
            for player, memory in enumerate(memories):
                mine = (action,) if player == state.current_player() else ()
                view = child.observation_string(player)
                if mine or memory[-1] != view:
                    after[player] = (*memory, *mine, view)
            walk(child, after)

    for deal, _ in game.new_initial_state().chance_outcomes()[:4]:
        state = game.new_initial_state().child(deal)
        walk(state, [(state.observation_string(player),) for player in range(2)])
    assert len(states_of) > 500
    assert all(len(text) == 1 for text in states_of.values())
    assert all(len(memories) == 1 for memories in memories_of.values())


def test_hidden_actions_leave_no_trace():
    state = dealt(pyspiel.load_game(HIDDEN_COMMITMENTS))
    assert state.current_player() == 0
    known = state.information_state_string(1)
    choices = [state.child(action) for action in state.legal_actions()]
    assert len(choices) > 1
    assert {child.information_state_string(1) for child in choices} == {known}
    assert len({child.information_state_string(0) for child in choices}) == len(choices)


@every_setting
def test_resample_keeps_what_the_player_knows_and_nothing_else(setting):
    rng = Random(5)
    states = list(states_of_a_game(load(setting, max_rounds=3), 11))
    tried = varied = 0
    for state in states[:: max(len(states) // 8, 1)]:
        for player in range(setting.players):
            one, other = (state.resample_from_infostate(player, rng.random) for _ in range(2))
            assert shown(one, player) == shown(other, player) == shown(state, player)
            assert one.legal_actions() == state.legal_actions() or player != state.current_player()
            tried, varied = tried + 1, varied + (one._position != other._position)
            # from another state that looks the same, the same number draws the same state
            again = one.resample_from_infostate(player, lambda: 0.25)
            first = state.resample_from_infostate(player, lambda: 0.25)
            assert vars(again).keys() == vars(first).keys()
            assert again._position == first._position
            assert again.history() == first.history() == []
            for seat in range(setting.players):
                assert shown(again, seat) == shown(first, seat)
    assert varied > 0.7 * tried >= 0.7 * min(len(states), 8) * setting.players


@every_game
def test_parts_of_an_observation_have_names(game):
    loaded = pyspiel.load_game(short_name(game))
    state = dealt(loaded)
    observer = observation.make_observation(loaded)
    observer.set_from(state, 1)
    assert observer.tensor.tolist() == state.observation_tensor(1)
    fields = {field.name: field for field, _ in game.observation}
    assert list(observer.dict) == list(fields)
    for name, part in observer.dict.items():
        assert part.shape == fields[name].shape
    if "seat" in fields:
        assert (observer.dict["seat"] == [0, 1, 0, 0, 0][: fields["seat"].size]).all()


def test_observer_with_perfect_recall_gives_information_states():
    game = pyspiel.load_game(HIDDEN_COMMITMENTS)
    state = dealt(game)
    observer = observation.make_observation(game, observation.INFO_STATE_OBS_TYPE)
    assert observer.tensor is None
    assert observer.string_from(state, 1) == state.information_state_string(1)


def test_other_observers_are_refused():
    game = pyspiel.load_game(HIDDEN_COMMITMENTS)
    everything = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
    with pytest.raises(UserError, match="public information with one player"):
        observation.make_observation(game, everything)
    with pytest.raises(UserError, match="no parameters"):
        observation.make_observation(game, None, {"large": True})


# Copies


def serialized(state):
    return pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))[1]


COPIES = [
    copy.copy,
    copy.deepcopy,
    lambda state: state.clone(),
    lambda state: pickle.loads(pickle.dumps(state)),
    serialized,
]


@pytest.mark.parametrize("copied", COPIES, ids=["copy", "deepcopy", "clone", "pickle", "serialize"])
def test_copies_are_equal_and_go_their_own_way(copied):
    loaded = pyspiel.load_game(HIDDEN_COMMITMENTS)
    half_dealt = loaded.new_initial_state()
    half_dealt.apply_action(7)
    assert str(copied(half_dealt)) == str(half_dealt)
    for state in list(states_of_a_game(loaded, 2))[::4]:
        other = copied(state)
        before = [shown(state, player) for player in range(2)]
        assert [shown(other, player) for player in range(2)] == before
        assert other.history() == state.history()
        if not state.is_terminal():
            action = state.legal_actions()[-1]
            other.apply_action(action)
            assert [shown(state, player) for player in range(2)] == before
            state.apply_action(action)
            assert [shown(other, player) for player in range(2)] == [shown(state, player) for player in range(2)]


# Wrong arguments


@pytest.mark.parametrize(
    ("parameters", "reason"),
    [
        ({"players": 7}, "num_players must be a whole number from 2 to 4, not 7"),
        ({"players": 3, "edition": "mini"}, "the edition mini is for 2 players, not 3"),
        ({"max_rounds": 256}, "max_rounds must be a whole number from 1 to 255, not 256"),
        ({"reward": "fame"}, "unknown reward 'fame'"),
        ({"deals": -1}, "deals must be a whole number from 0"),
        ({"deals": 7, "edition": "mini"}, "deals must be at most 6, the number of different deals, not 7"),
        ({"history": -1}, "history must be a whole number from 0 to"),
        ({"history": 1 << 13}, "history must be a whole number from 0 to"),
        ({"colour": 1}, "parameter"),
    ],
)
def test_wrong_parameters_are_reported(parameters, reason):
    with pytest.raises((UserError, pyspiel.SpielError), match=reason):
        pyspiel.load_game("python_africana", parameters)


def test_illegal_action_is_reported_and_leaves_the_game_as_it_was():
    game = pyspiel.load_game("python_africana(edition=mini)")
    state = dealt(game)
    before = shown(state, 0), state.history()
    illegal = min(set(range(game.num_distinct_actions())) - set(state.legal_actions()))
    for action, reason in ((illegal, "illegal here"), (game.num_distinct_actions(), "out of range")):
        with pytest.raises(UserError, match=reason):
            state.apply_action(action)
    with pytest.raises(UserError, match="a chance outcome must be a whole number from 0 to 255, not 256"):
        game.new_initial_state().apply_action(256)
    assert (shown(state, 0), state.history()) == before


# Exact algorithms


@pytest.fixture(scope="module")
def small_game():
    """A game with a cached tree."""
    return pyspiel.convert_to_cached_tree(pyspiel.load_game(SMALL))


def test_exploitability_falls_with_counterfactual_regret_minimization(small_game):
    uniform = exploitability.exploitability(small_game, policy.UniformRandomPolicy(small_game))
    assert uniform == pytest.approx(pyspiel.nash_conv(small_game, pyspiel.UniformRandomPolicy(small_game)) / 2)
    assert uniform > 0.5
    solver = pyspiel.CFRPlusSolver(small_game)
    for _ in range(8):
        solver.evaluate_and_update_policy()
    assert pyspiel.nash_conv(small_game, solver.average_policy()) / 2 < 0.1


def test_exploitability_falls_with_sampled_regret_minimization():
    game = pyspiel.convert_to_cached_tree(pyspiel.load_game("python_afritoria(edition=mini,deals=20)"))
    np.random.seed(1)  # OpenSpiel draws from NumPy's global generator
    uniform = exploitability.nash_conv(game, policy.UniformRandomPolicy(game))
    solving = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(300):
        solving.iteration()
    assert exploitability.nash_conv(game, solving.average_policy()) < 0.5 * uniform


# Algorithms that sample


def test_information_set_tree_search_plays():
    game = pyspiel.load_game("python_africana(edition=mini)")
    rng = Random(4)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bots = [ismcts.ISMCTSBot(game, evaluator, 2.0, 10, random_state=np.random.RandomState(seat)) for seat in range(2)]
    state = any_deal(game, rng)
    for _ in range(12):
        if state.is_terminal():
            break
        decisions, action = bots[state.current_player()].step_with_policy(state)
        assert sorted(legal for legal, _ in decisions) == state.legal_actions()
        assert math.isclose(sum(probability for _, probability in decisions), 1)
        state.apply_action(int(action))
    assert len(state.history()) > 10


def test_agents_of_openspiel_play():
    sampler = rl_environment.ChanceEventSampler(seed=1)
    environment = rl_environment.Environment(HIDDEN_COMMITMENTS, chance_event_sampler=sampler)
    actions = environment.action_spec()["num_actions"]
    agents = [random_agent.RandomAgent(player, actions) for player in range(2)]
    step = environment.reset()
    while not step.last():
        mover = step.observations["current_player"]
        assert np.shape(step.observations["info_state"][mover]) == environment.observation_spec()["info_state"]
        step = environment.step([agents[mover].step(step).action])
    assert sum(step.rewards) == 0
