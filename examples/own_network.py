"""A custom network with residual layers, trained briefly by `africana train` with `network: MODULE:NAME`.

pip install --constraint constraints.txt '.[train]'   # in a copy of the repository
python examples/own_network.py --timesteps 200000 --num_games 500
"""

import argparse
import tempfile
from pathlib import Path

import torch
from africana_training.config.settings import TrainConfig
from africana_training.networks.registry import ILLEGAL
from africana_training.runs.session import train
from torch import Tensor, nn

from africana_env import Game, load_game
from africana_env.arena.evaluate import evaluate


class Residual(nn.Module):
    """Residual layers. Made from the game and the config's `layers`."""

    def __init__(self, game: Game, layers: list[int]) -> None:
        super().__init__()
        width = layers[0]
        self.register_buffer("scale", 1.0 / torch.from_numpy(game.observation.maxima()))
        self.first = nn.Linear(len(game.observation), width)
        self.blocks = nn.ModuleList(nn.Linear(width, width) for _ in layers[1:])
        self.policy, self.value = nn.Linear(width, len(game.actions)), nn.Linear(width, 1)

    def forward(self, observation: Tensor, action_mask: Tensor) -> tuple[Tensor, Tensor]:
        """Logits (games, actions) and values (games,), from observations `uint8` and masks `int8`."""
        hidden = torch.relu(self.first(observation * self.scale))
        for block in self.blocks:
            hidden = hidden + torch.relu(block(hidden))
        return self.policy(hidden).masked_fill(action_mask == 0, ILLEGAL), self.value(hidden).squeeze(-1)


def main() -> None:
    """Train the network, then play against `random`."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--timesteps", type=int, default=200_000)
    parser.add_argument("--num_games", type=int, default=500)
    options = parser.parse_args()
    name = f"{Path(__file__).stem}:Residual"  # Python looks for modules in this folder first
    with tempfile.TemporaryDirectory() as folder:
        config = TrainConfig(
            "africana_v0",
            f"{folder}/run",
            network=name,
            layers=[64, 64, 64],
            total_timesteps=options.timesteps,
        )
        trained = train(config)
        bot = f"policy:{trained.policy},network={name}"
        (result,) = evaluate(load_game("africana_v0"), bot, ["random"], num_games=options.num_games).results
        print(f"{result.win_rate:.0%} of {result.num_games} games won against random")


if __name__ == "__main__":
    main()
