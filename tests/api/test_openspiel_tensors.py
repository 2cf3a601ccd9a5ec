"""OpenSpiel's information state tensors: everything that a seat has seen, or an error."""

from random import Random

import numpy as np
import pytest
from support import every_game

from africana_env import UserError

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")

observation = pytest.importorskip("open_spiel.python.observation")
pytest.importorskip("africana_env.api.openspiel")  # registers the games

MINIS = ["python_africana(edition=mini,deals=6,history=28)", "python_afritoria(edition=mini,deals=20,history=28)"]
every_mini = pytest.mark.parametrize("name", MINIS)


def states_of(game, games, seed=0):
    """Yield every state with a player to move, and the last one, of some random games."""
    rng = Random(seed)
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            if not state.is_chance_node():
                yield state.clone()


@every_game
def test_without_room_they_are_refused_and_reported(game):
    loaded = pyspiel.load_game(f"python_{game.name.removesuffix('_v0')}")
    assert not loaded.get_type().provides_information_state_tensor
    state = next(states_of(loaded, 1))
    for ask in (lambda: state.information_state_tensor(0), loaded.information_state_tensor_size):
        with pytest.raises(UserError, match="information state tensors are for short games"):
            ask()
    assert len(state.observation_tensor(0)) == len(game.observation)


@every_mini
def test_two_of_them_are_equal_where_the_information_states_are(name):
    game = pyspiel.load_game(name)
    assert game.get_type().provides_information_state_tensor
    (size,) = game.information_state_tensor_shape()
    seen = {}
    for state in states_of(game, 15):
        for player in range(2):
            tensor = np.array(state.information_state_tensor(player), np.float32)
            assert tensor.shape == (size,)
            seen.setdefault((player, state.information_state_string(player)), set()).add(tensor.tobytes())
    assert all(len(tensors) == 1 for tensors in seen.values())
    assert len({(player, *tensors) for (player, _), tensors in seen.items()}) == len(seen) > 100


@every_mini
def test_their_rows_are_the_observations_with_the_own_actions(name):
    game, rng = pyspiel.load_game(name), Random(1)
    observer = observation.make_observation(game, observation.INFO_STATE_OBS_TYPE)
    state = game.new_initial_state()
    state.apply_action(0)
    views, actions = [state.observation_tensor(0)], [None]
    while not state.is_terminal():
        mover, action = state.current_player(), rng.choice(state.legal_actions())
        state.apply_action(action)
        if mover == 0 or state.observation_tensor(0) != views[-1]:
            views.append(state.observation_tensor(0))
            actions.append(action if mover == 0 else None)
    observer.set_from(state, 0)
    assert observer.tensor.tolist() == state.information_state_tensor(0)
    assert observer.dict["views"][: len(views)].tolist() == views
    assert not observer.dict["views"][len(views) :].any()
    done = [row.nonzero()[0].tolist() for row in observer.dict["actions"]]
    assert done[: len(actions)] == [[] if action is None else [action] for action in actions]
    assert not any(done[len(actions) :])


def test_more_views_than_there_is_room_for_are_refused():
    game = pyspiel.load_game("python_africana(edition=mini,deals=6,history=2)")
    for state in states_of(game, 1):
        seen = len(state._histories[0])
        if seen <= 2:
            assert any(state.information_state_tensor(0))
            continue
        with pytest.raises(UserError, match=f"^player 0 has seen {seen} views: load the game with history={seen}$"):
            state.information_state_tensor(0)


@every_mini
def test_what_is_resampled_keeps_the_tensor_of_the_player(name):
    rng = Random(3)
    for state in states_of(pyspiel.load_game(name), 3):
        other = state.resample_from_infostate(0, rng.random)
        assert other.information_state_tensor(0) == state.information_state_tensor(0)
        if not other.is_terminal():
            other.apply_action(rng.choice(other.legal_actions()))
            assert len(other.history_of(0)) <= len(state.history_of(0)) + 1
