"""Bots: the protocol, the built-in bots, their names and their seats."""

from africana_env.bots.protocol import Bot, BotKind, BotOption, EditionBound, GivesProbabilities
from africana_env.bots.registry import Opponents, bot_names, make_bot, make_opponents, spellings
from africana_env.bots.seating import LEARNER, Seating

__all__ = [
    "LEARNER",
    "Bot",
    "BotKind",
    "BotOption",
    "EditionBound",
    "GivesProbabilities",
    "Opponents",
    "Seating",
    "bot_names",
    "make_bot",
    "make_opponents",
    "spellings",
]
