"""Bots that read prompts and write replies."""

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
from africana_env.remote.threads import run_parallel, run_with_timeout

Illegal = Literal["lose", "random"]
MAX_REPLY = 1 << 20
"""Most bytes of an answer."""
FIRST_PAUSE = 1.0
"""Seconds before the second try after a missing reply; doubled before each further try."""
AT_ONCE = 16
"""Games asked about at the same time."""


@dataclass(frozen=True)
class Question:
    """A question to an agent about a decision."""

    system: str
    """The constant part: rules, components, form of the answer."""
    prompt: str
    """The position as the seat knows it, and its legal actions."""
    view: Mapping[str, Any]
    """The prompt as data, for JSON."""
    refused: Sequence[tuple[str, str]] = ()
    """Earlier replies to this question, each with the reason why it was refused."""


@dataclass(frozen=True)
class Answer:
    """A reply and its cost in tokens."""

    text: str
    prompt_tokens: int = 0
    reply_tokens: int = 0


ASKED, ILLEGAL, FAILED, GIVEN_UP = "requests", "illegal replies", "requests without a reply", "decisions given up"
WAITED, PROMPT_TOKENS, REPLY_TOKENS = "milliseconds waited", "prompt tokens", "reply tokens"
"""The names of the counted costs. A refused reply costs another request, until the decision is given up."""


@dataclass(frozen=True)
class Settings:
    """Settings of all decisions."""

    tries: int = 3
    """Most requests for a decision."""
    timeout: float = 60.0
    """Seconds for a request, including the whole reply."""
    illegal: Illegal = "lose"
    """After the last try: raise an error, which loses a tournament's game, or take a random legal action."""


class NoReply(Exception):  # noqa: N818
    """A request without a reply; the message says why. `retry_after` is the header of this name, in seconds."""

    def __init__(self, message: str, retry_after: str | None = None) -> None:
        super().__init__(message)
        try:
            self.retry_after = None if retry_after is None else max(0.0, float(retry_after))
        except ValueError:  # a date
            self.retry_after = None


class WritingBot:
    """A bot that decides by `ask(question)`, which may raise `NoReply`. Threads ask for several games at a time."""

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
        """Decisions of a call that raised an error, with their positions, by row. A repeated call, perhaps for one game
        at a time, does not wait and pay again. A missing reply is repeated once, then asked for again."""

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
        """See `Bot.act`. Raises `UserError` for a decision without a legal reply, unless `illegal` is random."""
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
        """Ask about the games in `rows`. Return for each a legal action, or the reason why there is none."""
        questions = [self._question(batch, row) for row in rows]
        began = perf_counter()
        legal = [legal_texts(batch, row) for row in rows]
        decide = [partial(self._decide, question, some) for question, some in zip(questions, legal, strict=True)]
        try:
            return dict(zip(rows, run_parallel(decide, AT_ONCE), strict=True))
        finally:
            self._count(WAITED, round(1000 * (perf_counter() - began)))

    def _count(self, cost: str, number: int = 1) -> None:
        with self._costs_lock:
            self.costs[cost] += number

    def _question(self, batch: Batch, row: int) -> Question:
        view = seat_view(batch, row, int(batch.current_player[row]))
        return Question(system_prompt(self.game, batch.edition_of(row), batch.num_players), turn_prompt(view), view)

    def _decide(self, question: Question, legal: Mapping[str, int]) -> int | str:
        """Return a legal action, or the reason why there is none."""
        refused, reason = list[tuple[str, str]](), ""
        pause = 0.0
        for number in range(self.settings.tries):
            sleep(min(pause, self.settings.timeout))
            pause = 0.0
            self._count(ASKED)
            ask = partial(self._ask, replace(question, refused=tuple(refused)))
            try:
                answer = run_with_timeout(ask, self.settings.timeout)
            except (NoReply, TimeoutError) as error:
                self._count(FAILED)
                reason = str(error)
                after = error.retry_after if isinstance(error, NoReply) else None
                pause = FIRST_PAUSE * 2**number if after is None else after
                continue
            self._count(PROMPT_TOKENS, answer.prompt_tokens)
            self._count(REPLY_TOKENS, answer.reply_tokens)
            reply = answer.text.encode(errors="replace").decode()  # JSON can hold lone surrogates; a request cannot
            try:
                return parse_reply(legal, reply)
            except ReplyError as error:
                self._count(ILLEGAL)
                reason = str(error)
                refused.append((reply, reason))
        self._count(GIVEN_UP)
        return reason
