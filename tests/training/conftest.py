import pytest
import torch

from africana_env import load_game
from training.config.settings import ImitationConfig, LeagueConfig, PPOConfig, RatingConfig, TrainConfig
from training.networks.registry import new_network
from training.rollout.league import League
from training.rollout.rollout import Rollout


@pytest.fixture
def rollout_of():
    """Makes a rollout that has begun, a network and a generator."""

    def make(num_players=2, teacher=None, game_name="africana_v0", games=16, steps=24, **league):
        config = TrainConfig(
            game_name,
            "unused",
            num_players,
            ppo=PPOConfig(num_games=games, num_steps=steps),
            league=LeagueConfig(**({"share": 0.0} | league)),
            imitation=ImitationConfig(teacher),
        )
        game = load_game(game_name)
        generator = torch.Generator().manual_seed(0)
        rollout = Rollout(game, config, League(config.league, generator))
        rollout.reset(config.seed)
        torch.manual_seed(0)
        return rollout, new_network(game, [8]).eval(), generator

    return make


@pytest.fixture
def tiny():
    """Makes the config of a run of a second."""

    def make(folder, **changes):
        ppo = PPOConfig(num_games=8, num_steps=8, update_epochs=1, minibatch_size=32)
        values = {
            "game": "africana_v0",
            "run_folder": str(folder),
            "num_players": 2,
            "layers": [16],
            "total_timesteps": 192,
            "ppo": ppo,
            "league": LeagueConfig(share=0.5, opponents=["greedy"], snapshots=2),
            "rating": RatingConfig(deals=0),
        }
        return TrainConfig(**(values | changes))

    return make
