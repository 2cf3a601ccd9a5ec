"""The code and policies of others that take part in a run: digests, so that a run that goes on without them says so."""

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from africana_env import Bot, Game, make_bot
from africana_env.arena.tournament.bot_files import digest_of, module_sources, modules_of, own_file, own_packages
from africana_env.engine.process.errors import format_name
from africana_env.engine.process.files import check_regular, file_errors
from africana_training.config.settings import TrainConfig
from africana_training.policies.shipped import policy_in, policy_path


class Others(NamedTuple):
    """The digests of what takes part in a run beside its own policy, by name."""

    policies: dict[str, str]
    """See `policies_of`: without them as they were a run does not go on."""
    sources: dict[str, str]
    """See `sources_of`: if they have changed, a note says so."""


def others_of(config: TrainConfig, game: Game) -> Others:
    """What takes part in a run of this config. All its bots have been made before."""
    return Others(policies_of(config, game), sources_of(config, game))


def changed_since(saved: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """The names whose digests have changed; what was not saved is not known to have."""
    return [name for name, digest in now.items() if saved.get(name, digest) != digest]


def file_digest(path: Path) -> str:
    """The checksum of a file."""
    check_regular(path)
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def bots_of(config: TrainConfig) -> list[str]:
    """The bots that take part in a run: as opponents, to rate it, or as the expert."""
    expert = config.imitation.expert
    return [*config.league.opponents, *config.rating.references, *([] if expert is None else [expert])]


def policies_of(config: TrainConfig, game: Game) -> dict[str, str]:
    """The checksums of the policies that take part in a run beside its own, by name, see `bots_of`."""
    found = {}
    for name in dict.fromkeys(name for bot in bots_of(config) if (name := policy_in(bot)) is not None):
        with file_errors(f"cannot read {format_name(name)}"):
            found[name] = file_digest(Path(policy_path(name, game)))
    return found


def sources_of(config: TrainConfig, game: Game) -> dict[str, str]:
    """The digests of what decides how an algorithm, a network and bots of one's own work, by their names in the config,
    as far as that can be known, see `bot_files.identity`. All have been made before."""
    files = {name: sources_in(name.partition(":")[0]) for name in (config.algorithm, config.network) if ":" in name}
    for name in bots_of(config):
        files[name] = sources_of_bot(name, make_bot(name, game))
    return {name: digest_of(there) for name, paths in files.items() if (there := list(filter(Path.is_file, paths)))}


def sources_of_bot(name: str, bot: Bot) -> list[Path]:
    """The file of a bot, and the sources of the modules that its spelling names."""
    file = own_file(name, bot)
    files = [path for module in modules_of(name) for path in sources_in(module)]
    return files if file is None else [Path(file), *files]


def sources_in(module: str) -> list[Path]:
    """The sources of a loaded module, none of this package's."""
    return [] if module.partition(".")[0] in own_packages() else module_sources(module)
