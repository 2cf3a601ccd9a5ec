"""The pictures of the documentation: `python docs/make_pictures.py` makes them anew, with playwright and Chromium."""

from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory

import numpy as np
from playwright.sync_api import sync_playwright

from africana_env import Batch, Game, GameRecord, load_game
from africana_env.bots import make_bot
from africana_env.engine.files import atomic_write
from africana_env.viewer.replay import replay

FOLDER = Path(__file__).parent / "pictures"
PLAYERS = 3
SEED = 7
BOARDS = {"africana_v0": 132, "africa_v0": 110, "afritoria_v0": 45}
"""The games, and after how many decisions of `greedy` they are shown to the seat to move."""
REPLAY = "africana_v0"


def main() -> None:
    """Draw the boards, and the page of a replay."""
    FOLDER.mkdir(exist_ok=True)
    for name, decisions in BOARDS.items():
        game = load_game(name)
        batch, _ = play(game, decisions)
        seat = int(batch.current_player[0])
        atomic_write(FOLDER / f"{name}.svg", game.picture(batch.edition, batch.states[0], seat).encode())
    photograph_replay(load_game(REPLAY), BOARDS[REPLAY])


def play(game: Game, decisions: int) -> tuple[Batch, list[int]]:
    """A game among `greedy`, and its actions."""
    batch = Batch(game, 1, PLAYERS, observe=False)
    batch.reset_to(SEED)
    greedy, actions = make_bot("greedy", game), np.zeros(1, np.int64)
    taken: list[int] = []
    while batch.running[0] and len(taken) < decisions:
        greedy.act(batch, batch.running, actions)
        batch.step(actions)
        taken.append(int(actions[0]))
    return batch, taken


def photograph_replay(game: Game, step: int) -> None:
    """The page of a whole game at a step."""
    batch, actions = play(game, 10_000)
    name, digest = batch.edition.name, batch.edition.digest
    record = GameRecord(game.name, name, digest, PLAYERS, batch.max_rounds, SEED, tuple(actions))
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder) / "replay.html"
        replay(game, record, file, "random")
        chromium = playwright.chromium.launch(executable_path=which("chromium"), args=["--no-sandbox"])
        page = chromium.new_page(viewport={"width": 1200, "height": 800})
        page.goto(file.as_uri())
        page.locator(f"[data-step='{step}'] button").click()
        page.screenshot(path=FOLDER / "replay.png")


if __name__ == "__main__":
    main()
