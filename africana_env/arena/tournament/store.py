"""The file of a tournament's finished deals, so that they are played only once.

Each line is a JSON object with a checksum. The first line has the conditions; the others have bots, each before its
first deal, costs and deals. An incomplete last line, after a kill or with a full disk, is dropped.
"""

import io
import json
import os
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from weakref import WeakSet

from africana_env.arena.matches.deals import DealResult, Failure
from africana_env.arena.matches.guard import Spent, add_costs
from africana_env.arena.matches.schedule import Deal
from africana_env.arena.tournament.lines import game_content, read_bot, read_deal, read_spent
from africana_env.engine.batch.game_record import GameRecord
from africana_env.engine.game.contract import Game
from africana_env.engine.process.errors import UserError, format_name, format_value
from africana_env.engine.process.files import StrPath, check_regular, file_errors, lock, remove_drafts

FORMAT = 3
NAME = "deals.jsonl"
FAILED = "failed"
"""The folder of records of forfeited games."""
ADVICE = "name another folder"
MAX_LINE = 1 << 24
"""Bytes; a deal has thousands."""
SPELLED = {
    "game": "game",
    "num_players": "--num_players",
    "edition": "--edition",
    "edition_digest": "data of the edition",
    "seed": "--seed",
    "time_limit": "--time_limit",
    "max_rounds": "--max_rounds",
}
"""Names of the conditions on the command line."""


