"""As a bot, a model of another library sees the observations of its environments."""

import gymnasium
import numpy as np
import pytest
from africana_training.studies.maskable_ppo import MaskablePPOBot

from africana_env import Batch, load_game
from africana_env.api.metadata import gymnasium_id
from africana_env.api.registration import own_names


class Model:
    """Records its inputs, and takes the last legal action."""

    def predict(self, observation, action_masks, deterministic):
        self.observation, self.masks, self.deterministic = observation, action_masks, deterministic
        return action_masks.shape[1] - 1 - action_masks[:, ::-1].argmax(1), None


@pytest.mark.parametrize("name", own_names())
def test_it_reads_the_floats_of_its_environments(name):
    game, model = load_game(name), Model()
    batch, bot = Batch(game, 3, num_players=2), MaskablePPOBot(model, game)
    batch.reset_to(5)
    actions, rows = np.full(3, -1), np.array([True, False, True])
    bot.act(batch, rows, actions)
    env = gymnasium.make(gymnasium_id(name), num_players=2, seat=int(batch.current_player[0]))
    observation, info = env.reset(seed=5)
    np.testing.assert_array_equal(model.observation[0], observation)
    assert model.observation.dtype == np.float32
    assert model.observation.shape == (2, len(observation))
    np.testing.assert_array_equal(model.masks[0], info["action_mask"])
    assert actions[0] == np.flatnonzero(info["action_mask"])[-1]
    assert actions[1] == -1
    assert model.deterministic is False
