"""A run's folder: config, policy and the learner's state, from which training goes on."""

from dataclasses import asdict, dataclass
from pathlib import Path

import yaml
from pydantic import TypeAdapter
from torch.optim import Adam

from africana_env import Edition, Game, UserError, atomic_write
from africana_env.engine.files import reason_of, shown
from training.config import Count, NotNegative, Settings, TrainConfig
from training.config_file import read_config, settings_of
from training.network import PolicyValueNetwork
from training.policy import TensorFile, load_policy, save_policy, save_tensors

CONFIG_FILE = "config.yaml"
POLICY_FILE = "policy.safetensors"
LEARNER_FILE = "learner.safetensors"
CHECKPOINTS = "checkpoints"
FREE_TO_CHANGE = ("run_folder", "minutes", "total_timesteps", "threads", "checkpoint_minutes")
"""Settings that a run that is resumed may have otherwise than before."""


@dataclass
class Progress(Settings):
    """How far a run has come."""

    timesteps: Count = 0
    """Decisions learned from or passed over."""
    updates: Count = 0
    seconds: NotNegative = 0.0
    """Spent on playing and learning."""


PROGRESS, TIMESTEPS = TypeAdapter(Progress), TypeAdapter(Count)


def make_folder(folder: Path) -> None:
    """Make a folder if it is not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        raise UserError(f"cannot make folder {shown(folder)}: {reason_of(error)}") from None


def find_run(folder: Path, config: TrainConfig, resume: bool) -> bool:
    """Whether `folder` has a run to go on with; raises `UserError` if there is one and `resume` is not set, or one that
    was begun with another config."""
    try:
        used = folder.exists() and any(folder.iterdir())
    except (OSError, ValueError) as error:
        raise UserError(f"cannot use run_folder {shown(folder)}: {reason_of(error)}") from None
    if not used:
        return False
    if not resume:
        raise UserError(f"{shown(folder)} is there already: add --resume to go on with it, or --run_folder NAME")
    if not (folder / POLICY_FILE).is_file():
        raise UserError(
            f"{shown(folder)} holds no run to resume, for it has no {POLICY_FILE}: "
            "name another folder, --run_folder NAME"
        )
    begun = dict(settings_of(asdict(read_config(str(folder / CONFIG_FILE), {}))))
    for name, value in settings_of(asdict(config)):
        if value != begun[name] and name not in FREE_TO_CHANGE:
            raise UserError(
                f"{shown(folder)} was begun with {name} {shown(begun[name])}, not {shown(value)}: "
                "resume it as it was begun, or begin anew with --run_folder NAME"
            )
    return True


def policy_at(folder: Path, timesteps: int) -> Path:
    """The file of the policy as it was after so many decisions."""
    return folder / CHECKPOINTS / f"{timesteps:012d}.safetensors"


def save_checkpoint(
    folder: Path,
    config: TrainConfig,
    game: Game,
    edition: Edition,
    network: PolicyValueNetwork,
    optimizer: Adam,
    progress: Progress,
) -> None:
    """Save all that `load_checkpoint` needs."""
    about = {
        **asdict(progress),
        "edition": edition.name,
        "edition_digest": edition.digest,
        "num_players": config.num_players,
    }
    make_folder(folder / CHECKPOINTS)
    atomic_write(folder / CONFIG_FILE, yaml.safe_dump(asdict(config), sort_keys=False).encode())
    save_policy(policy_at(folder, progress.timesteps), network, game, about)
    save_learner(folder / LEARNER_FILE, optimizer, progress.timesteps)
    save_policy(folder / POLICY_FILE, network, game, about)


def load_checkpoint(
    folder: Path, game: Game, edition: Edition, network: PolicyValueNetwork, optimizer: Adam
) -> Progress:
    """Bring network and optimiser to where `save_checkpoint` left them, and return how far that was. Raises `UserError`
    if the files are damaged or do not fit. Games in progress and past versions of the policy are not kept."""
    policy, learner = folder / POLICY_FILE, folder / LEARNER_FILE
    saved_game, saved_network, about = load_policy(policy)
    if saved_game is not game or saved_network.layers != network.layers:
        raise UserError(
            f"{shown(folder)} has a policy for {saved_game.name} with layers {saved_network.layers}: not this run's"
        )
    try:
        progress = PROGRESS.validate_python({name: about[name] for name in asdict(Progress())})
    except (KeyError, ValueError):
        raise UserError(
            f"{shown(policy)} does not say how long it was trained: put back the policy of this run"
        ) from None
    learned = load_learner(learner, optimizer)
    if learned != progress.timesteps:
        raise UserError(
            f"{shown(learner)} was saved after {learned} decisions and {shown(policy)} after {progress.timesteps}: "
            f"copy {policy_at(folder, learned)} over {shown(policy)}"
        )
    if about.get("edition_digest", edition.digest) != edition.digest:
        raise UserError(f"{shown(policy)} was trained on other data of edition {edition.name}: begin anew")
    network.load_state_dict(saved_network.state_dict())
    return progress


def save_learner(path: Path, optimizer: Adam, timesteps: int) -> None:
    """Save the state of `optimizer` after so many decisions."""
    state = optimizer.state_dict()["state"]
    tensors = {f"{index}.{name}": value for index, values in state.items() for name, value in values.items()}
    save_tensors(path, tensors, {"timesteps": str(timesteps)})


def load_learner(path: Path, optimizer: Adam) -> int:
    """Bring `optimizer` to the state in a file and return after how many decisions it was saved; raises `UserError` if
    the file is missing, damaged, or of another network."""
    file = TensorFile(path, "learner's state")
    parameters = [parameter for group in optimizer.param_groups for parameter in group["params"]]
    expected = {
        f"{index}.{name}": shape
        for index, parameter in enumerate(parameters)
        for name, shape in (("step", ()), ("exp_avg", tuple(parameter.shape)), ("exp_avg_sq", tuple(parameter.shape)))
    }
    if file.shapes and file.shapes != expected:
        raise UserError(f"{shown(path)} does not fit the policy beside it: put back the learner's state of this run")
    try:
        timesteps = TIMESTEPS.validate_json(file.metadata.get("timesteps", ""))
    except ValueError:
        raise file.foreign("its description is damaged") from None
    state: dict[int, dict] = {}
    for name, tensor in file.load().items():
        number, _, key = name.partition(".")
        state.setdefault(int(number), {})[key] = tensor
    optimizer.load_state_dict({**optimizer.state_dict(), "state": state})
    return timesteps
