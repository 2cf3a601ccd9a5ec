"""Tournaments: every bot plays every other, on the same deals."""

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
from africana_env.arena.tournament.conditions import Conditions
from africana_env.arena.tournament.lineup import check_names, make_bots, warm_up
from africana_env.arena.tournament.ray import check_ray, play_on_ray
from africana_env.arena.tournament.store import Store
from africana_env.bots import Bot
from africana_env.engine.batch.batch import MAX_GAMES
from africana_env.engine.game.checks import check_int
from africana_env.engine.process.files import StrPath
from africana_env.engine.process.progress import OnProgress, no_progress


@dataclass(frozen=True)
class Tournament:
    """A tournament that has been played."""

    conditions: Conditions
    num_deals: int
    """Deals of each pair, and of the mixed lineups."""
    deals: list[DealResult]
    """All deals, in the order of the schedule."""
    results: Results

    def to_json(self) -> dict[str, Any]:
        """The game, the conditions and the results."""
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
    """Let `bots` (spelled as in `make_bot`) play `deals` deals in each pair and, with more than two players, in mixed
    lineups; `progress` is called with numbers of deals.

    A bot that raises an error, takes an illegal action or more than the time limit for a decision loses that game; its
    record is kept. Finished deals are appended to a file in `folder`, and not played again: after an interruption the
    same call goes on, and with more deals or bots it plays those. By default the folder is `default_folder`.

    With `ray` (extra `ray`) the deals are played on the Ray cluster at this address; if True on the one that runs here,
    or else on a Ray that is started for it. Where deals are played makes no difference to what is in the folder.

    Raises `UserError` for a wrong argument, before anything is played.
    """
    deals = check_int("deals", deals, 2, MAX_GAMES)
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
    """The folder in `runs/` of tournaments under these conditions."""
    about = conditions.to_json()
    digest = hashlib.sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()[:8]
    return Path("runs") / f"tournament-{conditions.game.name}-{conditions.num_players}p-{digest}"


def play_here(
    conditions: Conditions, deals: Sequence[Deal], bots: Mapping[str, Bot], rows: int, keep: Keep
) -> Generator[Finished, None, None]:
    """Play deals in this process, with bots for batches of `rows` games; yields those that have ended."""
    batch = conditions.batch(rows, bots.values())
    warm_up(batch, bots.values())
    guards = {name: GuardedBot(bot, conditions.time_limit) for name, bot in bots.items()}
    for finished in play_deals(batch, guards, deals, conditions.seed, keep):
        if finished:
            yield finished, {name: guard.take_spent() for name, guard in guards.items()}
