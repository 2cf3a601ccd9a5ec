"""A game session: one game, its players, and the decisions that were made."""

import copy
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
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
from africana_env.play.player_names import checked_name, player_names, turned

DECISION_STREAM = 0x504C41594544
"""The stream of the seeds of a game's decisions."""
THE_ROW = np.ones(1, np.bool_)
FOLDER = Path("runs/play")
"""Where games are kept without a name."""


@dataclass(frozen=True)
class Decision:
    """A decision that was made."""

    seat: int
    action: int
    is_forced: bool
    """Whether nothing else was legal."""


class GameSession:
    """A game in progress: people and bots decide in it, and every decision is kept in a file.

    `players` holds for each seat the spelling of a bot, or None for a person; the game goes on from `record`, which is
    written to `path` as it grows. `hints` are the spellings of bots that people may ask, `names` those of people. A
    bot's decision depends on the seed and the decisions so far alone: what is taken back and done again goes the same
    way. Raises `UserError` for unknown bots, a record that does not fit, and a file that cannot be written.
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
        self._turned = False
        self.held: dict[int, int] = {}
        """Actions that seats have chosen before it is their turn, where all decide at the same time."""
        self._open_since = 0
        """The version at which the decision began that is open now."""
        self.seat_bots()
        remove_drafts_of(path)
        self._set(record)

    def seat_bots(self) -> None:
        """Make the bots. They are made anew where one is given up, since it may think in its thread for ever."""
        bots = {spelling: make_bot(spelling, self.game) for spelling in self.players if spelling}
        hint_bots = {spelling: make_bot(spelling, self.game) for spelling in self.hints}
        self._bots: dict[str, Bot] = bots
        self._hint_bots: dict[str, Bot] = hint_bots

    def warm_up(self) -> None:
        """Compile what decisions and the end of the game need, and let policies say what they were not trained for."""
        if self.is_over:
            return
        position = self.position()
        for bot in (self._hint_bots | self._bots).values():
            if isinstance(bot, CompiledBot | EditionBound):
                self._bot_action(bot, position)
        position.step([int(position.action_mask[0].argmax())])
        position.scores()
        position.returns()

    def how_to_go_on(self) -> str:
        """The file in which the game is kept, and how to go on with it, or to see it when it is over."""
        file = format_name(self.path)
        if self.is_over:
            page = format_name(self.path.with_suffix(".html"))
            return f"{file}: to see it, africana replay {file} --html {page}"
        seats = " ".join(str(seat) for seat, bot in enumerate(self.players) if bot is None)
        return f"{file}: go on with the same command and --record {file}" + f", but --seat {seats}" * self._turned

    # The game

    def _set(self, record: GameRecord) -> None:
        """Go on from a record, and write it."""
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
        """Write the record to the file; raises `UserError` if that cannot be, or if another program writes there."""
        if self._written is not None and self.path.exists() and GameRecord.load(self.path) != self._written:
            raise UserError(
                f"{format_name(self.path)} was changed by another program: give each game a --record of its own"
            )
        if self.path.parent == FOLDER:  # made only now, so that a game that is refused leaves nothing
            with file_errors(f"cannot make {format_name(FOLDER)}, so name a file with --record"):
                FOLDER.mkdir(parents=True, exist_ok=True)
        record.save(self.path)
        self._written = record

    @property
    def is_over(self) -> bool:
        return not self.batch.running[0]

    @property
    def mover(self) -> int | None:
        """The seat to move; None after the end."""
        return None if self.is_over else int(self.batch.current_player[0])

    @property
    def bot_to_move(self) -> str | None:
        """The spelling of the bot to move; None if a person or nobody is to move."""
        return None if self.mover is None else self.players[self.mover]

    @property
    def is_alone(self) -> bool:
        """Whether one person plays against bots."""
        return self.players.count(None) == 1

    def play(self, action: int) -> None:
        """Take an action for the player to move, and then those of a person who has no choice; raises `UserError` if it
        is illegal or cannot be written down."""
        self._take(action)
        while self.mover in self.held:
            self._take(self.held.pop(self.mover))
        self._play_forced()

    def _play_forced(self) -> None:
        """Take the only legal action for a person, if this is the only one. Among several it is asked for like any
        other: how soon somebody decides would show the others what the hand holds."""
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
        """Take an action for a person, or hold it until it is this seat's turn, where all decide at the same time.
        Raises `UserError` if this seat is not asked, and as `play`."""
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
        """The seats that are to decide: the one to move and, where several people decide at the same time, those of
        them who have not."""
        if self.mover is None:
            return []
        at_once = self.game.simultaneous(self.batch.states[0]) and not self.is_alone
        later = range(self.mover + 1, len(self.players)) if at_once else ()
        return [self.mover, *(seat for seat in later if self.players[seat] is None and seat not in self.held)]

    def is_current(self, version: int) -> bool:
        """Whether what somebody chose at a version is meant for the decision that is open now."""
        return self._open_since <= version <= self.version

    def can_undo(self, seat: int) -> bool:
        """Whether a person may take back: among bots, after a choice."""
        return self.is_alone and any(self._chosen(seat))

    def _chosen(self, seat: int) -> list[bool]:
        """Which decisions this seat made where something else was legal as well."""
        return [decision.seat == seat and not decision.is_forced for decision in self.decisions]

    def undo(self, seat: int) -> None:
        """Go back to this person's last choice; raises `UserError` if that cannot be."""
        if not self.can_undo(seat):
            raise UserError("nothing can be taken back: only among bots, and after a choice of your own")
        last = max(np.flatnonzero(self._chosen(seat)).tolist())
        self._set(replace(self.record, actions=self.record.actions[:last]))

    def restart(self, seed: int, path: Path, turn: bool = False) -> None:
        """Begin the next game, written to another file, with everybody one seat on if they `turn`; raises `UserError`
        before the end of this one."""
        if not self.is_over:
            raise UserError("the game is not over: a new one begins after its end")
        before, self.path = (self.path, self.players, self.names, self._turned), path
        if turn:
            self.players, self.names = turned(self.players, self.names)
            self._turned = True
        try:
            self._set(replace(self.record, seed=seed, actions=()))
        except UserError:
            self.path, self.players, self.names, self._turned = before
            raise

    # Bots

    def position(self, seat: int | None = None) -> Batch:
        """A copy of the game, for a bot to think about while others look at the game. For a `seat` that is asked the
        copy is at its decision: where all decide at the same time, those before it have done anything there, on which
        nothing that it may know or do depends."""
        ahead = copy.deepcopy(self.batch)
        while seat in self.asked and ahead.current_player[0] != seat:
            ahead.step([int(ahead.action_mask[0].argmax())])
        return ahead

    def think(self, position: Batch) -> int:
        """What the bot to move does in a position of this game."""
        spelling = self.players[int(position.current_player[0])]
        if spelling is None:
            raise UserError("it is a person's turn")
        return self._bot_action(self._bots[spelling], position)

    def hint(self, position: Batch, spelling: str) -> int:
        """What a bot would do in a position of this game; raises `UserError` for one that may not be asked."""
        if spelling not in self._hint_bots:
            raise UserError(f"no hints of that bot: use {' or '.join(self.hints) or 'none'}")
        return legal_action(position, self._bot_action(self._hint_bots[spelling], position))

    def _bot_action(self, bot: Bot, position: Batch) -> int:
        """What a bot does in a position of this game; raises `UserError` with whatever went wrong in it."""
        seed = derive_seed(self.record.seed ^ DECISION_STREAM, len(self.decisions))
        actions = np.zeros(1, np.int64)
        with bot_errors():
            bot.reset_rows(THE_ROW, np.array([seed], np.uint64))
            bot.act(position, THE_ROW, actions)
        return int(actions[0])

    def call(self, seat: int, name: str) -> None:
        """Give a person a name; raises `UserError` for one that cannot be."""
        self.names[seat] = checked_name(name, seat, self.players, self.names)
        self.version += 1

    def num_hidden_decisions(self) -> int:
        """How many of the last decisions the others may not know yet."""
        return num_hidden(self.game, self.positions())

    def positions(self) -> list[Any]:
        """The states before each decision, and now."""
        return [*self._states, self.batch.states[0]]


def decision_of(batch: Batch, action: int) -> Decision:
    """The decision of who is to move for a legal action."""
    is_forced = bool(np.count_nonzero(batch.action_mask[0]) == 1)
    return Decision(int(batch.current_player[0]), action, is_forced)


def new_record(game: Game, edition: Edition, num_players: int, seed: int, max_rounds: int | None = None) -> GameRecord:
    """The record of a game that has not begun; raises `UserError` for a number of players or rounds that cannot be."""
    batch = Batch(game, 1, num_players, edition, max_rounds=max_rounds)
    return GameRecord(game.name, edition.name, edition.digest, num_players, batch.max_rounds, seed, ())


def new_path(game: Game) -> Path:
    """A file for a game that begins now. By its last part two that begin in the same second have files of their own."""
    return FOLDER / f"{game.name}-{datetime.now():%Y%m%d-%H%M%S}-{token_hex(2)}.json"
