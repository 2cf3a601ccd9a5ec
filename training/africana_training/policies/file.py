"""Files of trained policies."""

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import torch
from pydantic import TypeAdapter
from safetensors import SafetensorError, safe_open
from safetensors.torch import save
from torch import Tensor, nn

from africana_env import Game, ObservationName, UserError, atomic_write, load_game
from africana_env.engine.process.errors import error_reason, escape, format_name, format_value
from africana_env.engine.process.files import check_regular
from africana_training.fields import Layers
from africana_training.networks.registry import MLP, NETWORKS, new_network, observation_of
from africana_training.policies.shipped import SUFFIX, shipped_names

FORMAT = "2"
STORED = (torch.float32, torch.float16)
"""Types of saved weights: as trained, or in half the space. Networks compute in `float32`."""
MAX_HEADER = 1 << 20
"""Most bytes of names, shapes and metadata."""
LAYERS = TypeAdapter(Layers)


def save_tensors(path: Path, tensors: Mapping[str, Tensor], metadata: Mapping[str, str]) -> None:
    """Write a safetensors file for `TensorFile`, completely or not at all. Raises `UserError` for more tensors than it
    reads."""
    tensors = {name: tensor.contiguous().cpu() for name, tensor in tensors.items()}
    metadata = {"format": FORMAT, **metadata}
    data = save(tensors, {**metadata, "checksum": checksum_of(tensors, metadata)})
    if (size := int.from_bytes(data[:8], "little")) > MAX_HEADER:
        raise UserError(f"cannot write {format_name(path)}: {len(tensors):,} tensors have a header of {size:,} bytes")
    atomic_write(path, data)


def checksum_of(tensors: Mapping[str, Tensor], metadata: Mapping[str, str]) -> str:
    """Return the checksum of tensors and metadata."""
    digest = hashlib.sha256(json.dumps({**metadata, "checksum": ""}, sort_keys=True).encode())
    for name, tensor in sorted(tensors.items()):
        digest.update(json.dumps([name, str(tensor.dtype), tensor.shape]).encode())
        digest.update(tensor.numpy().tobytes())
    return digest.hexdigest()


class TensorFile:
    """A file written by `save_tensors`: its metadata and the shapes of its tensors. `load` reads the tensors.

    `what` names the kind of file in messages. Raises `UserError` for any other file.
    """

    def __init__(self, path: Path, what: str) -> None:
        self._name, self._what = format_name(path), what
        try:
            check_regular(path)
            check_header(path)
            self._file = safe_open(path, "pt")
            self.metadata: dict[str, str] = self._file.metadata() or {}
            self.shapes = {name: tuple(self._file.get_slice(name).get_shape()) for name in self._file.keys()}  # noqa: SIM118
        except FileNotFoundError:
            raise UserError(
                f"there is no {what} {self._name}: name a {SUFFIX} file that `africana train` wrote, "
                f"or {', '.join(shipped_names())}"
            ) from None
        except IsADirectoryError:
            raise UserError(f"{self._name} is a folder, not a {what}: name a {SUFFIX} file in it") from None
        except (SafetensorError, OSError, ValueError) as error:
            raise self.foreign(error_reason(error)) from None
        if "format" not in self.metadata:
            raise self.foreign("it does not say its format")
        if self.metadata["format"] != FORMAT:
            version = format_value(self.metadata["format"])
            raise UserError(f"{self._name} is a {what} of format {version}, not {FORMAT!r}: train it again")

    def load(self, dtypes: Collection[torch.dtype]) -> dict[str, Tensor]:
        """Return the tensors. Raises `UserError` if one is not of `dtypes`, or if the file was changed."""
        try:
            tensors = {name: self._file.get_tensor(name).clone() for name in self.shapes}
        except (SafetensorError, ValueError, RuntimeError) as error:
            raise self.foreign(error_reason(error)) from None
        if any(tensor.dtype not in dtypes for tensor in tensors.values()):
            raise self.foreign(
                f"its numbers are not {' or '.join(str(each).removeprefix('torch.') for each in dtypes)}"
            )
        if self.metadata.get("checksum") != checksum_of(tensors, self.metadata):
            raise UserError(f"{self._name} was altered or damaged after it was saved: its checksum is wrong")
        return tensors

    def foreign(self, reason: str) -> UserError:
        """Return the error for a file of another kind."""
        return UserError(f"{self._name} is not a {self._what} that `africana train` wrote: {reason}")


