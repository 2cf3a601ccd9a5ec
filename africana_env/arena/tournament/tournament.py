"""Tournaments: every bot plays every other, on the same deals.

The calls, from the arguments to a bot's action and to the results:

    tournament             check arguments, schedule deals, make the bots, open the `Store`
        play_here          make a batch and guard the bots; or `play_on_ray`, which does so in tasks
            play_deals     yield finished deals
                play_games the match loop: `Seating.act` asks each `GuardedBot`
        Store.add          append finished deals to the file
        compute_results    shares of the win, ratings, forfeited games
"""

import hashlib
import json
from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from africana_env.arena.matches.deals import DealResult, Finished, Keep, play_deals
from africana_env.arena.matches.guard import GuardedBot
from africana_env.arena.matches.loop import MAX_ROWS
from africana_env.arena.matches.schedule import Deal, schedule
from africana_env.arena.ratings.results import Results, compute_results
from africana_env.arena.tournament.bot_files import identities
from africana_env.arena.tournament.bundle import pack
from africana_env.arena.tournament.conditions import Conditions, check_names, make_bots, warm_up
from africana_env.arena.tournament.ray import check_ray, play_on_ray
from africana_env.arena.tournament.store import Store
from africana_env.bots import Bot
from africana_env.engine.batch.batch import MAX_GAMES
from africana_env.engine.game.checks import check_int
from africana_env.engine.process.files import StrPath
from africana_env.engine.process.progress import OnProgress, no_progress


@dataclass(frozen=True)
class Tournament:
    """A finished tournament."""

    conditions: Conditions
    num_deals: int
    """Deals per pair, and of mixed lineups."""
    deals: list[DealResult]
    """All deals, in the order of the schedule."""
    results: Results

    def to_json(self) -> dict[str, Any]:
        """Return game, conditions and results."""
        conditions = self.conditions
        about = {"game": conditions.game.name, **conditions.to_json(), "deals": self.num_deals}
        return {**about, **self.results.to_json()}


def tournament(
    conditions: Conditions,
    bots: Sequence[str],
    deals: int = 100,
    folder: StrPath | None = None,
    *,
    ray: bool | str = False,
    progress: OnProgress = no_progress,
) -> Tournament:
    """Play every bot against every other, and rate them.

    Each pair plays `deals` deals and, with more than two players, mixed lineups do too. `bots` are names as in
    `make_bot`. `progress` receives numbers of deals.

    A bot that raises an error, takes an illegal action or exceeds the time limit forfeits the game, and the game's
    record is saved. Finished deals are appended to a file in `folder` (default: `default_folder`) and are not played
    again. After an interruption the same call continues; with more deals or bots it plays the missing ones.

    `ray` is the address of a Ray cluster (extra `ray`). True stands for the local cluster, or for a new one if none
    runs. The results in the folder are the same.

    Raises `UserError` for a wrong argument, before the first game.
    """
    deals = check_int("deals", deals, 2, MAX_GAMES)
    if ray is not False:
        check_ray(ray)
    check_names(bots)
    planned = list(schedule(bots, conditions.num_players, deals, conditions.seed))
    rows = min(MAX_ROWS, len(planned) * conditions.num_players)
    made = make_bots(conditions, bots, rows)
    known = identities(conditions.game, made)
    if folder is None:
        folder = default_folder(conditions)
    with closing(Store(folder, conditions.game, conditions.to_json())) as store:
        store.add_bots(known)
        missing = [deal for deal in planned if deal not in store.results]
        if missing:
            if ray is False:
                played = play_here(conditions, missing, made, rows, store.keep)
            else:
                played = play_on_ray(ray, conditions, missing, pack(made), known, store.keep)
            ended = len(planned) - len(missing)
            progress(ended, len(planned))
            with closing(played):
                for some, spent in played:
                    store.add(some, spent)
                    ended += len(some)
                    progress(ended, len(planned))
        finished = [store.results[deal] for deal in planned]
        results = compute_results(bots, conditions.num_players, finished, store.spent)
    return Tournament(conditions, deals, finished, results)


def default_folder(conditions: Conditions) -> Path:
    """Return the folder in `runs/` for tournaments under these conditions."""
    about = conditions.to_json()
    digest = hashlib.sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()[:8]
    return Path("runs") / f"tournament-{conditions.game.name}-{conditions.num_players}p-{digest}"


def play_here(
    conditions: Conditions, deals: Sequence[Deal], bots: Mapping[str, Bot], rows: int, keep: Keep
) -> Generator[Finished, None, None]:
    """Play deals in this process with bots made for batches of `rows` games, and yield finished ones."""
    batch = conditions.batch(rows, bots.values())
    warm_up(batch, bots.values())
    guards = {name: GuardedBot(bot, conditions.time_limit) for name, bot in bots.items()}
    for finished in play_deals(batch, guards, deals, conditions.seed, keep):
        if finished:
            yield finished, {name: guard.take_spent() for name, guard in guards.items()}
