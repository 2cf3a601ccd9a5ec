"""Advantages along the decisions of one seat.

Games have several seats, and other seats decide between two decisions of a seat. For a seat, a decision lasts until
its next one. It earns all rewards of the seat in between, and ends with the value of the seat's next decision or with
the game.
"""

import numpy as np


def seat_advantages(
    rewards: np.ndarray,
    done: np.ndarray,
    seats: np.ndarray,
    values: np.ndarray,
    gamma: float,
    gae_lambda: float,
) -> tuple[np.ndarray, np.ndarray]:
    """Generalised advantage estimates (Schulman et al. 2016) per seat, for a rollout of `steps` decisions per game.

    `rewards` (steps, games, seats) is each seat's reward of a step; `done` (steps, games) says whether the step ended
    the game; `seats` (steps, games) is the seat that decided, and `values` (steps, games) its value before. `gamma`
    applies between two decisions of a seat.

    Returns the advantages, `float32` (steps, games), and whether each is valid, `bool` (steps, games). A seat's last
    decision in an unfinished game is not valid: it has no successor yet, and only serves the decision before.
    """
    steps, games, num_seats = rewards.shape
    advantages = np.zeros((steps, games), np.float32)
    valid = np.zeros((steps, games), np.bool_)
    row = np.arange(games)
    earned = np.zeros((games, num_seats), np.float32)
    next_value = np.zeros((games, num_seats), np.float32)
    next_advantage = np.zeros((games, num_seats), np.float32)
    has_next = np.zeros((games, num_seats), np.bool_)
    for step in range(steps - 1, -1, -1):
        over = done[step] != 0
        earned[over] = 0
        next_value[over] = 0
        next_advantage[over] = 0
        has_next[over] = True
        earned += rewards[step]
        seat = seats[step]
        delta = earned[row, seat] + gamma * next_value[row, seat] - values[step]
        advantage = delta + gamma * gae_lambda * next_advantage[row, seat]
        valid[step] = has_next[row, seat]
        advantages[step] = np.where(valid[step], advantage, 0)
        earned[row, seat] = 0
        next_value[row, seat] = values[step]
        next_advantage[row, seat] = advantages[step]
        has_next[row, seat] = True
    return advantages, valid
