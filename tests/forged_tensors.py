"""Forged tensor files: policies, learners and games of datasets."""

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import torch
from africana_training.policies.file import checksum_of, save_tensors
from africana_training.runs.checkpoints import DTYPES
from forged_json import forged_json
from forged_text import TEXTS
from safetensors.torch import load, save

FLOATS = [0.0, -1.0, 3e38, -3e38, 1e-45, float("nan"), float("inf")]


def forged_learner(data: bytes, rng: Random) -> bytes:
    """Return the state of a learner with a tensor forged, removed, added or renamed, and a right checksum; sometimes
    another safetensors file."""
    if rng.random() < 0.2:
        return forged_tensors(data, rng)
    _, tensors = read_safetensors(data)
    name = rng.choice(list(tensors))
    odd = tensors | {name: forged_tensor(tensors[name], rng)}
    tensors = rng.choice([odd, forged_names(tensors, rng)])
    return with_checksum(tensors, {}) if all(tensor.dtype in DTYPES for tensor in tensors.values()) else save(tensors)


def with_checksum(tensors: dict[str, torch.Tensor], metadata: dict[str, str]) -> bytes:
    return written(lambda path: save_tensors(path, tensors, metadata))


def forged_tensors(data: bytes, rng: Random) -> bytes:
    """Return a forged safetensors file with a right checksum."""
    header, tensors = read_safetensors(data)
    metadata = header.pop("__metadata__")
    match rng.randrange(4):
        case 0:
            metadata = forged_metadata(metadata, rng)
        case 1:
            name = rng.choice(list(tensors))
            tensors[name] = forged_tensor(tensors[name], rng)
        case 2:
            tensors = forged_names(tensors, rng)
        case 3:
            return with_header(data, json.dumps(forged_json({"__metadata__": metadata, **header}, rng)).encode())
    if all(tensor.dtype in DTYPES for tensor in tensors.values()):
        metadata["checksum"] = checksum_of(tensors, metadata)
    return save(tensors, {str(key): str(value) for key, value in metadata.items()})


def forged_arrays(data: bytes, rng: Random) -> bytes:
    """Return a file of NumPy arrays with a value changed, or an array removed, renamed or of another shape or type."""
    with np.load(BytesIO(data)) as file:
        arrays = dict(file)
    name = rng.choice(list(arrays))
    array = arrays.pop(name)
    match rng.randrange(6):
        case 0:
            pass
        case 1:
            name = rng.choice(["", "../seeds", "seeds", "x" * 5000])
        case 2:
            array = array.astype(rng.choice([np.float64, np.int8, np.str_, np.bool_]))
        case 3:
            array = rng.choice([array[1:], array[:, None], np.repeat(array, 2, axis=0), array[()]])
        case _:
            array.flat[rng.randrange(array.size)] = rng.choice([0, 1, 255, array.flat[0], array.flat[-1]])
    content = BytesIO()
    np.savez_compressed(content, **(arrays | {name: array}))
    return content.getvalue()


def read_safetensors(data: bytes) -> tuple[dict[str, Any], dict[str, torch.Tensor]]:
    size = 8 + int.from_bytes(data[:8], "little")
    return json.loads(data[8:size]), load(data)


def with_header(data: bytes, header: bytes) -> bytes:
    size = 8 + int.from_bytes(data[:8], "little")
    return len(header).to_bytes(8, "little") + header + data[size:]


def forged_metadata(metadata: dict[str, str], rng: Random) -> dict[str, str]:
    """Return metadata with an odd text, or an odd value in JSON."""
    key = rng.choice(list(metadata))
    try:
        inner = json.loads(metadata[key])
    except ValueError:
        inner = metadata[key]
    text = json.dumps(forged_json(inner, rng))
    sizes = ["[16, 1e400]", "[30000, 30000]", "[4096]", f"[{'4096, ' * 15}4096]"]
    odd = [text, text, text, "[" * 5000, "9" * 5000, *sizes, *TEXTS]
    changed = {**metadata, key: rng.choice(odd)}
    if rng.random() < 0.1:
        del changed[key]
    return changed


def forged_tensor(tensor: torch.Tensor, rng: Random) -> torch.Tensor:
    """Return a tensor of odd numbers, or of another type or shape."""
    odd = torch.tensor(rng.choice(FLOATS)).to(tensor.dtype)
    match rng.randrange(4):
        case 0:
            return odd.expand(tensor.shape).clone()
        case 1:
            tensor = tensor.clone()
            tensor.view(-1)[: rng.randrange(tensor.numel() + 1)] = odd
            return tensor
        case 2:
            return tensor.to(
                rng.choice([torch.float16, torch.bfloat16, torch.float8_e5m2, torch.int8, torch.bool, torch.float64])
            )
    return rng.choice([tensor.flatten(), tensor[None].clone(), torch.zeros(0), torch.zeros(2, 0, 3), torch.zeros(())])


def forged_names(tensors: dict[str, torch.Tensor], rng: Random) -> dict[str, torch.Tensor]:
    """Return tensors with one renamed, removed or added."""
    name = rng.choice(list(tensors))
    kept = {other: tensor for other, tensor in tensors.items() if other != name}
    return rng.choice(
        [kept, {**kept, rng.choice(TEXTS): tensors[name]}, {**tensors, "9.step": tensors[name].clone()}, {}]
    )


def written(write: Callable[[Path], object]) -> bytes:
    """Return what `write` writes to its path."""
    with TemporaryDirectory() as folder:
        write(Path(folder) / "file")
        return (Path(folder) / "file").read_bytes()
