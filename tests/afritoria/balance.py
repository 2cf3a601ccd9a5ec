"""How often each strength is the best card to commit, and how often `greedy` commits it.

    python tests/afritoria/balance.py --moments 500

At the start of a round between `greedy` bots, everything hidden from seat 0 is redrawn several times. Each card of its
hand is committed in turn, and `greedy` plays on in all seats. The best card has the best mean margin. The output is in
percent of the moments with a strength in hand; 17 would be no preference.
"""

import argparse
from typing import Any

import numpy as np

from africana_env import Batch, derive_seed, load_game, make_bot
from africana_env.games.afritoria.rules.action_space import ACTION
from africana_env.games.afritoria.rules.state import ANIMALS, COMMIT, RANGER, STRENGTHS

GAME = load_game("afritoria_v0")
ROUNDS = 8  # the moments lie in the first rounds


def sort_of(kind: int) -> int:
    """Return the strength of a card from 0, with ranger and poacher as the last two."""
    return kind % STRENGTHS if kind < ANIMALS else STRENGTHS + kind - RANGER


def play_on(batch: Batch, rounds: Any) -> None:
    """Let `greedy` play each game until this round begins, or to its end."""
    greedy = make_bot("greedy", GAME, batch.num_games)
    actions, states = np.zeros(batch.num_games, np.int64), batch.states
    while (rows := batch.running & ((states["round_number"] < rounds) | (states["phase"] != COMMIT))).any():
        greedy.act(batch, rows, actions)
        batch.step(actions, rows)


def best_card(state: np.ndarray, cards: np.ndarray, draws: int) -> int:
    """Return the card that seat 0 should commit."""
    batch = Batch(GAME, len(cards) * draws, int(state["num_players"][0]), observe=False)
    batch.set_states(np.repeat(state, batch.num_games))
    seeds = [derive_seed(state["seed"][0], number) for number in range(draws)]
    batch.resample(np.zeros(batch.num_games, np.int16), np.tile(np.array(seeds, np.uint64), len(cards)))
    batch.step(ACTION.commit + np.repeat(cards, draws))
    play_on(batch, batch.max_rounds + 1)
    points = batch.scores()[:, :, -1]
    margins = points[:, 0] - points[:, 1:].mean(1)
    return int(cards[margins.reshape(len(cards), draws).mean(1).argmax()])


def measure(players: int, moments: int, draws: int) -> tuple[np.ndarray, np.ndarray]:
    """Return by strength how often it is the best card in hand, and how often it is committed."""
    batch = Batch(GAME, moments, players)
    batch.reset(1)
    play_on(batch, 1 + np.arange(moments) % ROUNDS)
    committed = np.zeros(moments, np.int64)
    make_bot("greedy", GAME, moments).act(batch, batch.running, committed)
    held, best, played = (np.zeros(STRENGTHS + 2) for _ in range(3))
    for row in range(moments):
        cards = np.flatnonzero(batch.action_mask[row]) - ACTION.commit
        held[sorted({sort_of(int(kind)) for kind in cards})] += 1
        best[sort_of(best_card(batch.states[row : row + 1], cards, draws))] += 1
        played[sort_of(int(committed[row]) - ACTION.commit)] += 1
    return best / held, played / held


def main() -> None:
    parser = argparse.ArgumentParser(description="How often each strength of Afritoria is the best card to commit.")
    parser.add_argument("--moments", type=int, default=500, help="for each number of players")
    parser.add_argument("--draws", type=int, default=48, help="of what the player cannot know")
    arguments = parser.parse_args()
    print(f"{'strength':16}" + "".join(f"{number:4}" for number in range(1, STRENGTHS + 1)) + "  ranger  poacher")
    for players in GAME.players:
        best, played = measure(players, arguments.moments, arguments.draws)
        for what, shares in (("best", best), ("played", played)):
            *animals, ranger, poacher = (f"{100 * share:4.0f}" for share in shares)
            print(f"{players} players, {what:6}{''.join(animals)}{ranger:>8}{poacher:>9}", flush=True)


if __name__ == "__main__":
    main()
