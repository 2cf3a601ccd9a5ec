"""Trained policies as files."""

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

from africana_env import Game, UserError, atomic_write, load_game
from africana_env.engine.process.errors import error_reason, escape, format_name, format_value
from africana_env.engine.process.files import check_regular
from africana_training.fields import Layers
from africana_training.networks.registry import MLP, NETWORKS, new_network
from africana_training.policies.shipped import SUFFIX, shipped_names

FORMAT = "2"
STORED = (torch.float32, torch.float16)
"""The types in which weights may be saved: as trained, or in half the space. Networks compute in `float32`."""
MAX_HEADER = 1 << 20
"""Bytes of names, shapes and metadata."""
LAYERS = TypeAdapter(Layers)


def save_tensors(path: Path, tensors: Mapping[str, Tensor], metadata: Mapping[str, str]) -> None:
    """Write a safetensors file that `TensorFile` reads; it appears complete or not at all. Raises `UserError` for so
    many tensors that it would not be read."""
    tensors = {name: tensor.contiguous().cpu() for name, tensor in tensors.items()}
    metadata = {"format": FORMAT, **metadata}
    data = save(tensors, {**metadata, "checksum": checksum_of(tensors, metadata)})
    if (size := int.from_bytes(data[:8], "little")) > MAX_HEADER:
        raise UserError(f"cannot write {format_name(path)}: {len(tensors):,} tensors have a header of {size:,} bytes")
    atomic_write(path, data)


def checksum_of(tensors: Mapping[str, Tensor], metadata: Mapping[str, str]) -> str:
    """A text that changes with any bit of tensors and metadata."""
    digest = hashlib.sha256(json.dumps({**metadata, "checksum": ""}, sort_keys=True).encode())
    for name, tensor in sorted(tensors.items()):
        digest.update(json.dumps([name, str(tensor.dtype), tensor.shape]).encode())
        digest.update(tensor.numpy().tobytes())
    return digest.hexdigest()


class TensorFile:
    """A file that `save_tensors` wrote: its metadata, and the shapes of its tensors, which `load` reads.

    `what` says in messages what it should be. Raises `UserError` for any other file.
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
            raise UserError(f"{self._name} is a {what} of format {version}, not {FORMAT!r}: train it anew")

    def load(self, dtypes: Collection[torch.dtype]) -> dict[str, Tensor]:
        """The tensors as they were saved, all of these types; raises `UserError` for others."""
        try:
            tensors = {name: self._file.get_tensor(name).clone() for name in self.shapes}
        except (SafetensorError, ValueError, RuntimeError) as error:
            raise self.foreign(error_reason(error)) from None
        if any(tensor.dtype not in dtypes for tensor in tensors.values()):
            raise self.foreign(
                f"its numbers are not {' or '.join(str(each).removeprefix('torch.') for each in dtypes)}"
            )
        if self.metadata.get("checksum") != checksum_of(tensors, self.metadata):
            raise UserError(f"{self._name} was altered or damaged after it was saved: its checksum does not fit")
        return tensors

    def foreign(self, reason: str) -> UserError:
        """The error for a file of another kind."""
        return UserError(f"{self._name} is not a {self._what} that `africana train` wrote: {reason}")


def check_header(path: Path) -> None:
    """Raise `ValueError` for a safetensors file of which safetensors would read a huge header."""
    with path.open("rb") as file:
        size = int.from_bytes(file.read(8), "little")
    if size > MAX_HEADER:
        raise ValueError(f"its header has {size:,} bytes")


def save_policy(
    path: Path, network: nn.Module, game: Game, about: Mapping[str, Any], layers: Sequence[int], *, name: str = MLP
) -> None:
    """Save the network that `new_network` made by `name` and `layers`; `about` is that of its `Description`. Raises
    `UserError` unless that is texts, numbers and the like, as JSON has them."""
    try:
        said = json.dumps(dict(about))
    except (TypeError, ValueError) as error:
        raise UserError(f"what is said about a policy must be texts and numbers: {error_reason(error)}") from None
    metadata = {
        "game": game.name,
        "network": name,
        "layers": json.dumps(list(layers)),
        "about": said,
    }
    save_tensors(path, network.state_dict(), metadata)


class Description(NamedTuple):
    """What a policy's file says of it before its weights are read."""

    game: Game
    network: str
    """As a config names it."""
    layers: list[int]
    about: dict[str, Any]
    """What is known of its training, such as the `reward` that its values expect."""


def description_of(file: TensorFile) -> Description:
    """The description in a policy's file; raises `UserError` if it is damaged."""
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
    """The description of the policy in a file; raises `UserError` for a file of another kind."""
    return description_of(TensorFile(Path(path), "policy"))


def load_policy(
    path: str | Path, *, own_network: str | None = None, game: Game | None = None
) -> tuple[Game, nn.Module, dict[str, Any]]:
    """The game, the network and what was saved about it, see `Description.about`; raises `UserError` if the file is
    missing, no policy, of another game than `game` if that is given, or does not fit this version of it.

    A file never decides which code is run: if it holds a network called `MODULE:NAME`, that must be `own_network`.
    """
    file = TensorFile(Path(path), "policy")
    trained, name, layers, about = description_of(file)
    if game is not None and game is not trained:
        raise UserError(f"{format_name(path)} plays {trained.name}, not {game.name}")
    if name in NETWORKS and own_network is not None and ":" in own_network:
        raise UserError(f"{format_name(path)} holds the network {name}: leave out network={escape(own_network)}")
    if name in NETWORKS:
        with torch.device("meta"):  # its shapes alone: no time or memory before they are known to fit
            network = new_network(trained, layers, name)
    elif name == own_network:
        with torch.random.fork_rng([]):  # weights that are replaced are not to be drawn from the program's generator
            network = new_network(trained, layers, name)
    else:
        raise UserError(
            f"{format_name(path)} holds a network of other code, {format_value(name)}: say network={escape(name)}"
        )
    if file.shapes != {name: tuple(tensor.shape) for name, tensor in network.state_dict().items()}:
        raise UserError(f"{format_name(path)} was trained on another version of {trained.name}: train it anew")
    tensors = {name: tensor.float() for name, tensor in file.load(STORED).items()}
    if not all(bool(tensor.isfinite().all()) for tensor in tensors.values()):
        raise UserError(f"{format_name(path)} holds weights that are not numbers: train it anew")
    network.load_state_dict(tensors, assign=True)
    return trained, network.eval(), about
