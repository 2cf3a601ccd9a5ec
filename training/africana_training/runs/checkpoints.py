"""The folder of a run: its config, its newest policy, and checkpoints from which it can be resumed.

A checkpoint is a folder of its own: policy, all else that the run needs to go on, the config, and a manifest with
checksums. It is made under another name and renamed once, so it is there complete or not at all.
"""

import os
import re
import shutil
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict
from math import isfinite
from pathlib import Path
from typing import NamedTuple

import torch
import yaml
from torch import Tensor, nn

from africana_env import Edition, Game, UserError, __version__, atomic_write
from africana_env.engine.edition_sets import EditionSet
from africana_env.engine.errors import format_name
from africana_env.engine.files import file_errors, lock_folder, remove_drafts
from africana_training.config.check import parse_config
from africana_training.config.file import read_config, settings_of
from africana_training.config.settings import TrainConfig
from africana_training.policies.file import TensorFile, load_policy, save_policy, save_tensors
from africana_training.policies.shipped import policy_in, policy_path
from africana_training.progress import Progress
from africana_training.runs.manifest import Manifest, file_digest, read_manifest, write_manifest
from africana_training.runs.sources import bots_of
from africana_training.tensors import DTYPES

CONFIG_FILE = "config.yaml"
POLICY_FILE = "policy.safetensors"
LEARNER_FILE = "learner.safetensors"
"""In a run of several processes the file of the first one; `learner_file` names the others."""
CHECKPOINTS = "checkpoints"
DRAFT = ".draft"
NAME_DIGITS = 12
"""Digits of a checkpoint's name, at least."""
NAME = re.compile(rf"[0-9]{{{NAME_DIGITS},}}")
"""The name of a checkpoint: the number of decisions after which it was made."""
KEPT_CHECKPOINTS = 3
"""Checkpoints kept, the newest, beside the best."""
FREE_TO_CHANGE = ("minutes", "total_timesteps", "run_folder", "threads", "checkpoint_minutes")
"""Settings that may be changed when a run is resumed."""


class Others(NamedTuple):
    """The digests of what takes part in a run beside its own policy, by name."""

    policies: dict[str, str]
    """See `policies_of`: without them as they were a run does not go on."""
    sources: dict[str, str]
    """See `sources_of`: if they have changed, a note says so."""


class Newest(NamedTuple):
    """The newest checkpoint that is whole."""

    path: Path
    manifest: Manifest
    damaged: list[str]
    """What is wrong with each that is newer."""


