"""The manifest of a checkpoint: what is in it, with checksums."""

from pathlib import Path

from pydantic import TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass

from africana_env import UserError, atomic_write
from africana_env.engine.errors import format_name
from africana_env.engine.files import read_file
from africana_training.progress import Progress

MANIFEST_FILE = "manifest.json"
MAX_MANIFEST = 1 << 16
"""Bytes."""


@dataclass(frozen=True)
class Manifest:
    """What is in a checkpoint."""

    files: dict[str, str]
    """The checksums of its files, by name."""
    progress: Progress
    ratings: dict[str, float]
    """The metrics of its policy's rating, if it has been rated."""
    policies: dict[str, str]
    """The checksums of the policies that took part beside its own, by name."""
    sources: dict[str, str]
    """The digests of algorithm, network and bots of one's own, by name, see `sources_of`."""


MANIFEST = TypeAdapter(Manifest)


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest into a checkpoint's folder."""
    atomic_write(folder / MANIFEST_FILE, MANIFEST.dump_json(manifest, indent=2) + b"\n")


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a checkpoint; raises `UserError` if it is missing or damaged."""
    content = read_file("manifest", folder / MANIFEST_FILE, MAX_MANIFEST)
    try:
        return MANIFEST.validate_json(content)
    except ValidationError:
        raise UserError(f"{format_name(folder / MANIFEST_FILE)} is damaged") from None
