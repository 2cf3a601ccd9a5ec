"""What this package adds to `africana_env` by entry points: the command `train` and the bots `policy:PATH`.

Both are known without torch, and say what to install where it is missing.
"""

import argparse
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from africana_env import Bot, BotKind, Game, UserError

NEEDED = ("torch", "tensorboard", "safetensors", "pydantic", "yaml")
"""What the extra `train` installs, as it is imported."""


@contextmanager
def needing(what: str) -> Iterator[None]:
    """Raise `UserError` where an import finds that the extra `train` is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in NEEDED:
            raise
        raise UserError(f"{what} needs {error.name}: pip install 'africana-env[train]'") from None


def make_policy_bot(game: Game, num_games: int, argument: str, options: Mapping[str, str]) -> Bot:
    """The bot `policy:PATH[,temperature=T]`."""
    with needing("the bot policy:PATH"):
        from training import policy_bot
    return policy_bot.make_policy_bot(game, num_games, argument, options)


POLICY = BotKind("policy:PATH[,temperature=T]", make_policy_bot, gives_probabilities=True)


def add_train(commands: Any, selected: bool) -> None:
    """The command `africana train`; its settings are options only where it is `selected`, for they take time to
    import."""
    usage = "africana train CONFIG [--resume] [--NAME VALUE ...]"
    parser = commands.add_parser("train", help="train a policy by PPO and self-play", usage=usage)
    parser.add_argument("config", metavar="CONFIG", help="a YAML file; options overrule what it says")
    parser.add_argument("--resume", action="store_true", help="go on with the run folder if it is there")
    if selected:
        with needing("africana train"):
            from training.config_file import SETTINGS, help_of
        for name in SETTINGS:
            parser.add_argument(f"--{name}", metavar="VALUE", default=argparse.SUPPRESS, help=help_of(name))
    parser.set_defaults(run=run_train)


def run_train(options: argparse.Namespace) -> None:
    """Run `africana train`."""
    with needing("africana train"):
        from training.config_file import SETTINGS, read_config
        from training.runner import train
    config = read_config(options.config, {name: text for name, text in vars(options).items() if name in SETTINGS})
    train(config, options.resume)
