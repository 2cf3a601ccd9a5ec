"""A game session: one game, its players and their decisions."""

import copy
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import count
from pathlib import Path
from secrets import token_hex
from typing import Any

import numpy as np

from africana_env.api.aec import legal_action
from africana_env.api.decisions import num_hidden
from africana_env.bots import Bot, make_bot
from africana_env.bots.bot_errors import bot_errors
from africana_env.bots.protocol import EditionBound
from africana_env.bots.scripted import CompiledBot
from africana_env.engine.batch.batch import Batch
from africana_env.engine.batch.game_record import GameRecord
from africana_env.engine.game.contract import Edition, Game
from africana_env.engine.game.seeds import derive_seed
from africana_env.engine.process.errors import UserError, format_name
from africana_env.engine.process.files import file_errors, remove_drafts_of
from africana_env.play.player_names import checked_name, player_names, rotated

DECISION_STREAM = 0x504C41594544
"""The stream of the bots' seeds."""
THE_ROW = np.ones(1, np.bool_)
FOLDER = Path("runs/play")
"""The folder of games without a `--record`."""


@dataclass(frozen=True)
class Decision:
    """A decision of the game so far."""

    seat: int
    action: int
    is_forced: bool
    """Whether this was the only legal action."""


class GameSession:
    """A game in progress between people and bots, saved to a file after every decision.

    `players` holds the spelling of a bot or None for a person, by seat. The game continues from `record`, which is
    written to `path`. `hints` are the spellings of bots that give hints, `names` the names of the people. A bot's
    decision depends only on the seed and the decisions so far, so a game repeats itself after undo. Raises `UserError`
    for unknown bots, a record that does not fit, and a file that cannot be written.
    """

    def __init__(
        self,
        game: Game,
        edition: Edition,
        players: Sequence[str | None],
        record: GameRecord,
        path: Path,
        hints: Sequence[str] = (),
        names: Sequence[str] = (),
    ) -> None:
        self.game = game
        self.edition = edition
        self.players = tuple(players)
        self.names = player_names(players, names)
        self.path = path
        self.version = 0
        """Increases with every change."""
        self.hints = tuple(dict.fromkeys(hints))
        self._written: GameRecord | None = None
        self._rotated = False
        self.held: dict[int, int] = {}
        """Actions chosen ahead of turn by seat, where all decide at the same time."""
        self._open_since = 0
        """The version at which the current decision began."""
        self.seat_bots()
        remove_drafts_of(path)
        self._set(record)

    def seat_bots(self) -> None:
        """Make the bots. Called again to replace a bot that never stops thinking."""
        bots = {spelling: make_bot(spelling, self.game) for spelling in self.players if spelling}
        hint_bots = {spelling: make_bot(spelling, self.game) for spelling in self.hints}
        self._bots: dict[str, Bot] = bots
        self._hint_bots: dict[str, Bot] = hint_bots

    def warm_up(self) -> None:
        """Compile the kernels of decisions and of the end, and let policies warn about untrained settings."""
        if self.is_over:
            return
        position = self.position()
        for bot in (self._hint_bots | self._bots).values():
            if isinstance(bot, CompiledBot | EditionBound):
                self._bot_action(bot, position)
        position.step([int(position.action_mask[0].argmax())])
        position.scores()
        position.returns()

    def how_to_continue(self) -> str:
        """Return the name of the file and the command that continues the game, or shows a finished one."""
        file = format_name(self.path)
        if self.is_over:
            page = format_name(self.path.with_suffix(".html"))
            return f"{file}: to watch it, run africana replay {file} --html {page}"
        seats = " ".join(str(seat) for seat, bot in enumerate(self.players) if bot is None)
        options = f"--record {file}" + f" --seat {seats}" * self._rotated
        return f"{file}: to continue, run the same command with {options}"

    # The game

    def _set(self, record: GameRecord) -> None:
        """Continue from a record and save it."""
        decisions: list[Decision] = []
        states: list[Any] = []
        for batch in record.replay(self.game, self.edition):
            if len(decisions) < len(record.actions):
                states.append(batch.states[0].copy())
                decisions.append(decision_of(batch, record.actions[len(decisions)]))
        self._write(record)
        self.batch, self.record, self.decisions, self._states = batch, record, decisions, states
        self.held = {}
        self.version += 1
        self._open_since = self.version
        self._play_forced()

    def _write(self, record: GameRecord) -> None:
        """Save the record; raises `UserError` if that fails or if another program has changed the file."""
        if self._written is not None and self.path.exists() and GameRecord.load(self.path) != self._written:
            name = format_name(self.path)
            raise UserError(f"{name} was changed by another program: give each game its own --record")
        if self.path.parent == FOLDER:  # created late: a refused game leaves nothing behind
            with file_errors(f"cannot create {format_name(FOLDER)}, so name a file with --record"):
                FOLDER.mkdir(parents=True, exist_ok=True)
        record.save(self.path)
        self._written = record

    @property
    def is_over(self) -> bool:
        return not self.batch.running[0]

    @property
    def mover(self) -> int | None:
        """The seat to move, None after the end."""
        return None if self.is_over else int(self.batch.current_player[0])

    @property
    def bot_to_move(self) -> str | None:
        """The spelling of the bot to move, None if it is not a bot's turn."""
        return None if self.mover is None else self.players[self.mover]

    @property
    def is_alone(self) -> bool:
        """Whether only one person plays."""
        return self.players.count(None) == 1

    def play(self, action: int) -> None:
        """Take an action for the player to move, then any forced actions of a person. Raises `UserError` if the action
        is illegal or cannot be saved."""
        self._take(action)
        while self.mover in self.held:
            self._take(self.held.pop(self.mover))
        self._play_forced()

    def _play_forced(self) -> None:
        """Take the only legal action for a person who plays alone. With several people it is asked for: the speed of an
        answer would give away the hand."""
        while self.is_alone and self.mover is not None and self.bot_to_move is None:
            legal = np.flatnonzero(self.batch.action_mask[0])
            if len(legal) > 1:
                return
            self._take(int(legal[0]))

    def _take(self, action: int) -> None:
        batch = self.batch
        if self.is_over:
            raise UserError("the game is over")
        legal_action(batch, action)
        record = replace(self.record, actions=(*self.record.actions, action))
        self._write(record)
        decision, before = decision_of(batch, action), batch.states[0].copy()
        batch.step([action])
        self._states.append(before)
        self.decisions.append(decision)
        self.record = record
        self.version += 1
        if self.is_alone or not self.num_hidden_decisions():
            self._open_since = self.version

    def act(self, seat: int, action: int) -> None:
        """Take an action for a person. Where all decide at the same time, it is held until the seat's turn. Raises
        `UserError` like `play`, and if it is not the seat's turn."""
        if seat not in self.asked:
            raise UserError("the game is over" if self.is_over else "it is not your turn")
        if seat == self.mover:
            self.play(action)
            return
        legal_action(self.position(seat), action)
        self.held[seat] = action
        self.version += 1

    @property
    def asked(self) -> list[int]:
        """The seats that must decide now: the mover and, where all decide at the same time, people yet to choose."""
        if self.mover is None:
            return []
        at_once = self.game.simultaneous(self.batch.states[0]) and not self.is_alone
        later = range(self.mover + 1, len(self.players)) if at_once else ()
        return [self.mover, *(seat for seat in later if self.players[seat] is None and seat not in self.held)]

    def is_current(self, version: int) -> bool:
        """Return whether a choice made at `version` is meant for the current decision."""
        return self._open_since <= version <= self.version

    def can_undo(self, seat: int) -> bool:
        """Return whether a person may undo: only alone against bots, after a choice."""
        return self.is_alone and any(self._chosen(seat))

    def _chosen(self, seat: int) -> list[bool]:
        """Return which decisions were this seat's and not forced."""
        return [decision.seat == seat and not decision.is_forced for decision in self.decisions]

    def undo(self, seat: int) -> None:
        """Go back to this person's last choice. Raises `UserError` unless `can_undo`."""
        if not self.can_undo(seat):
            raise UserError("nothing to undo: you can undo your choices if all other players are bots")
        last = max(np.flatnonzero(self._chosen(seat)).tolist())
        self._set(replace(self.record, actions=self.record.actions[:last]))

    def restart(self, seed: int, path: Path, rotate: bool = False) -> None:
        """Start the next game in another file; with `rotate`, everyone moves one seat. Raises `UserError` before
        the end of this game."""
        if not self.is_over:
            raise UserError("finish this game before you start a new one")
        before, self.path = (self.path, self.players, self.names, self._rotated), path
        if rotate:
            self.players, self.names = rotated(self.players, self.names)
            self._rotated = True
        try:
            self._set(replace(self.record, seed=seed, actions=()))
        except UserError:
            self.path, self.players, self.names, self._rotated = before
            raise

    # Bots

    def position(self, seat: int | None = None) -> Batch:
        """Return a copy of the game for a bot to think about, at the decision of `seat` if this seat must decide. Where
        all decide at the same time, earlier seats then have made any legal choice, which this seat cannot see."""
        ahead = copy.deepcopy(self.batch)
        while seat in self.asked and ahead.current_player[0] != seat:
            ahead.step([int(ahead.action_mask[0].argmax())])
        return ahead

    def think(self, position: Batch) -> int:
        """Return the action of the bot to move."""
        spelling = self.players[int(position.current_player[0])]
        if spelling is None:
            raise UserError("it is a person's turn")
        return self._bot_action(self._bots[spelling], position)

    def hint(self, position: Batch, spelling: str) -> int:
        """Return the action of a bot as a hint; raises `UserError` unless the bot is one of `hints`."""
        self.check_hint(spelling)
        return legal_action(position, self._bot_action(self._hint_bots[spelling], position))

    def check_hint(self, spelling: str) -> None:
        """Raise `UserError` unless the bot gives hints."""
        if spelling not in self._hint_bots:
            raise UserError(f"no hints from that bot: use {' or '.join(self.hints) or 'none'}")

    def _bot_action(self, bot: Bot, position: Batch) -> int:
        """Return the action of a bot; raises `UserError` for any error in it."""
        seed = derive_seed(self.record.seed ^ DECISION_STREAM, len(self.decisions))
        actions = np.zeros(1, np.int64)
        with bot_errors():
            bot.reset_rows(THE_ROW, np.array([seed], np.uint64))
            bot.act(position, THE_ROW, actions)
        return int(actions[0])

    def call(self, seat: int, name: str) -> None:
        """Rename a person; raises `UserError` for an invalid or taken name."""
        self.names[seat] = checked_name(name, seat, self.players, self.names)
        self.version += 1

    def num_hidden_decisions(self) -> int:
        """Return how many of the last decisions are still hidden from the others."""
        return num_hidden(self.game, self.positions())

    def positions(self) -> list[Any]:
        """Return the states before each decision, and the current one."""
        return [*self._states, self.batch.states[0]]


def decision_of(batch: Batch, action: int) -> Decision:
    is_forced = bool(np.count_nonzero(batch.action_mask[0]) == 1)
    return Decision(int(batch.current_player[0]), action, is_forced)


def new_record(game: Game, edition: Edition, num_players: int, seed: int, max_rounds: int | None = None) -> GameRecord:
    """Return the record of a new game; raises `UserError` for an invalid number of players or rounds."""
    batch = Batch(game, 1, num_players, edition, max_rounds=max_rounds)
    return GameRecord(game.name, edition.name, edition.digest, num_players, batch.max_rounds, seed, ())


def new_path(game: Game) -> Path:
    """Return a file name for a new game, unique even within a second."""
    return FOLDER / f"{game.name}-{datetime.now():%Y%m%d-%H%M%S}-{token_hex(2)}.json"


def next_path(game: Game, before: Path) -> Path:
    """Return the file of the game after the one in `before`: next to it, numbered from 2 unless in `FOLDER`."""
    if before.parent == FOLDER:
        return new_path(game)
    stem = re.sub(r"-[0-9]+$", "", before.stem)
    numbered = (before.with_name(f"{stem}-{number}{before.suffix}") for number in count(2))
    return next(path for path in numbered if not path.exists())
