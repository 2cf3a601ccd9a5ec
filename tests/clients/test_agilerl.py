"""AgileRL reads the masks of all agents from `infos`; wrappers for it put them there."""

import numpy as np
import pytest
from support import every_game, module_of

pytest.importorskip("agilerl", reason="agilerl is not installed")
pytest.importorskip("agilerl.algorithms.ippo", reason="agilerl cannot be imported as it is installed")

from agilerl.algorithms.ippo import IPPO


def with_masks(observations, infos):
    return {agent: infos[agent] | {"action_mask": seen["action_mask"]} for agent, seen in observations.items()}


@every_game
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
        chosen = player.get_action(features, with_masks(observations, infos))
        actions = {agent: int(np.squeeze(action)) for agent, action in chosen[0].items()}
        assert all(observations[agent]["action_mask"][action] for agent, action in actions.items())
        observations, _, _, _, infos = env.step(actions)
