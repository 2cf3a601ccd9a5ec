"""Deals played on a Ray cluster.

A deal's result depends only on the deal and its bots, so any node can play it, more than once. A task plays some deals
and returns their results; if its node dies, Ray runs it on another. Only the driver writes the folder.
"""

import logging
import os
import re
import secrets
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path
from socket import create_connection
from time import perf_counter
from typing import Any

import numba

from africana_env import __file__ as package_file
from africana_env.arena.matches.deals import DealResult, Failure, Finished, Keep, play_deals
from africana_env.arena.matches.guard import GuardedBot, Spent
from africana_env.arena.matches.loop import MAX_ROWS
from africana_env.arena.matches.schedule import Deal
from africana_env.arena.tournament.bot_files import digest_of, identity
from africana_env.arena.tournament.bundle import Bundle, unpack
from africana_env.arena.tournament.conditions import Conditions, warm_up
from africana_env.bots import Bot, make_bot
from africana_env.engine.batch.game_record import GameRecord
from africana_env.engine.process.errors import UserError, error_reason, escape, format_name, format_value
from africana_env.engine.process.extras import check_extra
from africana_env.engine.process.process_state import environment_defaults

RAY_SETTINGS = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}
"""Defaults of Ray's environment variables: no usage reports, and accelerators stay visible."""
TASK_SECONDS = 5.0
"""Longest task, unless a single deal takes longer. A node that dies loses this much work."""
MAX_DEALS = 4096
"""Most deals of a task."""
TASKS_PER_CORE = 2
"""One task runs while the next waits."""
MAX_DEATHS = 10
"""Node failures after which a task is given up: its bots may be the cause."""
ANSWER_SECONDS = 10.0
"""Timeout for the head of the cluster; Ray itself retries for minutes."""
ADDRESS = re.compile(r"auto|local|(?:ray://)?(\S+):(\d{1,5})")


@dataclass(frozen=True)
class Job:
    """The data that all tasks share."""

    key: str
    conditions: Conditions
    identities: Mapping[str, str]
    """Identities of the driver's bots."""
    bundle: Bundle
    program: str
    """Digest of the driver's `africana_env`."""


@dataclass(frozen=True)
class Part:
    """The results of a task."""

    results: list[DealResult]
    spent: dict[str, Spent]
    records: dict[tuple[Deal, int], GameRecord]
    """Records of forfeited games by deal and rotation."""
    seconds: float
    """Duration of the task."""


# In the driver


def check_ray(ray: bool | str) -> None:
    """Raise `UserError` if `ray` is neither True nor an address, or if Ray is not installed."""
    if ray is not True and not (isinstance(ray, str) and ADDRESS.fullmatch(ray)):
        raise UserError(f"the address of a Ray cluster must be one like 10.0.0.1:6379, not {format_value(ray)}")
    check_extra("ray", "playing on a cluster")


def play_on_ray(
    address: bool | str,
    conditions: Conditions,
    deals: Sequence[Deal],
    bundle: Bundle,
    identities: Mapping[str, str],
    keep: Keep,
) -> Generator[Finished, None, None]:
    """Play deals on the cluster, and yield finished ones. Raises `UserError` if a node has other software."""
    job = Job(secrets.token_hex(8), conditions, identities, bundle, program_digest())
    with environment_defaults(**RAY_SETTINGS), connected(address) as ray:
        shared_job, task = ray.put(job), ray.remote(num_cpus=1, max_retries=MAX_DEATHS)(play_some)
        waiting, size = deque(deals), 1
        running: dict[Any, list[Deal]] = {}
        try:
            while waiting or running:
                places = TASKS_PER_CORE * max(1, int(ray.cluster_resources().get("CPU", 1)))
                while waiting and len(running) < places:
                    number = min(size, ceil(len(waiting) / (2 * places)))
                    chunk = [waiting.popleft() for _ in range(number)]
                    running[task.remote(shared_job, chunk)] = chunk
                (ended,), _ = ray.wait(list(running))
                chunk = running.pop(ended)
                part = part_of(ray, ended, chunk)
                if part.seconds > TASK_SECONDS:
                    size = max(1, len(chunk) // 2)
                elif part.seconds < TASK_SECONDS / 4 and len(chunk) == size:
                    size = min(2 * size, MAX_DEALS)
                yield keep_records(part, keep), part.spent
        finally:
            for begun in running:
                ray.cancel(begun)


@contextmanager
def connected(address: bool | str) -> Iterator[Any]:
    """Connect Ray with the cluster at an address, silently, and disconnect afterwards. A process that is already
    connected keeps its connection."""
    import ray

    if ray.is_initialized():
        yield ray
        return
    silent: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.CRITICAL}
    # Ray reports dead nodes and retries on standard output, which is for the tables.
    with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere):
        wanted = address if isinstance(address, str) else os.environ.get("RAY_ADDRESS") or "auto"
        try:
            check_answers(wanted)
            try:
                ray.init(wanted, **silent)
            except ConnectionError:
                if address is not True or wanted != "auto":
                    raise
                ray.init("local", include_dashboard=False, **silent)
        except Exception as error:
            raise UserError(f"cannot reach Ray at {wanted}: {first_line(error)}") from None
        try:
            yield ray
        finally:
            ray.shutdown()


