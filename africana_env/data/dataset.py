"""Datasets are read by replaying their games, many at once, which yields every decision with its observation."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from africana_env import load_game
from africana_env.data.manifest import Manifest, Part, load_manifest
from africana_env.data.part_file import Games, read_games
from africana_env.engine.batch.batch import MAX_GAMES, Batch
from africana_env.engine.batch.game_record import GameRecord
from africana_env.engine.batch.live_editions import drawn_indices, load_whole
from africana_env.engine.editions.editions import EditionLike
from africana_env.engine.game.checks import check_choice, check_int, check_players, check_seed
from africana_env.engine.game.contract import REWARDS, Edition, ObservationName, RewardName
from africana_env.engine.process.errors import UserError, format_name
from africana_env.engine.process.files import StrPath


@dataclass(frozen=True, eq=False)
class Decisions:
    """Decisions of a dataset as fresh arrays; the first axis is the decision."""

    observation: NDArray[np.uint8]
    """From the view of the seat to move, shape `(decisions, features)`."""
    action_mask: NDArray[np.int8]
    """Legal actions, shape `(decisions, actions)`."""
    action: NDArray[np.int64]
    reward_to_go: NDArray[np.float32]
    """Sum of the seat's rewards from this decision to the end of the game."""
    seat: NDArray[np.int64]
    bot: NDArray[np.int64]
    """Index of the bot in `Dataset.bots`."""
    game: NDArray[np.int64]
    """Number of the game in the dataset."""
    number: NDArray[np.int64]
    """Number of the decision in its game, from 0, over all seats."""

    def __len__(self) -> int:
        return len(self.action)


