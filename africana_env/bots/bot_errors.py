"""One-line `UserError`s for the errors of users' bots."""

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from africana_env.bots.decisions import NO_ACTION, illegal_rows
from africana_env.bots.protocol import Bot, name_of
from africana_env.engine.batch.batch import Batch
from africana_env.engine.process.errors import UserError, error_message, format_value, raised_in
from africana_env.engine.process.process_state import process_state_restored


@contextmanager
def bot_errors(whose: str = "") -> Iterator[None]:
    """Raise `UserError`, prefixed with `whose`, for any error inside except Ctrl-C and `MemoryError`. Standard streams
    and the working directory are restored, see `process_state_restored`."""
    try:
        with process_state_restored():
            yield
    except (UserError, KeyboardInterrupt, MemoryError):
        raise
    except BaseException as error:
        raise UserError(f"{whose}{error_message(error)}{raised_in(error)}") from error


class NamedBot:
    """A bot whose errors mention its name; illegal and missing actions are errors, too."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.reads_observations = bot.reads_observations
        self._whose = f"the bot {format_value(name_of(bot))} failed: "

    def reset_rows(self, rows: np.ndarray, seeds: np.ndarray) -> None:
        """See `Bot.reset_rows`."""
        with bot_errors(self._whose):
            self.bot.reset_rows(rows, seeds)

    def act(self, batch: Batch, rows: np.ndarray, actions: np.ndarray) -> None:
        """See `Bot.act`."""
        actions[rows] = NO_ACTION
        with bot_errors(self._whose):
            self.bot.act(batch, rows, actions)
        for row in illegal_rows(batch, rows, actions):
            raise UserError(self._whose + batch.illegal(int(actions[row]), row))