class RunFolder:
    """The folder of a run, locked against other processes. Nothing is written before `make` is called.

    `path` is where it is. Raises `UserError` if the folder is used by somebody else, or holds a run and `resume` is not
    set, or one that was begun with another config. Of several processes of a run only one uses it; the others only
    know its path, with `used` false.
    """

    def __init__(self, config: TrainConfig, resume: bool, used: bool = True) -> None:
        self.path = Path(config.run_folder).absolute()
        self.name = format_name(config.run_folder)
        self._ours = False
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
        """Raise `UserError` unless the run in the folder may go on with `config`."""
        if not resume:
            raise UserError(f"{self.name} is there already: add --resume to go on with it, or --run_folder NAME")
        if not (self.path / CONFIG_FILE).is_file():
            raise UserError(f"{self.name} holds no run to resume, for it has no {CONFIG_FILE}: --run_folder NAME")
        if (self.path / POLICY_FILE).exists() and not self.checkpoints():
            raise UserError(f"{self.name} holds a policy, but no checkpoint to go on from: --run_folder NAME")
        begun = dict(settings_of(asdict(parse_config(read_config(str(self._begun_with()), {})))))
        for name, value in settings_of(asdict(config)):
            if value != begun[name] and name not in FREE_TO_CHANGE:
                raise UserError(
                    f"{self.name} was begun with {name} {format_name(begun[name])}, not {format_name(value)}: "
                    "resume it as it was begun, or begin anew with --run_folder NAME"
                )

    def _begun_with(self) -> Path:
        """The config with which the run goes on: that of its newest checkpoint, whose checksum is known. The folder's
        own, which may have been edited, counts before there is one, and where earlier versions saved none."""
        newest = self.newest()
        kept = self.path if newest is None else newest.path
        return (kept if (kept / CONFIG_FILE).is_file() else self.path) / CONFIG_FILE

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
        """Let others use the folder."""
        if self._lock is not None:
            os.close(self._lock)
        self._ours, self._lock = False, None

    # Checkpoints

    def checkpoints(self) -> list[Path]:
        """The folders of the checkpoints, the newest first."""
        with self._using():
            folder = self.path / CHECKPOINTS
            there = folder.iterdir() if folder.is_dir() else ()
            found = [path for path in there if NAME.fullmatch(path.name) and path.is_dir()]
        return sorted(found, key=lambda path: int(path.name), reverse=True)

    def make(self, config: TrainConfig) -> None:
        """Make the folder if it is not there, and note the config in it."""
        with self._using():
            new = not self._ours
            self.path.mkdir(parents=True, exist_ok=True)
            self._claim()
            if new and (self.path / CONFIG_FILE).exists():
                self.close()
                raise OSError(0, "another run has begun there")
        write_changed(self.path / CONFIG_FILE, config_text(config))

    def save(
        self,
        config: TrainConfig,
        game: Game,
        edition: Edition | EditionSet,
        network: nn.Module,
        states: Sequence[Mapping[str, Tensor]],
        progress: Progress,
        ratings: dict[str, float],
        others: Others,
    ) -> None:
        """Add a checkpoint; `states` are those of the run's processes, `ratings` those of its policy, if known. Older
        ones are removed but for the best."""
        about = {
            **{name: asdict(progress)[name] for name in ("timesteps", "updates", "seconds")},
            "edition": edition.name,
            "edition_digest": edition.digest,
            "num_players": config.num_players,
            "max_rounds": config.max_rounds or game.default_rounds,
            "reward": config.reward,
            "algorithm": config.algorithm,
            "gamma": config.rollout.gamma,
            "seed": config.seed,
            "version": __version__,
        }
        self.make(config)
        with self._using():
            draft = self.path / CHECKPOINTS / DRAFT
            shutil.rmtree(draft, ignore_errors=True)
            draft.mkdir(parents=True)
        try:
            save_policy(draft / POLICY_FILE, network, game, about, config.layers, name=config.network)
            learners = [learner_file(number) for number in range(len(states))]
            for name, state in zip(learners, states, strict=True):
                save_tensors(draft / name, state, {})
            atomic_write(draft / CONFIG_FILE, config_text(config))
            files = {name: file_digest(draft / name) for name in (POLICY_FILE, CONFIG_FILE, *learners)}
            write_manifest(draft, Manifest(files, progress, ratings, others.policies, others.sources))
            target = self.path / CHECKPOINTS / f"{progress.timesteps:0{NAME_DIGITS}d}"
            with self._using():
                shutil.rmtree(target, ignore_errors=True)
                draft.rename(target)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
        self.publish(target)
        self._prune(progress.timesteps)

    def publish(self, checkpoint: Path) -> None:
        """Copy the policy of a checkpoint to the run's policy file, if it differs: a kill may have come before."""
        write_changed(self.path / POLICY_FILE, (checkpoint / POLICY_FILE).read_bytes())

    def _prune(self, timesteps: int) -> None:
        """Remove old checkpoints of at most `timesteps` decisions, but for the best. Later ones are ignored: they are
        damaged, since the run was resumed from an earlier one."""
        rated = {path: rating_of(path) for path in self.checkpoints() if int(path.name) <= timesteps}
        best = max((path for path in rated if rated[path] is not None), key=lambda path: rated[path] or 0, default=None)
        for path in list(rated)[KEPT_CHECKPOINTS:]:
            if path != best:
                shutil.rmtree(path, ignore_errors=True)

    def newest(self) -> Newest | None:
        """The newest checkpoint that is whole, None if there is none; raises `UserError` if all are damaged."""
        damaged: list[str] = []
        for path in self.checkpoints():
            try:
                return Newest(path, check_checkpoint(path), damaged)
            except UserError as error:
                damaged.append(str(error))
        if damaged:
            raise UserError(f"no checkpoint of {self.name} is whole: {damaged[0]}")
        return None

    def load(
        self,
        path: Path,
        config: TrainConfig,
        game: Game,
        edition: Edition | EditionSet,
        network: nn.Module,
        processes: int,
        others: Others,
    ) -> tuple[dict[str, Tensor], list[dict[str, Tensor]]]:
        """The weights of a checkpoint, and the rest of the state of each of so many processes; raises `UserError` if it
        does not fit."""
        saved_game, saved, about = load_policy(path / POLICY_FILE, own_network=config.network)
        if saved_game is not game or shapes_of(saved) != shapes_of(network):
            raise UserError(
                f"{self.name} has a policy for {saved_game.name} with another network: "
                "begin anew with --run_folder NAME"
            )
        if about.get("edition_digest", edition.digest) != edition.digest:
            raise UserError(f"{self.name} was trained on other data of edition {edition.name}: begin anew")
        if changed := changed_since(read_manifest(path).policies, others.policies):
            raise UserError(
                f"the policy {format_name(changed[0])} has changed since {self.name} was saved: put back what it was, "
                "or begin anew with --run_folder NAME"
            )
        saved_by = len(list(path.glob(LEARNER_FILE.replace(".", "*.", 1))))
        if saved_by != processes:
            raise UserError(
                f"{self.name} is a run of {saved_by} processes, not {processes}: resume it by "
                f"torchrun --nproc-per-node {saved_by} -m africana_training, or begin anew with --run_folder NAME"
            )
        learners = [learner_file(process) for process in range(processes)]
        states = [TensorFile(path / learner, "learner's state").load(DTYPES) for learner in learners]
        return saved.state_dict(), states