def check_header(path: Path) -> None:
    """Raise `ValueError` for a huge header, which safetensors would read."""
    with path.open("rb") as file:
        size = int.from_bytes(file.read(8), "little")
    if size > MAX_HEADER:
        raise ValueError(f"its header has {size:,} bytes")


def layout_digest(game: Game, observation: ObservationName) -> str:
    """Return a text that changes with the order, names or sizes of a game's actions and of an observation: the same
    shapes with another meaning would load and play badly."""
    actions = [(group.name, group.size) for group in game.actions.groups]
    parts = [(part.name, part.shape) for part in game.space_of(observation).parts]
    return hashlib.sha256(json.dumps([actions, parts]).encode()).hexdigest()


def save_policy(
    path: Path, network: nn.Module, game: Game, about: Mapping[str, Any], layers: Sequence[int], *, name: str = MLP
) -> None:
    """Save a network that `new_network` made by `name` and `layers`, with `about` in its `Description`. Raises
    `UserError` unless `about` is valid JSON."""
    try:
        said = json.dumps(dict(about))
    except (TypeError, ValueError) as error:
        raise UserError(f"the description of a policy must be valid JSON: {error_reason(error)}") from None
    metadata = {
        "game": game.name,
        "network": name,
        "layers": json.dumps(list(layers)),
        "layout": layout_digest(game, observation_of(network)),
        "about": said,
    }
    save_tensors(path, network.state_dict(), metadata)


class Description(NamedTuple):
    """The description in a policy's file."""

    game: Game
    network: str
    """Its name in a config."""
    layers: list[int]
    about: dict[str, Any]
    """Its training, such as the `reward` that its values predict."""


def description_of(file: TensorFile) -> Description:
    """Return the description in a policy's file. Raises `UserError` if it is damaged."""
    try:
        game = load_game(file.metadata["game"])
        layers = LAYERS.validate_json(file.metadata["layers"])
        about = json.loads(file.metadata["about"])
    except UserError as error:
        raise file.foreign(str(error)) from None
    except (KeyError, ValueError, RecursionError):
        raise file.foreign("its description is damaged") from None
    return Description(game, file.metadata.get("network", MLP), layers, about if isinstance(about, dict) else {})


def describe_policy(path: str | Path) -> Description:
    """Return the description of a policy without its weights. Raises `UserError` for a file of another kind."""
    return description_of(TensorFile(Path(path), "policy"))


def load_policy(
    path: str | Path, *, own_network: str | None = None, game: Game | None = None
) -> tuple[Game, nn.Module, dict[str, Any]]:
    """Return a policy's game, network and `Description.about`. Raises `UserError` if the file is missing, is not a
    policy, plays another game than `game`, or was trained on another version of it.

    A file never decides which code runs: a policy with a custom network `MODULE:NAME` loads only if `own_network` names
    it.
    """
    file = TensorFile(Path(path), "policy")
    trained, name, layers, about = description_of(file)
    if game is not None and game is not trained:
        raise UserError(f"{format_name(path)} plays {trained.name}, not {game.name}")
    if name in NETWORKS and own_network is not None and ":" in own_network:
        raise UserError(f"{format_name(path)} has the network {name}: leave out network={escape(own_network)}")
    if name in NETWORKS:
        with torch.device("meta"):  # shapes only: no time or memory is spent before they fit
            network = new_network(trained, layers, name)
    elif name == own_network:
        with torch.random.fork_rng([]):  # drawing weights must not change the program's generator
            network = new_network(trained, layers, name)
    else:
        raise UserError(f"{format_name(path)} has a custom network, {format_value(name)}: add network={escape(name)}")
    shapes = {name: tuple(tensor.shape) for name, tensor in network.state_dict().items()}
    if file.shapes != shapes or file.metadata.get("layout") != layout_digest(trained, observation_of(network)):
        raise UserError(f"{format_name(path)} was trained on another version of {trained.name}: train it again")
    tensors = {name: tensor.float() for name, tensor in file.load(STORED).items()}
    if not all(bool(tensor.isfinite().all()) for tensor in tensors.values()):
        raise UserError(f"{format_name(path)} has weights that are not numbers: train it again")
    network.load_state_dict(tensors, assign=True)
    return trained, network.eval(), about
