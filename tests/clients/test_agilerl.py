"""AgileRL reads the masks of all agents from `infos`."""

import numpy as np
import pytest
from support import GAMES, module_of

pytest.importorskip("agilerl", reason="agilerl is not installed")
pytest.importorskip("agilerl.algorithms.ippo", reason="agilerl cannot be imported as it is installed")

from agilerl.algorithms.ippo import IPPO

PARALLEL = [game for game in GAMES if hasattr(module_of(game), "parallel_env")]


@pytest.mark.parametrize("game", PARALLEL, ids=[game.name for game in PARALLEL])
def test_ippo_plays_a_game_with_the_masks_of_infos(game):
    env = module_of(game).parallel_env(num_players=2, max_rounds=2)
    agents = env.possible_agents
    player = IPPO(
        [env.observation_space(agent)["observation"] for agent in agents],
        [env.action_space(agent) for agent in agents],
        agent_ids=agents,
    )
    observations, infos = env.reset(seed=1)
    while env.agents:
        features = {agent: seen["observation"] for agent, seen in observations.items()}
        actions = {agent: int(np.squeeze(action)) for agent, action in player.get_action(features, infos)[0].items()}
        assert all(observations[agent]["action_mask"][action] for agent, action in actions.items())
        observations, _, _, _, infos = env.step(actions)
