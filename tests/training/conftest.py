import pytest
import torch
from africana_training.config.settings import OptimizerConfig, RatingConfig, RolloutConfig, TrainConfig
from africana_training.networks.registry import new_network
from africana_training.rollout.games import make_batches
from africana_training.rollout.league import League, LeagueConfig
from africana_training.rollout.rollout import Rollout
from africana_training.runs.session import train

from africana_env import load_game


@pytest.fixture
def rollout_of():
    """Makes a rollout that has begun, a network and a generator."""

    def make(num_players=2, expert=None, game_name="africana_v0", games=16, steps=24, **league):
        game = load_game(game_name)
        generator = torch.Generator().manual_seed(0)
        players = num_players if isinstance(num_players, list) else [num_players]
        batches = make_batches(game, games, players, "reconstructed", "lead")
        rollout = Rollout(batches, steps, League(LeagueConfig(**({"share": 0.0} | league)), generator), expert)
        rollout.league.open = True
        rollout.reset(0)
        torch.manual_seed(0)
        return rollout, new_network(game, [8]).eval(), generator

    return make


@pytest.fixture(scope="session")
def tiny():
    """Makes the config of a run of a second."""

    def make(folder, **changes):
        values = {
            "game": "africana_v0",
            "run_folder": str(folder),
            "num_players": 2,
            "layers": [16],
            "total_timesteps": 192,
            "rollout": RolloutConfig(num_games=8, num_steps=8),
            "optimizer": OptimizerConfig(update_epochs=1, minibatch_size=32),
            "league": LeagueConfig(share=0.5, opponents=["greedy"], snapshots=2),
            "rating": RatingConfig(deals=0),
        }
        return TrainConfig(**(values | changes))

    return make


@pytest.fixture(scope="session")
def whole(tmp_path_factory, tiny):
    """The folder of such a run that was never stopped."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    train(tiny(folder))
    return folder
