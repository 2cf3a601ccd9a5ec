"""The folder of a run with its checkpoints, from which it can be resumed.

A checkpoint is a folder: the policy, the rest of the run's state, the config, and a manifest with checksums. It is
written under another name and then renamed, so it is either complete or absent.
"""

import os
import re
import shutil
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from pydantic import TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass
from torch import Tensor

from africana_env import UserError, __version__, atomic_write
from africana_env.engine.process.errors import format_name
from africana_env.engine.process.files import file_errors, lock_folder, read_file, remove_drafts
from africana_training.config.check import parse_config
from africana_training.config.file import read_config, settings_of
from africana_training.config.settings import TrainConfig
from africana_training.distributed import gather, world_size
from africana_training.policies.file import TensorFile, load_policy, save_policy, save_tensors
from africana_training.runs.notes import Others, changed_since, file_digest, others_of
from africana_training.runs.run import Progress, Run, shapes_of
from africana_training.runs.state import state_of
from africana_training.tensors import DTYPES

CONFIG_FILE = "config.yaml"
POLICY_FILE = "policy.safetensors"
LEARNER_FILE = "learner.safetensors"
"""The file of the first process; `learner_file` names the others'."""
CHECKPOINTS = "checkpoints"
DRAFT = ".draft"
NAME_DIGITS = 12
"""Fewest digits in a checkpoint's name."""
NAME = re.compile(rf"[0-9]{{{NAME_DIGITS},}}")
"""The name of a checkpoint: the number of decisions played before it."""
KEPT_CHECKPOINTS = 3
"""Newest checkpoints kept; the best one is kept, too."""
MANIFEST_FILE = "manifest.json"
MAX_MANIFEST = 1 << 16
"""Bytes."""
FREE_TO_CHANGE = ("minutes", "total_timesteps", "run_folder", "threads", "checkpoint_minutes")
"""Settings that may change when a run is resumed."""


@dataclass(frozen=True)
class Manifest:
    """The content of a checkpoint."""

    files: dict[str, str]
    """Checksums by file name."""
    progress: Progress
    ratings: dict[str, float]
    """The ratings of its policy, empty if it was not rated."""
    policies: dict[str, str]
    """Checksums of the other policies that take part, by name, see `Others`."""
    sources: dict[str, str]
    """Digests of custom code that takes part, by name, see `Others`."""


MANIFEST = TypeAdapter(Manifest)


class Newest(NamedTuple):
    """The newest undamaged checkpoint."""

    path: Path
    manifest: Manifest
    damaged: list[str]
    """The fault of each newer checkpoint."""


