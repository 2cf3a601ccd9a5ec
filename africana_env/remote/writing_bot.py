"""A bot that reads prompts and writes replies."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from threading import Lock
from time import perf_counter, sleep
from typing import Any, Literal

import numpy as np

from africana_env.api.prompts import system_prompt, turn_prompt
from africana_env.api.replies import ReplyError, parse_reply
from africana_env.api.view import legal_texts, seat_view
from africana_env.bots.decisions import check_fits
from africana_env.bots.generators import GameGenerators, reset_generators
from africana_env.engine.batch.batch import Batch, check_decision
from africana_env.engine.game.contract import Game
from africana_env.engine.game.rng import generator_dtype
from africana_env.engine.process.errors import UserError
from africana_env.remote.threads import at_once, in_time

Illegal = Literal["lose", "random"]
MAX_REPLY = 1 << 20
"""Bytes of an answer."""
FIRST_PAUSE = 1.0
"""Seconds before the second try, where the first brought no reply; before each further one twice as many."""
AT_ONCE = 16
"""Games for which it is asked at the same time."""


@dataclass(frozen=True)
class Question:
    """What an agent is asked at a decision."""

    system: str
    """What does not change in a game: rules, components, how to answer."""
    prompt: str
    """The position as the seat may know it, and its legal actions."""
    view: Mapping[str, Any]
    """The same as data for JSON."""
    refused: Sequence[tuple[str, str]] = ()
    """The replies to this question so far, and why each was refused."""


@dataclass(frozen=True)
class Answer:
    """A reply, and what it cost."""

    text: str
    prompt_tokens: int = 0
    reply_tokens: int = 0


ASKED, ILLEGAL, FAILED, GIVEN_UP = "requests", "illegal replies", "requests without a reply", "decisions given up"
WAITED, PROMPT_TOKENS, REPLY_TOKENS = "milliseconds waited", "prompt tokens", "reply tokens"
"""What is counted. A decision takes more requests where replies were refused, until it is given up."""


@dataclass(frozen=True)
class Settings:
    """What holds for every decision."""

    tries: int = 3
    """Requests for a decision, at most."""
    timeout: float = 60.0
    """Seconds of a request, from its beginning to the end of its reply."""
    illegal: Illegal = "lose"
    """What a decision without a legal reply is: an error, by which a tournament's game is lost, or any legal action."""


class NoReply(Exception):  # noqa: N818
    """A request brought no reply; the message says why. `retry_after` is the header in which the other side says after
    how many seconds it wants to be asked again, if it did."""

    def __init__(self, message: str, retry_after: str | None = None) -> None:
        super().__init__(message)
        try:
            self.retry_after = None if retry_after is None else max(0.0, float(retry_after))
        except ValueError:  # a date
            self.retry_after = None


class WritingBot:
    """A bot whose decisions are replies of `ask(question)`, which raises `NoReply` where it has none. It is asked for
    several games at the same time, from threads."""

    reads_observations = False

    def __init__(
        self, game: Game, num_games: int, name: str, ask: Callable[[Question], Answer], settings: Settings
    ) -> None:
        self.game = game
        self.name = name
        self.settings = settings
        self.costs: Counter[str] = Counter()
        """See `CountsCosts`."""
        self.generators = np.zeros(num_games, generator_dtype)
        """See `KeepsGenerators`."""
        self._ask = ask
        self._costs_lock = Lock()
        self._kept: dict[int, tuple[bytes, int | str]] = {}
        """What was decided in a call for several games that raised an error, with the position, by row: whoever calls
        again, perhaps for one game at a time, is not to wait and pay again. That there was no legal reply is said once
        more; then it is asked anew."""

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in vars(self).items() if key != "_costs_lock"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._costs_lock = Lock()

    def reset_rows(self, rows: np.ndarray, seeds: np.ndarray) -> None:
        """See `Bot.reset_rows`."""
        reset_generators(self.generators, rows, seeds)
        self._kept = {row: one for row, one in self._kept.items() if not rows[row]}

    def act(self, batch: Batch, rows: np.ndarray, actions: np.ndarray) -> None:
        """See `Bot.act`. Raises `UserError` for a decision without a legal reply, unless it is to be any legal
        action."""
        check_decision(batch, rows, actions)
        check_fits(self.name, len(self.generators), batch, self.game)
        marked = np.flatnonzero(rows).tolist()
        positions = {row: batch.states[row].tobytes() for row in marked}
        kept = {row: choice for row, (position, choice) in self._kept.items() if positions.get(row) == position}
        asked = self._asked_for(batch, [row for row in marked if row not in kept])
        chosen = kept | asked
        self._kept = {row: one for row, one in self._kept.items() if row not in positions}
        for row in marked:
            choice = chosen[row]
            if isinstance(choice, int):
                actions[row] = choice
            elif self.settings.illegal == "random":
                one = np.arange(len(rows)) == row
                actions[row] = GameGenerators(self.generators, one).choice(batch.action_mask[one])[0]
        reasons = [choice for choice in chosen.values() if isinstance(choice, str)]
        if reasons and self.settings.illegal == "lose":
            if len(marked) > 1:
                repeated = {row for row, choice in kept.items() if isinstance(choice, str)}
                self._kept |= {row: (positions[row], choice) for row, choice in chosen.items() if row not in repeated}
            tries = "one try" if self.settings.tries == 1 else f"{self.settings.tries} tries"
            raise UserError(f"{self.name} gave no legal reply in {tries}: {reasons[0]}")

    def _asked_for(self, batch: Batch, rows: Sequence[int]) -> dict[int, int | str]:
        """Ask for some games; for each a legal action, or why there is none."""
        questions = [self._question(batch, row) for row in rows]
        began = perf_counter()
        legal = [legal_texts(batch, row) for row in rows]
        decide = [partial(self._decide, question, some) for question, some in zip(questions, legal, strict=True)]
        try:
            return dict(zip(rows, at_once(decide, AT_ONCE), strict=True))
        finally:
            self._count(WAITED, round(1000 * (perf_counter() - began)))

    def _count(self, cost: str, number: int = 1) -> None:
        with self._costs_lock:
            self.costs[cost] += number

    def _question(self, batch: Batch, row: int) -> Question:
        view = seat_view(batch, row, int(batch.current_player[row]))
        return Question(system_prompt(self.game, batch.edition_of(row), batch.num_players), turn_prompt(view), view)

    def _decide(self, question: Question, legal: Mapping[str, int]) -> int | str:
        """A legal action, or why there is none."""
        refused, reason = list[tuple[str, str]](), ""
        pause = 0.0
        for number in range(self.settings.tries):
            sleep(min(pause, self.settings.timeout))
            pause = 0.0
            self._count(ASKED)
            try:
                answer = in_time(partial(self._ask, replace(question, refused=tuple(refused))), self.settings.timeout)
            except (NoReply, TimeoutError) as error:
                self._count(FAILED)
                reason = str(error)
                after = error.retry_after if isinstance(error, NoReply) else None
                pause = FIRST_PAUSE * 2**number if after is None else after  # it may be asked too often
                continue
            self._count(PROMPT_TOKENS, answer.prompt_tokens)
            self._count(REPLY_TOKENS, answer.reply_tokens)
            reply = answer.text.encode(errors="replace").decode()  # JSON can say half a character; no request can
            try:
                return parse_reply(legal, reply)
            except ReplyError as error:
                self._count(ILLEGAL)
                reason = str(error)
                refused.append((reply, reason))
        self._count(GIVEN_UP)
        return reason
