"""Behaviour cloning: a network imitates the bots of a dataset.

    pip install --constraint constraints.txt '.[train]'   # in a copy of the repository
    python examples/behaviour_cloning.py --num_games 4000

Records games of `greedy` and learns its actions. Prints the accuracy of the likeliest action, and the win rates against
`random` and `greedy`.

With 4000 games of two-player Africana (30 s on one core), the accuracy is 88.0 % after three epochs. The win rate over
200 games is 100 % (96.3 to 100) against `random` and 32.0 % (26.1 to 38.5) against `greedy`. One seed.
"""

import argparse
from collections.abc import Sequence
from tempfile import TemporaryDirectory

import torch
from africana_training.datasets import DecisionBatches
from africana_training.networks.registry import new_network
from africana_training.policies.bot import PolicyBot
from torch import nn
from torch.utils.data import DataLoader

from africana_env import Game, game_names, load_game
from africana_env.arena.evaluate import evaluate
from africana_env.data import Dataset, record_dataset

EPOCHS, LEARNING_RATE = 3, 1e-3


def main(arguments: Sequence[str] | None = None) -> None:
    """Record, imitate, and play against the imitated bot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", choices=game_names(), default="africana_v0")
    parser.add_argument("--num_games", type=int, default=4000)
    options = parser.parse_args(arguments)
    game = load_game(options.game)
    with TemporaryDirectory() as folder:
        record_dataset(game, ["greedy"], options.num_games, folder, num_players=2)
        dataset = Dataset(folder)
        print(dataset)
        network = imitate(game, dataset)
    bot = PolicyBot(game, network, 200, temperature=0)
    for result in evaluate(game, bot, ["random", "greedy"], num_players=2, num_games=200).results:
        low, high = result.ci95
        print(f"games won against {result.against}: {result.win_rate:.1%} ({low:.1%} to {high:.1%})")


def imitate(game: Game, dataset: Dataset) -> nn.Module:
    """Train a network to imitate the bots of a dataset."""
    torch.manual_seed(0)
    network = new_network(game, [128, 128])
    optimizer = torch.optim.Adam(network.parameters(), LEARNING_RATE)
    loader = DataLoader(DecisionBatches(dataset), batch_size=None)
    for epoch in range(EPOCHS):
        right = decided = 0
        for some in loader:
            logits, _ = network(some["observation"], some["action_mask"])
            loss = torch.nn.functional.cross_entropy(logits, some["action"])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            choices = some["action_mask"].sum(1) > 1  # a forced decision teaches nothing
            right += int((logits.argmax(1) == some["action"])[choices].sum())
            decided += int(choices.sum())
        print(f"epoch {epoch + 1}: accuracy {right / decided:.1%}")
    return network


if __name__ == "__main__":
    main()