def check_answers(address: str) -> None:
    """Raise `OSError` if the address does not answer."""
    parsed = ADDRESS.fullmatch(address)
    if parsed is not None and parsed[1] is not None:
        create_connection((parsed[1].strip("[]"), int(parsed[2])), ANSWER_SECONDS).close()


def part_of(ray: Any, task: Any, deals: Sequence[Deal]) -> Part:
    """Return the results of a finished task. Raises `UserError` if it failed on its node."""
    try:
        return ray.get(task)
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, UserError):
            raise UserError(str(error.cause)) from None
        # The node cannot unpickle the job, or lacks the task's function.
        if isinstance(error.cause, (ImportError, ray.exceptions.RaySystemError)) or "failed to import" in str(error):
            raise UserError("a node lacks this version of africana-env: install it on all nodes") from None
        raise
    except ray.exceptions.WorkerCrashedError:
        bots = ", ".join(dict.fromkeys(format_name(bot) for deal in deals for bot in deal.lineup))
        raise UserError(f"processes died in games of {bots}: play without the bot that ends them") from None
    except ray.exceptions.RayError as error:
        raise UserError(f"deals could not be played on the cluster: {first_line(error)}") from None


def keep_records(part: Part, keep: Keep) -> list[DealResult]:
    """Return the results of a task, with its records saved by `keep`."""

    def kept(result: DealResult) -> DealResult:
        deal = result.deal
        return result.with_failures(lambda r, lost: replace(lost, record=keep(deal, r, part.records[deal, r])))

    return list(map(kept, part.results))


def first_line(error: Exception) -> str:
    return escape((str(error).strip() or type(error).__name__).splitlines()[0], 200)


def program_digest() -> str:
    return digest_of(sorted(Path(package_file).parent.rglob("*.py")))


# In a task


def play_some(job: Job, deals: Sequence[Deal]) -> Part:
    """Play deals to the end, in a task."""
    start = perf_counter()
    numba.set_num_threads(1)
    conditions = job.conditions
    rows = min(MAX_ROWS, len(deals) * conditions.num_players)
    folder, bots = prepare(job, dict.fromkeys(bot for deal in deals for bot in deal.lineup), rows)
    batch = conditions.batch(rows, bots.values())
    new = [name for name in bots if (job.key, name) not in _warm]
    warm_up(batch, [bots[name] for name in new])
    _warm.update((job.key, name) for name in new)
    guards = {name: GuardedBot(bot, conditions.time_limit) for name, bot in bots.items()}
    results: list[DealResult] = []
    records: dict[tuple[Deal, int], GameRecord] = {}

    def keep(deal: Deal, rotation: int, record: GameRecord) -> None:
        records[deal, rotation] = record

    for finished in play_deals(batch, guards, deals, conditions.seed, keep):
        results += [renamed(result, job.bundle, folder) for result in finished]
    spent = {name: guard.take_spent() for name, guard in guards.items()}
    return Part(results, spent, records, perf_counter() - start)


def renamed(result: DealResult, bundle: Bundle, folder: Path) -> DealResult:
    """Return the same deal with the driver's file names in the reasons of failures."""

    def named(rotation: int, failure: Failure) -> Failure:
        bot = result.deal.rotations()[rotation][failure.seat]
        if bot not in bundle.named:
            return failure
        name, place = bundle.named[bot]
        return replace(failure, reason=failure.reason.replace(str(folder / place), name))

    return result.with_failures(named)


_warm: set[tuple[str, str]] = set()
"""Job and name of the bots that this process has warmed up."""


def prepare(job: Job, names: Iterable[str], rows: int) -> tuple[Path, dict[str, Bot]]:
    """Unpack the bots' files and make the bots for batches of `rows` games; return the folder and the bots.

    Raises `UserError` if the node has another version of a bot or of this package.
    """
    game = job.conditions.game
    try:
        if program_digest() != job.program:
            raise UserError("it has another version of africana-env: install the driver's on all nodes")
        folder, bots = unpack(job.bundle), dict[str, Bot]()
        for name in names:
            spelled = spelled_in(folder, job.bundle, name)
            bots[name] = make_bot(spelled, game, rows)
            if identity(game, spelled, bots[name]) != job.identities[name]:
                raise UserError(f"it has another version of {name}: install the driver's on all nodes")
    except Exception as error:
        kind = "" if isinstance(error, UserError) else f"{type(error).__name__}: "
        raise UserError(f"node {node_name()}: {kind}{error_reason(error)}") from None
    return folder, bots


def spelled_in(folder: Path, bundle: Bundle, bot: str) -> str:
    """Return a bot's name with its file in this folder."""
    if bot not in bundle.named:
        return bot
    name, place = bundle.named[bot]
    # An argument or the value of an option, not a part of another word.
    return re.sub(rf"(?<=[:=]){re.escape(name)}(?=,|$)", lambda _: str(folder / place), bot, count=1)


def node_name() -> str:
    import ray

    return ray.util.get_node_ip_address()