class Dataset:
    """The dataset in a folder, as recorded by `africana dataset`.

    `edition` is needed for custom editions, and must be the one that was played. Raises `UserError` for a missing or
    damaged dataset, or for another edition.
    """

    def __init__(self, folder: StrPath, edition: EditionLike | None = None) -> None:
        self.folder = Path(folder)
        self.manifest: Manifest = load_manifest(self.folder)
        self.game = load_game(self.manifest.game)
        self.edition = load_whole(self.game, self.manifest.edition if edition is None else edition)
        if self.edition.digest != self.manifest.edition_digest:
            name = format_name(self.manifest.edition)
            raise UserError(
                f"{format_name(folder)} was played on other data of edition {name}: pass its file as edition"
            )
        check_players(self.game, self.edition, self.manifest.num_players)
        self.bots = [spelling for spelling, _ in self.manifest.bots]
        self._first = np.cumsum([0, *(part.games for part in self.manifest.parts)])
        """Number of the first game of each file."""
        self.num_games = int(self._first[-1])
        self.num_decisions = sum(part.decisions for part in self.manifest.parts)

    def __repr__(self) -> str:
        played = f"{self.num_games:,} games, {self.num_decisions:,} decisions"
        return f"<Dataset {self.game.name}: {played} of {', '.join(self.bots)}>"

    def records(self) -> Iterator[GameRecord]:
        """Yield the games."""
        return (record for record, _ in self.records_with_players())

    def records_with_players(self) -> Iterator[tuple[GameRecord, list[int]]]:
        """Yield each game with the indices in `bots` by seat."""
        about = self.manifest
        editions = [self.edition] if isinstance(self.edition, Edition) else list(self.edition)
        for number, part in enumerate(self.manifest.parts):
            games = self._read(part)
            drawn = drawn_indices(games.seeds, len(editions))
            for game in range(part.games):
                edition, seed = editions[drawn[game]], int(games.seeds[game])
                actions = games.actions[games.starts[game] : games.starts[game + 1]].tolist()
                played = about.num_players, about.max_rounds, seed, tuple(actions)
                record = GameRecord(about.game, edition.name, edition.digest, *played)
                yield record, self._bots_of(self._first[number] + game, np.arange(about.num_players)).tolist()

    def batches(
        self,
        num_games: int = 1024,
        *,
        reward: RewardName = "outcome",
        observation: ObservationName = "features",
        worker: int = 0,
        num_workers: int = 1,
        seed: int | None = None,
    ) -> Iterator[Decisions]:
        """Yield all decisions, at most one from each of `num_games` games at a time.

        Most decisions of a batch are at about the same move number; `shuffled` mixes them. `reward` sets the rewards of
        `reward_to_go`. `observation` names what is observed. Worker `worker` reads every
        `num_workers`-th file. `seed` shuffles the files; None keeps the recorded order.

        Raises `UserError` for a damaged file, or for games that the rules of this version do not allow.
        """
        check_int("num_games", num_games, 1, MAX_GAMES)
        check_int("worker", worker, 0, check_int("num_workers", num_workers, 1, MAX_GAMES) - 1)
        check_choice("reward", reward, REWARDS)
        parts = np.arange(worker, len(self.manifest.parts), num_workers)
        if seed is not None:
            np.random.default_rng(check_seed(seed)).shuffle(parts)
        return self._batches(num_games, reward, observation, parts.tolist())

    def _batches(
        self, num_games: int, reward: RewardName, observation: ObservationName, parts: Sequence[int]
    ) -> Iterator[Decisions]:
        for number in parts:
            part = self.manifest.parts[number]
            games = self._read(part)
            totals = self._total_rewards(part, games, num_games, reward)
            so_far = np.zeros_like(totals)
            for step in self._replay(part, games, num_games, reward, observe=True, observation=observation):
                assert step.shown is not None
                shown, mask = step.shown
                to_go = totals[step.games, step.seats]
                if reward != "outcome":  # which comes entirely at the end
                    to_go -= so_far[step.games, step.seats]
                    so_far[step.games] += step.rewards
                yield Decisions(
                    shown,
                    mask,
                    step.actions,
                    to_go,
                    step.seats,
                    self._bots_of(self._first[number] + step.games, step.seats),
                    self._first[number] + step.games,
                    step.numbers,
                )

    def _total_rewards(self, part: Part, games: Games, num_games: int, reward: RewardName) -> np.ndarray:
        """Return the total reward of each seat, shape `(games, players)`."""
        if reward == "outcome":
            return games.outcomes
        totals = np.zeros((part.games, self.manifest.num_players), np.float32)
        for step in self._replay(part, games, num_games, reward):
            totals[step.games] += step.rewards
        return totals

    def _replay(
        self,
        part: Part,
        games: Games,
        num_games: int,
        reward: RewardName,
        *,
        observe: bool = False,
        observation: ObservationName = "features",
    ) -> Iterator["Step"]:
        """Replay the games of a file; when a game ends, the next begins in its row."""
        about, rows = self.manifest, min(num_games, part.games)
        batch = Batch(
            self.game,
            rows,
            about.num_players,
            self.edition,
            reward=reward,
            max_rounds=about.max_rounds,
            observe=observe,
            observation=observation,
        )
        row_games, begun = np.arange(rows), rows
        batch.reset_rows(np.ones(rows, np.bool_), games.seeds[:rows])
        places, ends = games.starts[:rows].astype(np.int64), games.starts[1 : rows + 1].astype(np.int64)
        numbers, playing = np.zeros(rows, np.int64), np.ones(rows, np.bool_)
        new_seeds, chosen = np.zeros(rows, np.uint64), np.zeros(rows, np.int64)
        while playing.any():
            if not batch.running[playing].all():
                raise self._other_rules(part)
            some = slice(None) if playing.all() else playing  # whole arrays are copied much faster
            own, at = row_games[some].copy(), numbers[some].copy()
            actions = games.actions[places[some]].astype(np.int64)
            chosen[some] = actions
            seats = batch.current_player[some].astype(np.int64)
            shown = None
            if observe and isinstance(some, slice):  # the caller gets the array, and the batch another one
                shown = batch.observation, batch.action_mask.copy()
                batch.write_next(np.empty_like(batch.observation))
            elif observe:
                shown = batch.observation[playing], batch.action_mask[playing]
            try:
                batch.step(chosen, playing)
            except UserError:
                raise self._other_rules(part) from None
            yield Step(own, seats, actions, at, batch.reward[some], shown)
            numbers[some] += 1
            places[some] += 1
            over = playing & (places >= ends)
            if not over.any():
                continue
            ended = np.flatnonzero(over)
            if batch.running[over].any() or not np.array_equal(batch.outcome[over], games.outcomes[row_games[over]]):
                raise self._other_rules(part)
            fresh, left = ended[: part.games - begun], ended[part.games - begun :]
            playing[left] = False
            row_games[fresh] = np.arange(begun, begun + len(fresh))
            begun += len(fresh)
            if len(fresh):
                new_seeds[fresh] = games.seeds[row_games[fresh]]
                numbers[fresh] = 0
                places[fresh], ends[fresh] = games.starts[row_games[fresh]], games.starts[row_games[fresh] + 1]
                begins = np.zeros(rows, np.bool_)
                begins[fresh] = True
                batch.reset_rows(begins, new_seeds)

    def _read(self, part: Part) -> Games:
        return read_games(self.folder / part.file, part, self.manifest.num_players)

    def _bots_of(self, games: np.ndarray, seats: np.ndarray) -> np.ndarray:
        """Return the index in `bots` for each seat; see `record_dataset`."""
        return (games + seats) % len(self.bots)

    def _other_rules(self, part: Part) -> UserError:
        made = f"version {self.manifest.version}"
        path = format_name(self.folder / part.file)
        return UserError(f"{path} has a game that these rules do not allow: {made} recorded it; record it again")


class Step(NamedTuple):
    """One decision in each of some games; arrays of shape `(games,)`."""

    games: np.ndarray
    seats: np.ndarray
    actions: np.ndarray
    numbers: np.ndarray
    rewards: np.ndarray
    """Rewards by seat, shape `(games, players)`."""
    shown: tuple[np.ndarray, np.ndarray] | None
    """Observations and masks before the decision, if requested."""
