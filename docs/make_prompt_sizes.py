"""Write the table of prompt lengths in docs/agents-in-words.md: `python docs/make_prompt_sizes.py`.

It plays whole games of `greedy` and measures the prompt of each decision. Tokens are estimated as characters / 4. With
`--tokens`, tiktoken counts them by its encoding `o200k_base`, which it downloads.
"""

import argparse
import json
import re
from collections.abc import Callable
from pathlib import Path

import numpy as np

from africana_env import Game, atomic_write, load_game, make_bot
from africana_env.api import text
from africana_env.api.module import GameModule
from africana_env.api.registration import own_names
from africana_env.tools.describe import markdown_table

TARGET = Path(__file__).parents[1] / "docs" / "agents-in-words.md"
PLAYERS, GAMES, BOT = 3, 20, "greedy"
COLUMNS = ["system prompt", "decisions of a seat", "prompt, mean", "prompt, max", "JSON, mean", "JSON, max"]

Count = Callable[[str], float]


def quarter(shown: str) -> float:
    """Estimate the tokens of a text."""
    return len(shown) / 4


def seat_sizes(
    game: Game, players: int, seed: int, count: Count, max_rounds: int | None = None
) -> tuple[float, list[list[tuple[float, float]]]]:
    """Return the size of the system prompt in a game of `greedy`, and the sizes of prompt and JSON at each decision
    of each seat, by `count`."""
    env, bot = GameModule(game).env(num_players=players, max_rounds=max_rounds), make_bot(BOT, game)
    row, action = np.ones(1, np.bool_), np.zeros(1, np.int64)
    env.reset(seed=seed)
    bot.reset_rows(row, np.array([seed], np.uint64))
    batch, sizes = env.unwrapped.batch, [[] for _ in range(players)]
    while batch.running[0]:
        shown = text.prompt(env), json.dumps(text.view(env))
        sizes[batch.current_player[0]].append((count(shown[0]), count(shown[1])))
        bot.act(batch, row, action)
        env.step(int(action[0]))
    return count(text.system_prompt(env)), sizes


def size_row(game: Game, count: Count) -> list[str]:
    """Return the row of a game, over all seats."""
    played = [seat_sizes(game, PLAYERS, seed, count) for seed in range(GAMES)]
    every = np.array([size for _, seats in played for sizes in seats for size in sizes])
    sizes = [
        played[0][0],
        len(every) / GAMES / PLAYERS,
        *(size for part in every.T for size in (part.mean(), part.max())),
    ]
    return [game.title, *(f"{size:,.0f}" for size in sizes)]


def main() -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--tokens", action="store_true", help="count with tiktoken")
    count, title = quarter, "tokens (characters / 4)"
    if parser.parse_args().tokens:
        import tiktoken

        encoding = tiktoken.get_encoding("o200k_base")
        count, title = lambda shown: len(encoding.encode(shown)), "tokens (o200k_base)"
    rows = [size_row(load_game(name), count) for name in own_names()]
    table = markdown_table([title, *COLUMNS], rows)
    page = TARGET.read_text()
    old = re.compile(r"^\| tokens .*\n(\|.*\n)+", re.MULTILINE)
    new, found = old.subn(lambda _: f"{table}\n", page, count=1)
    assert found, f"{TARGET.name} has no table that begins with tokens"
    atomic_write(TARGET, new.encode())


if __name__ == "__main__":
    main()
