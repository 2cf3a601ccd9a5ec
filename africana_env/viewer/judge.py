"""The judge of a game: win chances after each decision, and the decisions that mattered most.

The judge is the strongest search that is installed, guided by a policy if there is one. It names its move for every
decision with a choice. The move taken and the judge's move are played out to the end in the same determinizations,
drawn from the knowledge of the seat to move, and with the same random numbers. The guiding policy, or the strongest
scripted bot, plays all seats. A win chance is a share of these games.

The largest of many noisy losses is biased upwards. So the decisions that seem to matter most are played out again in
new determinizations, and only these count.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from africana_env.api.decisions import decision_text, numbered
from africana_env.api.registration import own_names
from africana_env.bots import make_bot
from africana_env.bots.decisions import NO_ACTION, row_parts
from africana_env.bots.registry import strongest_bot
from africana_env.bots.search.policy_rollouts import begin_rollouts
from africana_env.drawing.svg import SEAT_COLOURS
from africana_env.engine.batch.batch import Batch
from africana_env.engine.editions.editions import DEFAULT_EDITION
from africana_env.engine.game.contract import Edition, Game
from africana_env.engine.game.returns import win_shares
from africana_env.engine.game.rng import stream_seeds
from africana_env.engine.process.extras import is_installed
from africana_env.engine.process.progress import OnProgress, no_progress
from africana_env.viewer.trajectory import Judgement, KeyDecision, Trajectory

SEARCH = "search:100"
FIRST, AGAIN = range(16), range(16, 216)
"""Numbers of the determinizations: of each decision, and of the `CANDIDATES` that are played out again."""
CANDIDATES, KEY_DECISIONS = 6, 3
"""Decisions played out again, and the most that are named."""
MIN_ERRORS = 2.0
"""A key decision lost more than this many standard errors."""
SMOOTHED = 7
"""Decisions averaged for a point of the curve."""
TOGETHER = 64
"""Decisions judged between two calls of `progress`: with the first determinizations they fill a batch."""
BATCH = 1024
"""Games played out at once."""


def strongest_judge(game: Game, edition: Edition) -> tuple[str, str]:
    """Return the spellings of the strongest search that is installed, and of the bot that plays its games out."""
    if game.name not in own_names() or not is_installed("train"):
        return SEARCH, strongest_bot(game)
    policy = "baseline" if edition.name == DEFAULT_EDITION else "generalist"
    return f"{SEARCH},policy={policy}", f"policy:{policy}"


def judged(trajectory: Trajectory, seat: int | None = None, progress: OnProgress = no_progress) -> Trajectory:
    """Return the trajectory with its judgement, of all decisions or of one `seat`'s.

    The judgement of a seat depends only on the result and on what the seat could know. `progress` is called with the
    number of decisions judged and their total. Raises `UserError` for a game without `resample`.
    """
    game, edition = trajectory.game, trajectory.edition
    game.check_resample()
    judge, player = strongest_judge(game, edition)
    states = np.array(trajectory.states, game.state_dtype)
    bot = make_bot(judge, game, len(states))
    positions = Batch(game, len(states), int(states["num_players"][0]), edition, observe=bot.reads_observations)
    positions.put_states(states)
    asked = positions.action_mask.sum(axis=1) > 1
    asked[-1] = False  # nobody has decided there
    if seat is not None:
        asked &= positions.current_player == seat
    playouts = Playouts(positions, player)
    taken, total = np.array([*trajectory.actions, NO_ACTION], np.int64), int(asked.sum()) + CANDIDATES
    better, chances, lost = taken.copy(), np.zeros((len(states), positions.num_players)), np.zeros(len(states))
    judged_so_far = 0
    for rows in row_parts(asked, TOGETHER):
        bot.act(positions, rows, better)
        numbers, others = np.flatnonzero(rows), np.flatnonzero(rows & (better != taken))
        after = playouts.shares(numbers, taken[numbers], FIRST)
        chances[numbers] = after.mean(axis=1)
        instead = playouts.shares(others, better[others], FIRST)
        lost[others] = playouts.losses(others, instead, after[np.isin(numbers, others)]).mean(axis=1)
        judged_so_far += len(numbers)
        progress(judged_so_far, total)
    candidates = np.argsort(-lost, kind="stable")[:CANDIDATES]
    candidates = candidates[lost[candidates] > 0]
    instead, after = (playouts.shares(candidates, actions[candidates], AGAIN) for actions in (better, taken))
    losses = playouts.losses(candidates, instead, after)
    progress(total, total)
    result = None if positions.running[-1] else win_shares(positions.returns()[-1])
    found = Judgement(judge, player, curve(chances, asked, result), key_decisions(candidates, better, losses))
    return replace(trajectory, judgement=found)


class Playouts:
    """Plays positions out to the end, `player` in all seats."""

    def __init__(self, positions: Batch, player: str) -> None:
        game, edition = positions.game, positions.edition
        self._positions = positions
        self._player = make_bot(player, game, BATCH)
        observe = self._player.reads_observations
        self._games = Batch(game, BATCH, positions.num_players, edition, skip_forced=True, observe=observe)

    def losses(self, numbers: np.ndarray, better: np.ndarray, taken: np.ndarray) -> np.ndarray:
        """Return what the movers of the positions `numbers` lost: their shares after the `better` moves less those
        after the moves `taken`, both from `shares`; shape `(numbers, draws)`."""
        return (better - taken)[np.arange(len(numbers)), :, self._positions.current_player[numbers]]

    def shares(self, numbers: np.ndarray, actions: np.ndarray, draws: range) -> np.ndarray:
        """Return all seats' shares of the win after `actions` in the positions `numbers`, in the determinizations
        `draws`; shape `(numbers, draws, seats)`."""
        # Do not derive the seeds from the game's seed: a judgement for one seat must not depend on it.
        drawn = np.tile(np.array(draws, np.uint64), len(numbers))
        numbers, actions = np.repeat(numbers, len(draws)), np.repeat(actions, len(draws))
        seeds = stream_seeds(numbers.astype(np.uint64), drawn)
        shares = np.zeros((len(numbers), self._games.num_players))
        for start in range(0, len(numbers), BATCH):
            part = slice(start, start + BATCH)
            outcomes = self._play_out(self._positions.states[numbers[part]], actions[part], seeds[part])
            shares[part] = win_shares(outcomes)[: len(shares[part])]
        return shares.reshape(-1, len(draws), self._games.num_players)

    def _play_out(self, states: np.ndarray, actions: np.ndarray, seeds: np.ndarray) -> np.ndarray:
        games = self._games
        _, chosen, playing = begin_rollouts(games, self._player, states, actions, seeds)
        while playing.any():
            games.step(chosen, playing)
            playing &= games.running
            if playing.any():
                self._player.act(games, playing, chosen)
        return games.outcome


def curve(chances: np.ndarray, asked: np.ndarray, result: np.ndarray | None) -> np.ndarray:
    """Return the win chances before the first decision and after every decision, shape `(decisions + 1, seats)`.

    `chances` after each decision that was `asked` are averaged over `SMOOTHED` of them; other decisions change nothing.
    The last row is the `result` if the game is over.
    """
    half, known = SMOOTHED // 2, chances[asked]
    smooth = np.array([known[max(number - half, 0) : number + half + 1].mean(axis=0) for number in range(len(known))])
    points = np.full_like(chances, 1 / chances.shape[1])
    if len(smooth):
        points = smooth[np.maximum(np.cumsum(asked) - asked - 1, 0)]
    if result is not None:
        points[-1] = result
    return points


def key_decisions(candidates: np.ndarray, better: np.ndarray, losses: np.ndarray) -> list[KeyDecision]:
    """Return the decisions that clearly lost most. `losses` has shape `(candidates, determinizations)`."""
    errors = losses.std(axis=1, ddof=1) / np.sqrt(losses.shape[1])
    found = [
        KeyDecision(int(number), int(better[number]), float(lost), float(error))
        for number, lost, error in zip(candidates, losses.mean(axis=1), errors, strict=True)
        if lost > MIN_ERRORS * error
    ]
    return sorted(found, key=lambda decision: -decision.lost)[:KEY_DECISIONS]


def judgement_data(trajectory: Trajectory, names: Sequence[str] = ()) -> dict[str, Any]:
    """Return the judgement of a trajectory for JSON, in percent. `names` are the players' names by seat."""
    found, movers = trajectory.judgement, trajectory.movers
    assert found is not None
    players = found.chances.shape[1]
    called = names or numbered(players)

    def text(decision: int, action: int) -> str:
        return decision_text(trajectory.game, trajectory.edition, movers[decision], action, None, called).text

    return {
        "judge": found.judge,
        "player": found.player,
        "colours": [list(colours) for colours in SEAT_COLOURS[:players]],
        "chances": [[round(100 * share) for share in shares] for shares in found.chances.tolist()],
        "key": [
            {
                "decision": key.decision + 1,
                "seat": movers[key.decision],
                "taken": text(key.decision, trajectory.actions[key.decision]),
                "better": text(key.decision, key.better),
                "lost": round(100 * key.lost),
                "error": round(100 * key.error),
            }
            for key in found.key_decisions
        ],
    }
