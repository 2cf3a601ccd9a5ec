"""The entry point of the bots `policy:PATH`, which loads without torch."""

from collections.abc import Mapping

from africana_env import Bot, BotKind, Game
from africana_env.engine.extras import check_extra


def make_policy_bot(game: Game, num_games: int, argument: str, options: Mapping[str, str]) -> Bot:
    """The bot `policy:PATH[,temperature=T][,network=MODULE:NAME]`."""
    check_extra("train", "the bot policy:PATH")
    from africana_training.policies import bot as policy_bot

    return policy_bot.make_policy_bot(game, num_games, argument, options)


POLICY = BotKind("policy:PATH[,temperature=T]", make_policy_bot, gives_probabilities=True)