class RunFolder:
    """The folder of a run, locked against other processes. Nothing is written before `make` is called.

    Raises `UserError` if another process uses the folder, if it holds a run and `resume` is false, or if that run was
    started with another config. Of several processes of a run only the first uses it (`used`).
    """

    def __init__(self, config: TrainConfig, resume: bool, used: bool = True) -> None:
        self.path = Path(config.run_folder).absolute()
        self.name = format_name(config.run_folder)
        self.newest: Newest | None = None
        """The checkpoint to resume from; None for a new run."""
        self._others = Others({}, {})
        self._used, self._ours = used, False
        self._lock: int | None = None
        if not used:
            return
        with self._using():
            if not self.path.exists() or all(path.name.startswith(".") for path in self.path.iterdir()):
                return
            self._claim()
        try:
            self._check(config, resume)
        except BaseException:
            self.close()
            raise

    def _check(self, config: TrainConfig, resume: bool) -> None:
        """Find the newest checkpoint. Raises `UserError` unless its run may be resumed with `config`."""
        if not resume:
            raise UserError(f"{self.name} exists: add --resume to continue its run, or --run_folder NAME")
        if not (self.path / CONFIG_FILE).is_file():
            raise UserError(f"{self.name} has no {CONFIG_FILE}, so no run to resume: --run_folder NAME")
        if (self.path / POLICY_FILE).exists() and not self.checkpoints():
            raise UserError(f"{self.name} has a policy, but no checkpoint to resume from: --run_folder NAME")
        self.newest = self._find_newest()
        # Users may edit the folder's own config; a checkpoint's has a checksum.
        kept = self.path if self.newest is None else self.newest.path
        begun = dict(settings_of(asdict(parse_config(read_config(str(kept / CONFIG_FILE), {})))))
        for name, value in settings_of(asdict(config)):
            if value != begun[name] and name not in FREE_TO_CHANGE:
                raise UserError(
                    f"{self.name} was started with {name} {format_name(begun[name])}, not {format_name(value)}: "
                    "resume it with the same settings, or start a new run with --run_folder NAME"
                )

    def _using(self) -> AbstractContextManager[None]:
        return file_errors(f"cannot use run_folder {self.name}")

    def _claim(self) -> None:
        """Lock the folder against other processes, where the system can."""
        if not self._ours:
            self._lock = lock_folder(self.path, "another run is writing there")
            if self._lock is not None:
                remove_drafts(self.path)
        self._ours = True

    def close(self) -> None:
        """Unlock the folder."""
        if self._lock is not None:
            os.close(self._lock)
        self._ours, self._lock = False, None

    # Saving

    def checkpoints(self) -> list[Path]:
        """Return the folders of the checkpoints, newest first."""
        with self._using():
            folder = self.path / CHECKPOINTS
            there = folder.iterdir() if folder.is_dir() else ()
            found = [path for path in there if NAME.fullmatch(path.name) and path.is_dir()]
        return sorted(found, key=lambda path: int(path.name), reverse=True)

    def make(self, config: TrainConfig) -> None:
        """Make the folder if it is missing, and write the config into it."""
        with self._using():
            new = not self._ours
            self.path.mkdir(parents=True, exist_ok=True)
            self._claim()
            if new and (self.path / CONFIG_FILE).exists():
                self.close()
                raise OSError(0, "another run has begun there")
        write_changed(self.path / CONFIG_FILE, config_text(config))

    def save(self, run: Run) -> None:
        """Add a checkpoint with the states of all processes, and remove old ones except the best."""
        states = gather(state_of(run))
        if not self._used:
            return
        self.make(run.config)
        with self._using():
            draft = self.path / CHECKPOINTS / DRAFT
            shutil.rmtree(draft, ignore_errors=True)
            draft.mkdir(parents=True)
        try:
            self._write(draft, run, states)
            target = self.path / CHECKPOINTS / f"{run.progress.timesteps:0{NAME_DIGITS}d}"
            with self._using():
                shutil.rmtree(target, ignore_errors=True)
                draft.rename(target)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
        self.publish(target)
        self._prune(run.progress.timesteps)

    def _write(self, draft: Path, run: Run, states: Sequence[Mapping[str, Tensor]]) -> None:
        config = run.config
        learners = [learner_file(number) for number in range(len(states))]
        save_policy(draft / POLICY_FILE, run.network, run.game, about(run), config.layers, name=config.network)
        for name, state in zip(learners, states, strict=True):
            save_tensors(draft / name, state, {})
        atomic_write(draft / CONFIG_FILE, config_text(config))
        files = {name: file_digest(draft / name) for name in (POLICY_FILE, CONFIG_FILE, *learners)}
        manifest = MANIFEST.dump_json(Manifest(files, run.progress, run.ratings, *self._others), indent=2)
        atomic_write(draft / MANIFEST_FILE, manifest + b"\n")

    def publish(self, checkpoint: Path) -> None:
        """Copy the policy of a checkpoint to the run's policy file, if it differs, as after a kill."""
        write_changed(self.path / POLICY_FILE, (checkpoint / POLICY_FILE).read_bytes())

    def _prune(self, timesteps: int) -> None:
        """Remove old checkpoints of at most `timesteps` decisions, except the best. Later ones are damaged: the run was
        resumed from an earlier one."""
        rated = {path: rating_of(path) for path in self.checkpoints() if int(path.name) <= timesteps}
        best = max((path for path in rated if rated[path] is not None), key=lambda path: rated[path] or 0, default=None)
        for path in list(rated)[KEPT_CHECKPOINTS:]:
            if path != best:
                shutil.rmtree(path, ignore_errors=True)

    # Resuming

    def _find_newest(self) -> Newest | None:
        """Return the newest undamaged checkpoint, None if there are none. Raises `UserError` if all are damaged."""
        damaged: list[str] = []
        for path in self.checkpoints():
            try:
                return Newest(path, check_checkpoint(path), damaged)
            except UserError as error:
                damaged.append(str(error))
        if damaged:
            raise UserError(f"every checkpoint of {self.name} is damaged: {damaged[0]}")
        return None

    def attend(self, run: Run) -> list[str]:
        """Record the code and policies that take part in a new or resumed run. Returns notes for the user. Raises
        `UserError` if a policy has changed since the run was saved."""
        if not self._used:
            return []
        self._others = others_of(run.config, run.game)
        if self.newest is None:
            return []
        path, manifest, damaged = self.newest
        if changed := changed_since(manifest.policies, self._others.policies):
            raise UserError(
                f"the policy {format_name(changed[0])} has changed since {self.name} was saved: restore it, or start "
                "a new run with --run_folder NAME"
            )
        changed = changed_since(manifest.sources, self._others.sources)
        return [
            *(f"{reason}: resuming from checkpoint {path.name}" for reason in damaged),
            *(f"the code of {format_name(name)} has changed since the run was saved" for name in changed),
        ]

    def load(self, run: Run) -> tuple[dict[str, Tensor], list[dict[str, Tensor]]]:
        """Return the weights of the newest checkpoint, and the rest of the state of each process. Raises `UserError` if
        it does not fit."""
        assert self.newest is not None
        path = self.newest.path
        game, saved, about = load_policy(path / POLICY_FILE, own_network=run.config.network)
        if game is not run.game or shapes_of(saved) != shapes_of(run.network):
            raise UserError(
                f"{self.name} has a policy for {game.name} with another network: start a new run with --run_folder NAME"
            )
        if about["edition_digest"] != run.edition.digest:
            raise UserError(f"{self.name} was trained on other data of edition {run.edition.name}: start a new run")
        saved_by = len(list(path.glob(LEARNER_FILE.replace(".", "*.", 1))))
        if saved_by != world_size():
            raise UserError(
                f"{self.name} is a run of {saved_by} processes, not {world_size()}: resume it by "
                f"torchrun --nproc-per-node {saved_by} -m africana_training, or start a new run with --run_folder NAME"
            )
        self.publish(path)
        learners = [path / learner_file(process) for process in range(saved_by)]
        return saved.state_dict(), [TensorFile(learner, "learner's state").load(DTYPES) for learner in learners]