def changed_since(saved: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """The names whose digests have changed; what was not saved is not known to have."""
    return [name for name, digest in now.items() if saved.get(name, digest) != digest]


def policies_of(config: TrainConfig, game: Game) -> dict[str, str]:
    """The checksums of the policies that take part in a run beside its own, by name, see `bots_of`."""
    names = dict.fromkeys(name for bot in bots_of(config) if (name := policy_in(bot)) is not None)
    found = {}
    for name in names:
        with file_errors(f"cannot read {format_name(name)}"):
            found[name] = file_digest(Path(policy_path(name, game)))
    return found


def shapes_of(network: nn.Module) -> dict[str, torch.Size]:
    """The shapes of a network's weights, by name."""
    return {name: tensor.shape for name, tensor in network.state_dict().items()}


def config_text(config: TrainConfig) -> bytes:
    """What a config's file holds."""
    return yaml.safe_dump(asdict(config), sort_keys=False).encode()


def write_changed(path: Path, data: bytes) -> None:
    """Write a file unless it has this content already."""
    if not path.is_file() or path.read_bytes() != data:
        atomic_write(path, data)


def learner_file(process: int) -> str:
    """The name of the file with the state of the process of this number."""
    return LEARNER_FILE if process == 0 else LEARNER_FILE.replace(".", f".{process}.", 1)


def check_checkpoint(path: Path) -> Manifest:
    """The manifest of a checkpoint; raises `UserError` if a file of it is missing or damaged."""
    manifest = read_manifest(path)
    learners = map(learner_file, range(max(1, len(manifest.files.keys() - {POLICY_FILE, CONFIG_FILE}))))
    kept = {CONFIG_FILE} & manifest.files.keys()  # not by earlier versions
    for name in (POLICY_FILE, *learners, *kept):
        with file_errors(f"cannot read {format_name(path / name)}"):
            if manifest.files.get(name) != file_digest(path / name):
                raise UserError(f"{format_name(path / name)} was altered or damaged after it was saved")
    return manifest


def rating_of(path: Path) -> float | None:
    """The rating in the manifest of a checkpoint, None also if it is damaged."""
    try:
        rating = read_manifest(path).ratings.get("rating/elo")
    except UserError:
        return None
    return rating if rating is not None and isfinite(rating) else None
