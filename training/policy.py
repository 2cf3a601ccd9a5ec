"""Trained policies as files."""

import json
from pathlib import Path
from typing import Any

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import save

from africana_env import Game, UserError, atomic_write, load_game
from africana_env.engine.files import check_regular, shown
from training.network import PolicyValueNetwork, group_features

FORMAT = "1"
SUFFIX = ".safetensors"


def new_network(game: Game, layers: list[int]) -> PolicyValueNetwork:
    """A network for `game` with fresh weights."""
    return PolicyValueNetwork(torch.from_numpy(game.observation.maxima()), group_features(game), layers)


def save_tensors(path: Path, tensors: dict[str, torch.Tensor], metadata: dict[str, str]) -> None:
    """Write a safetensors file; it appears complete or not at all."""
    atomic_write(path, save({name: tensor.contiguous() for name, tensor in tensors.items()}, metadata))


def load_tensors(path: Path, what: str) -> tuple[dict[str, torch.Tensor], dict[str, str]]:
    """The tensors and metadata of a safetensors file; raises `UserError` if it is not one."""
    try:
        check_regular(path)
        with safe_open(path, "pt") as file:
            return {name: file.get_tensor(name) for name in file.keys()}, file.metadata() or {}  # noqa: SIM118
    except FileNotFoundError:
        raise UserError(f"there is no {what} {shown(path)}: name a {SUFFIX} file that `africana train` wrote") from None
    except (SafetensorError, OSError, ValueError) as error:
        raise UserError(
            f"{shown(path)} is not a {what} that `africana train` wrote: {str(error).splitlines()[0]}"
        ) from None


def save_policy(path: Path, network: PolicyValueNetwork, game: Game, about: dict[str, Any]) -> None:
    """Save a network with what is needed to use it; `about` is kept beside it, for people."""
    metadata = {
        "format": FORMAT,
        "game": game.name,
        "layers": json.dumps(network.layers),
        "about": json.dumps(about),
    }
    save_tensors(path, network.state_dict(), metadata)


def load_policy(path: str | Path) -> tuple[Game, PolicyValueNetwork, dict[str, Any]]:
    """The game, the network and what was saved about it; raises `UserError` if the file is missing, no checkpoint, or
    does not fit this version of its game."""
    tensors, metadata = load_tensors(Path(path), "checkpoint")
    if metadata.get("format") != FORMAT:
        raise UserError(f"{shown(path)} is not a checkpoint of format {FORMAT} that `africana train` wrote")
    try:
        game = load_game(metadata["game"])
        network = new_network(game, json.loads(metadata["layers"]))
        about = json.loads(metadata["about"])
    except (KeyError, TypeError, ValueError, RuntimeError) as error:
        if isinstance(error, UserError):
            raise
        raise UserError(
            f"{shown(path)} is not a checkpoint that `africana train` wrote: its description is damaged"
        ) from None
    expected = {name: tensor.shape for name, tensor in network.state_dict().items()}
    if {name: tensor.shape for name, tensor in tensors.items()} != expected:
        raise UserError(f"{shown(path)} was trained on another version of {game.name}: train it anew")
    network.load_state_dict(tensors)
    if not all(bool(tensor.isfinite().all()) for tensor in tensors.values()):
        raise UserError(f"{shown(path)} holds weights that are not numbers: train it anew")
    return game, network.eval(), about
