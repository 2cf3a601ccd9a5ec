"""The entry point of the bots `policy:PATH`. It loads without torch."""

from typing import Any

from africana_env import Bot, BotKind, Game
from africana_env.bots import BotOption
from africana_env.engine.game.checks import read_number
from africana_env.engine.process.extras import check_extra

SHIPPED = {
    "baseline": "a neural network that learned on this board",
    "generalist": "a neural network that learned on random boards and plays any",
}
"""How the shipped policies play."""


def make_policy_bot(game: Game, num_games: int, argument: str, **options: Any) -> Bot:
    """Make the bot `policy:PATH`, see `POLICY`."""
    check_extra("train", "the bot policy:PATH")
    from africana_training.policies import bot as policy_bot

    return policy_bot.make_policy_bot(game, num_games, argument, **options)


def about_policy(argument: str) -> str:
    """Return how the bot `policy:ARGUMENT` plays."""
    return SHIPPED.get(argument, "a neural network that learned by playing")


POLICY = BotKind(
    "PATH",
    make_policy_bot,
    (
        BotOption("temperature", "T", "below 1 prefers likely actions, at 0 takes the likeliest", read_number),
        BotOption("network", "MODULE:NAME", "uses your own network"),
    ),
    gives_probabilities=True,
    about=about_policy,
    extra="train",
)
