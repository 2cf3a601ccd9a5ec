"""The code of others that takes part in a run: digests, so that a run that goes on with other code says so."""

from pathlib import Path

from africana_env import Bot, Game, make_bot
from africana_env.arena.tournament.bot_files import digest_of, module_sources, modules_of, own_file, own_packages
from africana_training.config.settings import TrainConfig


def bots_of(config: TrainConfig) -> list[str]:
    """The bots that take part in a run: as opponents, to rate it, or as the expert."""
    expert = config.imitation.expert
    return [*config.league.opponents, *config.rating.references, *([] if expert is None else [expert])]


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