class Store:
    """The finished deals of a tournament in a folder, which is created if needed.

    `about` has the conditions, with `num_players`. Raises `UserError` if another process has the folder open, or if its
    file is damaged or belongs to another tournament.
    """

    def __init__(self, folder: StrPath, game: Game, about: Mapping[str, Any]) -> None:
        self.results: dict[Deal, DealResult] = {}
        self.bots: dict[str, str] = {}
        """The identity of each bot, see `bot_files.identity`."""
        self.spent: dict[str, Spent] = {}
        """The costs of each bot, see `GuardedBot.take_spent`."""
        self._shape = (about["num_players"], len(game.score_parts), len(game.actions.groups))
        with file_errors(f"cannot use the folder {format_name(folder)}"):
            self.folder = Path(folder)
            self.path = (self.folder / NAME).absolute()  # a bot may change the working directory
            self.path.parent.mkdir(parents=True, exist_ok=True)
            check_regular(self.path)
            self._file = self.path.open("a+b", buffering=0)
            _open.add(self)
            try:
                lock(self._file.fileno(), "a tournament is being played there")
                if (self.folder / FAILED).is_dir():
                    remove_drafts(self.folder / FAILED)
                self._read({"format": FORMAT, "game": game.name, **about})
            except BaseException:
                self._file.close()
                raise

    def close(self) -> None:
        self._file.close()

    # Reading

    def _read(self, about: dict[str, Any]) -> None:
        reader = io.BufferedReader(self._file)
        reader.seek(0)
        end = number = 0
        while (line := reader.readline(MAX_LINE)).endswith(b"\n"):
            content = self._parse(line, number)
            if number == 0:
                self._check_about(content, about)
            else:
                self._take(content, number)
            end += len(line)
            number += 1
        # The rest is an incomplete line, or the file is foreign.
        if len(line) == MAX_LINE or (number == 0 and not lines_of([about]).startswith(line)):
            raise self._damaged(number)
        reader.detach()
        self._file.truncate(end)
        if end == 0:
            self._write([about])

    def _parse(self, line: bytes, number: int) -> dict[str, Any]:
        try:
            content = json.loads(line)
            if content.pop("crc32") != crc32(content):
                raise ValueError
        except (ValueError, RecursionError, KeyError, AttributeError, TypeError):
            raise self._damaged(number) from None
        return content

    def _damaged(self, number: int) -> UserError:
        if number == 0:
            return UserError(f"{format_name(self.path)} is not, or no longer, the file of a tournament: {ADVICE}")
        return UserError(f"line {number + 1} of {format_name(self.path)} is damaged: delete that line, or {ADVICE}")

    def _check_about(self, content: dict[str, Any], about: dict[str, Any]) -> None:
        for key in {**about, "max_rounds": None}:  # optional in the file
            if content.get(key) != about.get(key):
                said = f"{setting(key, content.get(key))}, not {setting(key, about.get(key))}"
                raise UserError(f"{format_name(self.folder)} has a tournament with {said}: {ADVICE}")
        if set(content) != set(about):
            raise self._damaged(0)

    def _take(self, content: dict[str, Any], number: int) -> None:
        try:
            if "lineup" in content:
                result = read_deal(content, *self._shape)
                self.results[result.deal] = result.with_failures(self._here)
            elif "bot" in content:
                bot, identity = read_bot(content)
                self.bots[bot] = identity
            else:
                self._count(read_spent(content))
        except ValueError:
            raise self._damaged(number) from None

    def _here(self, _: int, failure: Failure) -> Failure:
        """Return the same failure, with the record's path in this folder."""
        if failure.record is None:
            return failure
        return replace(failure, record=str(self.folder / FAILED / re.split(r"[/\\]", failure.record)[-1]))

    def _count(self, spent: Mapping[str, Spent]) -> None:
        for bot, costs in spent.items():
            self.spent[bot] = add_costs(self.spent.get(bot, {}), costs)

    # Writing

    def add_bots(self, identities: Mapping[str, str]) -> None:
        """Add bots and their identities. Raises `UserError` if one has changed since it played here."""
        for bot, identity in identities.items():
            if self.bots.get(bot, identity) != identity:
                raise UserError(f"{bot} has changed since it played the deals in {format_name(self.folder)}: {ADVICE}")
        new = {bot: identity for bot, identity in identities.items() if bot not in self.bots}
        self._write([{"bot": bot, "identity": identity} for bot, identity in new.items()])
        self.bots |= new

    def add(self, results: Sequence[DealResult], spent: Mapping[str, Spent]) -> None:
        """Append finished deals, and the bots' costs since the previous ones."""
        deals = [
            {"lineup": r.deal.lineup, "deal": r.deal.number, "games": list(map(game_content, r.games))} for r in results
        ]
        self._write([*deals, {"spent": dict(spent)}])
        self.results |= {result.deal: result for result in results}
        self._count(spent)

    def keep(self, deal: Deal, rotation: int, record: GameRecord) -> str:
        """Save the record of a forfeited game, and return its path."""
        path = Path(FAILED) / f"{zlib.crc32(repr(deal.lineup).encode()):08x}-{deal.number}-{rotation}.json"
        target = self.path.parent / path
        with file_errors(f"cannot write {format_name(target)}"):
            target.parent.mkdir(exist_ok=True)
        record.save(target)
        return str(self.folder / path)

    def _write(self, contents: Sequence[Mapping[str, Any]]) -> None:
        left = memoryview(lines_of(contents))
        with file_errors(f"cannot write {format_name(self.path)}"):
            while left:
                left = left[self._file.write(left) :]
            if not os.path.samestat(os.stat(self.path), os.fstat(self._file.fileno())):
                raise OSError(0, "another file has been put in its place")


_open: WeakSet[Store] = WeakSet()


def _leave_to_parent() -> None:
    """Close the files in a forked process. Otherwise a bot's child process would keep the folder locked."""
    for store in list(_open):
        store.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_parent)


def setting(key: str, value: Any) -> str:
    """Return a condition and its value, named as on the command line."""
    name = SPELLED.get(key, key)
    return f"no {name}" if value is None else f"{name} {format_value(value)}"


def lines_of(contents: Sequence[Mapping[str, Any]]) -> bytes:
    return b"".join(json.dumps({**content, "crc32": crc32(content)}).encode() + b"\n" for content in contents)


def crc32(content: Mapping[str, Any]) -> int:
    return zlib.crc32(json.dumps(content).encode())
