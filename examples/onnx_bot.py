"""ONNX Runtime: a policy plays without PyTorch, from a file of `africana export-onnx`.

    pip install --constraint constraints.txt '.[train,onnx]'   # in a copy of the repository; `train` to export only
    africana export-onnx africana_v0 baseline policy.onnx
    python examples/onnx_bot.py policy.onnx --game africana_v0 --against greedy

The model reads the observations of batches. The shipped `policy:baseline` wins 97.8 % (96.7 to 98.5) of 1000 two-player
games of Africana against `greedy`.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime

from africana_env import game_names, load_game
from africana_env.arena.evaluate import evaluate


def main(arguments: Sequence[str] | None = None) -> float:
    """Play, then print and return the win rate."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path, help="the .onnx file")
    parser.add_argument("--game", default="africana_v0", choices=game_names())
    parser.add_argument("--num_players", type=int, default=2)
    parser.add_argument("--against", default="random", help="the bot in the other seats")
    parser.add_argument("--num_games", type=int, default=1000)
    options = parser.parse_args(arguments)
    game = load_game(options.game)
    model = onnxruntime.InferenceSession(options.model, providers=["CPUExecutionProvider"])

    def likeliest(observations: np.ndarray, masks: np.ndarray, rng: Any) -> np.ndarray:
        logits, _ = model.run(None, {"observation": observations, "action_mask": masks})
        return np.asarray(logits).argmax(axis=1)  # illegal actions have -1e9

    result = evaluate(
        game, likeliest, [options.against], num_players=options.num_players, num_games=options.num_games
    ).results[0]
    low, high = result.ci95
    interval = f"{result.win_rate:.1%} ({low:.1%} to {high:.1%})"
    won = f"{interval} of {result.num_games} games won against {options.against}"
    print(f"{game.title}, {options.num_players} players: {won}")
    return result.win_rate


if __name__ == "__main__":
    main()
