"""What each decision of a game gave away: every legal action is played out many times, and what was decided is compared
with the best.

All actions of a decision are tried in the same determinizations, drawn from what the seat to move knew, with the same
random numbers; a bot plays on in all seats. The result of a rollout is the lead in points, so a regret is in points,
and as true as that bot plays well.

The best of many equal actions looks better than it is. So the best action is chosen by one half of the determinizations
and its gain measured in the other half, and the other way round, which leaves no such bias.
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
"""Of an action. With fewer than 16 the standard error itself is a guess: with 4, one in twelve of equal actions gave
away more than two."""


@dataclass(frozen=True)
class Regret:
    """What a decision gave away."""

    best: int
    """The action that did best in all determinizations."""
    points: float
    """By how many points the lead would be better after the best action."""
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
    """What decisions gave away, by so many `rollouts` of each legal action, which `bot` plays on: of the `actions`
    (shape `(decisions,)`) in positions of one game (records of `game.state_dtype`, same shape). None where there was no
    choice, and where another `seat` than this one decided. It depends on nothing that the seat to move could not know.
    Raises `UserError` for too few rollouts, for a bot that there is not, or where the game has no `resample`.
    """
    check_int("the rollouts of an action", rollouts, MIN_ROLLOUTS, MAX_ROLLOUTS)
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
    """The leads after rollouts of `actions` in the positions `states[numbers]`, (actions, rollouts)."""
    numbers, actions = np.repeat(numbers, rollouts), np.repeat(actions, rollouts)
    draws = np.arange(len(numbers)) % rollouts
    # The seeds are those of no game: a file for one seat must not depend on the seed of its game.
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
    """The points of a seat in each game less the mean of the others' (games, players)."""
    own = points[np.arange(len(points)), seats]
    return own - (points.sum(axis=1) - own) / (points.shape[1] - 1)


def regret(actions: np.ndarray, leads: np.ndarray, taken: int) -> Regret:
    """What taking one of `actions` gave away, from their `leads` (actions, determinizations)."""
    gained = np.zeros(leads.shape[1])
    halves = np.arange(leads.shape[1]) % 2
    for half in (0, 1):
        best = leads[:, halves != half].mean(axis=1).argmax()
        gained[halves == half] = (leads[best] - leads[actions == taken][0])[halves == half]
    error = float(gained.std(ddof=1) / np.sqrt(len(gained)))
    return Regret(int(actions[leads.mean(axis=1).argmax()]), float(gained.mean()), error)
