"""`infos` have the same keys at every step, because recorders and learners read the keys at `reset`. The AEC
environment's are tested in `conformance/test_infos.py`.

PettingZoo's masks are only in observations, as in its own games: TorchRL refuses a mask in both places.
"""

import gymnasium
import numpy as np
import pytest
from support import every_game, module_of, shapes

from africana_env.api.metadata import gymnasium_id
from africana_env.engine.game.state import CUT_OFF


@every_game
@pytest.mark.parametrize("players", [2, 3, 4])
def test_infos_of_the_parallel_environment(game, players):
    if players not in game.players:
        pytest.skip("for other numbers of players")
    env = module_of(game).parallel_env(num_players=players, max_rounds=2)
    observations, infos = env.reset(seed=1)
    first = shapes(infos["player_0"])
    while True:
        assert list(infos) == list(observations) == env.possible_agents
        for agent, seen in observations.items():
            assert shapes(infos[agent]) == first
            assert infos[agent]["scores"][-1] == env.aec.scores()[agent]["total"]
            assert seen["action_mask"].shape == (env.action_space(agent).n,)
            assert infos[agent]["cut_off"] == (env.aec.unwrapped.batch.status[0] == CUT_OFF)
        if not env.agents:
            break
        assert all(seen["action_mask"].any() for seen in observations.values())
        observations, *_, infos = env.step({a: int(seen["action_mask"].argmax()) for a, seen in observations.items()})


@every_game
def test_infos_of_the_gymnasium_environments(game):
    env = gymnasium.make(gymnasium_id(game.name), num_players=2, max_rounds=2)
    vector = gymnasium.make_vec(gymnasium_id(game.name), 3, num_players=2, max_rounds=2)
    for one, step in ((env, lambda: int(env.unwrapped.action_masks().argmax())), (vector, vector.action_space.sample)):
        _, info = one.reset(seed=1)
        first, ends = shapes(info), 0
        while ends < 2:
            *_, terminated, _, info = one.step(step())
            assert shapes(info) == first
            ends += np.any(terminated)
            if one is env and terminated:
                assert shapes(one.reset()[1]) == first
