"""The entry points of this package beside its commands: the bots `policy:PATH`, and the measurement of
`bench --training`. They load without torch."""

from typing import Any

from africana_env import Bot, BotKind, Game
from africana_env.bots import BotOption
from africana_env.engine.checks import read_number
from africana_env.engine.extras import check_extra
from africana_env.tools.bench_training import TrainingSpeed
from africana_env.tools.rates import OnMeasurement


def make_policy_bot(game: Game, num_games: int, argument: str, **options: Any) -> Bot:
    """The bot `policy:PATH`, see `POLICY`."""
    check_extra("train", "the bot policy:PATH")
    from africana_training.policies import bot as policy_bot

    return policy_bot.make_policy_bot(game, num_games, argument, **options)


POLICY = BotKind(
    "PATH",
    make_policy_bot,
    (
        BotOption("temperature", "T", "draws the likelier actions more often below 1, the likeliest at 0", read_number),
        BotOption("network", "MODULE:NAME", "has a network of your own"),
    ),
    gives_probabilities=True,
)


def measure_training(progress: OnMeasurement) -> TrainingSpeed:
    """The measurement of `africana bench --training`."""
    check_extra("train", "africana bench --training")
    from africana_training.studies import speed

    return speed.measure_training(progress)
