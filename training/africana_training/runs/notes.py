"""Notes for the user: settings that look wrong, and code or policies that have changed since a run was saved."""

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from africana_env import Bot, Game, make_bot
from africana_env.arena.tournament.bot_files import digest_of, module_sources, modules_of, own_file, own_packages
from africana_env.bots.protocol import keeps_generators
from africana_env.bots.registry import parse_spelling
from africana_env.engine.editions.edition_sets import HELD_OUT, EditionSet, parse_set
from africana_env.engine.process.errors import format_name, format_value
from africana_env.engine.process.files import check_regular, file_errors
from africana_training.config.settings import TrainConfig
from africana_training.networks.registry import observation_of
from africana_training.policies.file import describe_policy
from africana_training.policies.shipped import policy_path
from africana_training.runs.run import Run


def notes_on(run: Run) -> Iterator[str]:
    """Yield notes on the settings of a run, one line each."""
    config = run.config
    bots = [bot for group in run.rollout.groups for bot in group.all_bots]
    if forgotten := {type(bot.bot).__name__ for bot in bots if not keeps_generators(bot.bot)}:
        names = ", ".join(map(format_name, sorted(forgotten)))
        yield f"{names} keeps no `generators`: a resumed run will differ"
    if max(numbers_in(config.edition), default=0) >= HELD_OUT[0]:
        edition = format_name(config.edition)
        yield f"edition {edition}: train on numbers below {HELD_OUT[0]}; those from there on are held out for tests"
    chosen = config.algorithm
    if unused := [name for name, group in config.algorithms.items() if name != chosen and group != type(group)()]:
        yield f"settings of {unused[0]} do nothing with algorithm {format_name(chosen)}"
    if config.start_from is not None and run.progress.updates == 0:
        learned = describe_policy(policy_path(config.start_from, run.game)).about.get("reward")
        if learned not in (None, config.reward):
            policy, other = format_name(config.start_from), format_value(learned)
            yield f"start_from {policy} learned values of the reward {other}, not {config.reward}"
    many = isinstance(run.edition, EditionSet)
    if many and run.game.entities is not None and observation_of(run.network) == "features":
        yield f"network {format_name(config.network)} cannot tell editions apart: use network entities or relational"


def numbers_in(edition: str) -> Iterator[int]:
    """Yield the last number of a set of editions, and of the sets that it completes or shuffles."""
    spelled: str | None = edition
    while spelled is not None and (found := parse_set(spelled)) is not None:
        spelled = found.base
        yield found.last


class Others(NamedTuple):
    """Digests of the code and policies that take part in a run, besides its own policy."""

    policies: dict[str, str]
    """By policy, see `policies_of`. A run does not resume with changed policies."""
    sources: dict[str, str]
    """By name in the config, see `sources_of`. A run resumes with changed code, and a note."""


def others_of(config: TrainConfig, game: Game) -> Others:
    """Return what takes part in a run. All its bots have been made before."""
    return Others(policies_of(config, game), sources_of(config, game))


def changed_since(saved: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """Return the names whose digests have changed; names without a saved digest have not."""
    return [name for name, digest in now.items() if saved.get(name, digest) != digest]


def file_digest(path: Path) -> str:
    check_regular(path)
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def bots_of(config: TrainConfig) -> list[str]:
    """Return the spellings of the opponents, the references and the expert of a run."""
    expert = config.imitation.expert
    return [*config.league.opponents, *config.rating.references, *([] if expert is None else [expert])]


def policy_in(bot: str) -> str | None:
    """Return the policy of `policy:PATH`, or the policy that guides a `search`. None for other bots."""
    name, argument, options = parse_spelling(bot)
    if name == "policy":
        return argument
    return options.get("policy") if name == "search" else None


def policies_of(config: TrainConfig, game: Game) -> dict[str, str]:
    """Return the checksums of the policies in `bots_of`, by name."""
    found = {}
    for name in dict.fromkeys(name for bot in bots_of(config) if (name := policy_in(bot)) is not None):
        with file_errors(f"cannot read {format_name(name)}"):
            found[name] = file_digest(Path(policy_path(name, game)))
    return found


def sources_of(config: TrainConfig, game: Game) -> dict[str, str]:
    """Return digests of the code of custom algorithms, networks and bots, by their names in the config, see
    `bot_files.identity`. All have been made before."""
    files = {name: sources_in(name.partition(":")[0]) for name in (config.algorithm, config.network) if ":" in name}
    for name in bots_of(config):
        files[name] = sources_of_bot(name, make_bot(name, game))
    return {name: digest_of(there) for name, paths in files.items() if (there := list(filter(Path.is_file, paths)))}


def sources_of_bot(name: str, bot: Bot) -> list[Path]:
    """Return the file of a bot, and the sources of the modules in its spelling."""
    file = own_file(name, bot)
    files = [path for module in modules_of(name) for path in sources_in(module)]
    return files if file is None else [Path(file), *files]


def sources_in(module: str) -> list[Path]:
    """Return the sources of a loaded module, none for modules of this project."""
    return [] if module.partition(".")[0] in own_packages() else module_sources(module)
