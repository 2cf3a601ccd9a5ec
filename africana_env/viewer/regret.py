"""Regret of each decision of a game: rollouts of all legal actions estimate how many points the chosen one lost.

All actions of a decision are tried in the same determinizations, drawn from the knowledge of the seat to move, and with
the same random numbers. A bot plays on in all seats. A rollout returns the lead in points, so a regret is in points,
and as accurate as the bot is strong.

The maximum of noisy means is biased upwards. So one half of the determinizations chooses the best action and the other
half measures its gain, and vice versa.
"""

from dataclasses import dataclass

import numpy as np

from africana_env.bots import Bot, make_bot
from africana_env.bots.search.policy_rollouts import begin_rollouts
from africana_env.engine.batch.batch import Batch
from africana_env.engine.game.checks import check_int
from africana_env.engine.game.contract import Edition, Game
from africana_env.engine.game.rng import stream_seeds
from africana_env.engine.process.progress import OnProgress, no_progress

BATCH = 4096
"""Rollouts played at once."""
MIN_ROLLOUTS, MAX_ROLLOUTS = 16, 10_000
"""Per action. With few rollouts the standard error is unreliable: with 4, one in twelve equal actions seems to lose
more than two of them."""


@dataclass(frozen=True)
class Regret:
    """The regret of a decision."""

    best: int
    """The action with the best mean over all determinizations."""
    points: float
    """The points of lead lost against the best action."""
    error: float
    """The standard error of `points`."""


def regrets(
    game: Game,
    edition: Edition,
    states: np.ndarray,
    actions: np.ndarray,
    rollouts: int,
    bot: str,
    seat: int | None = None,
    progress: OnProgress = no_progress,
) -> list[Regret | None]:
    """Return the regrets of the decisions of a game, from `rollouts` rollouts of each legal action by `bot`.

    `states` (records of `game.state_dtype`) and `actions` have shape `(decisions,)`. The result is None for a decision
    without a choice and, given a `seat`, for decisions of other seats. It depends only on what the seat to move could
    know. Raises `UserError` for too few rollouts, an unknown bot or a game without `resample`.
    """
    check_int("rollouts per action", rollouts, MIN_ROLLOUTS, MAX_ROLLOUTS)
    game.check_resample()
    found: list[Regret | None] = [None] * len(actions)
    if not found:
        return found
    players = int(states["num_players"][0])
    player = make_bot(bot, game, BATCH)
    games = Batch(game, BATCH, players, edition, observe=player.reads_observations)
    positions = Batch(game, len(states), players, edition, observe=False)
    positions.put_states(states)
    asked = positions.action_mask.sum(axis=1) > 1
    if seat is not None:
        asked &= positions.current_player == seat
    numbers, tried = np.nonzero(positions.action_mask.astype(bool) & asked[:, None])
    leads = roll_out(player, games, states, numbers, tried, rollouts, progress)
    for number in np.flatnonzero(asked):
        of_it = numbers == number
        found[number] = regret(tried[of_it], leads[of_it], int(actions[number]))
    return found


def roll_out(
    bot: Bot,
    games: Batch,
    states: np.ndarray,
    numbers: np.ndarray,
    actions: np.ndarray,
    rollouts: int,
    progress: OnProgress,
) -> np.ndarray:
    """Return the leads after rollouts of `actions` in `states[numbers]`, shape `(actions, rollouts)`."""
    numbers, actions = np.repeat(numbers, rollouts), np.repeat(actions, rollouts)
    draws = np.arange(len(numbers)) % rollouts
    # Do not derive the seeds from the game's seed: a file for one seat must not depend on it.
    seeds = stream_seeds(numbers.astype(np.uint64), draws.astype(np.uint64))
    leads = np.zeros(len(numbers))
    for start in range(0, len(leads), games.num_games):
        part = slice(start, start + games.num_games)
        seats, chosen, playing = begin_rollouts(games, bot, states[numbers[part]], actions[part], seeds[part])
        for _ in range(games.game.rollout_decisions):
            games.step(chosen, playing)
            playing &= games.running
            if not playing.any():
                break
            bot.act(games, playing, chosen)
        leads[part] = lead(games.scores(copy=False)[:, :, -1], seats)[: len(leads[part])]
        progress(min(part.stop, len(leads)), len(leads))
    return leads.reshape(-1, rollouts)


def lead(points: np.ndarray, seats: np.ndarray) -> np.ndarray:
    """Return a seat's points less the mean of the others in each game; `points` has shape `(games, players)`."""
    own = points[np.arange(len(points)), seats]
    return own - (points.sum(axis=1) - own) / (points.shape[1] - 1)


def regret(actions: np.ndarray, leads: np.ndarray, taken: int) -> Regret:
    """Return the regret of the action `taken` from all `leads`, shape `(actions, determinizations)`."""
    gained = np.zeros(leads.shape[1])
    halves = np.arange(leads.shape[1]) % 2
    for half in (0, 1):
        best = leads[:, halves != half].mean(axis=1).argmax()
        gained[halves == half] = (leads[best] - leads[actions == taken][0])[halves == half]
    error = float(gained.std(ddof=1) / np.sqrt(len(gained)))
    return Regret(int(actions[leads.mean(axis=1).argmax()]), float(gained.mean()), error)