def about(run: Run) -> dict[str, Any]:
    """Return the description of its training in a policy's file."""
    config, progress = run.config, run.progress
    return {
        "timesteps": progress.timesteps,
        "updates": progress.updates,
        "seconds": progress.seconds,
        "edition": run.edition.name,
        "edition_digest": run.edition.digest,
        "num_players": config.num_players,
        "max_rounds": config.max_rounds or run.game.default_rounds,
        "reward": config.reward,
        "algorithm": config.algorithm,
        "gamma": config.rollout.gamma,
        "seed": config.seed,
        "version": __version__,
    }


def config_text(config: TrainConfig) -> bytes:
    return yaml.safe_dump(asdict(config), sort_keys=False).encode()


def write_changed(path: Path, data: bytes) -> None:
    """Write a file unless it has this content already."""
    if not path.is_file() or path.read_bytes() != data:
        atomic_write(path, data)


def learner_file(process: int) -> str:
    return LEARNER_FILE if process == 0 else LEARNER_FILE.replace(".", f".{process}.", 1)


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest of a checkpoint. Raises `UserError` if it is missing or damaged."""
    content = read_file("manifest", folder / MANIFEST_FILE, MAX_MANIFEST)
    try:
        return MANIFEST.validate_json(content)
    except ValidationError:
        raise UserError(f"{format_name(folder / MANIFEST_FILE)} is damaged") from None


def check_checkpoint(path: Path) -> Manifest:
    """Return the manifest of a checkpoint. Raises `UserError` if one of its files is missing or damaged."""
    manifest = read_manifest(path)
    learners = [name for name in manifest.files if name not in (POLICY_FILE, CONFIG_FILE)]
    for name in (POLICY_FILE, CONFIG_FILE, *(learners or [LEARNER_FILE])):
        with file_errors(f"cannot read {format_name(path / name)}"):
            if manifest.files.get(name) != file_digest(path / name):
                raise UserError(f"{format_name(path / name)} was altered or damaged after it was saved")
    return manifest


def rating_of(path: Path) -> float | None:
    """Return the rating in a checkpoint's manifest, None if it is missing, infinite or damaged."""
    try:
        rating = read_manifest(path).ratings.get("rating/elo")
    except UserError:
        return None
    return rating if rating is not None and isfinite(rating) else None
