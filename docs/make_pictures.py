"""Make the pictures of the documentation: `python docs/make_pictures.py`. Needs playwright and Chromium."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from subprocess import PIPE, Popen
from tempfile import TemporaryDirectory

import matplotlib as mpl
import numpy as np
from playwright.sync_api import Page, sync_playwright

from africana_env import Batch, Game, GameRecord, load_game
from africana_env.api.drawings import render_svg
from africana_env.api.registration import own_names
from africana_env.arena.ratings.results import read_results
from africana_env.arena.report import charts
from africana_env.bots import make_bot
from africana_env.engine.process.files import atomic_write
from africana_env.viewer.replay import replay

FOLDER = Path(__file__).parent / "pictures"
SEED = 7
DECISIONS = {"africana_v0": 132, "africa_v0": 110}
"""Decisions of `greedy` before the picture; 45 in other games. The seat to move looks."""
ANCHOR = 1000
"""The rating of `greedy`."""
SHOWN = "africana_v0"
"""The game on the pictures of pages, at the same decision."""


def main() -> None:
    """Draw the boards and the ladder, and photograph a replay and a game in progress."""
    FOLDER.mkdir(exist_ok=True)
    atomic_write(FOLDER / "ladder.svg", draw_ladder().encode())
    for name in own_names():
        game = load_game(name)
        batch, _ = play(game, DECISIONS.get(name, 45))
        seat = int(batch.current_player[0])
        atomic_write(FOLDER / f"{name}.svg", render_svg(game, batch.edition, batch.states[0], seat).encode())
    game, decisions = load_game(SHOWN), DECISIONS[SHOWN]
    with TemporaryDirectory() as folder, chromium_page() as page:
        file = Path(folder) / "replay.html"
        replay(game, record_of(game), file, policy="random")
        page.goto(file.as_uri())
        page.locator(f"[data-step='{decisions}'] button").click()
        page.screenshot(path=FOLDER / "replay.png")
        begun = Path(folder) / "begun.json"
        record_of(game, decisions).save(begun)
        photograph_play(page, begun, play(game, decisions)[0])


def draw_ladder() -> str:
    """Draw the two-player ratings from `greedy` up, with their intervals, in all games."""
    found = {name: read_results(FOLDER.parent / "ladder" / f"{name}-2p") for name in own_names()}
    with mpl.rc_context(charts.STYLE):
        figure, axes = charts.figure_of(3.4)
        for number, (name, results) in enumerate(found.items()):
            assert results is not None
            rated = {bot: rating for bot, rating in results.ratings.items() if rating.rating >= ANCHOR}
            low, high = np.array([rating.ci95 for rating in rated.values()]).T
            colour, _ = charts.line_style(number)
            axes.hlines(list(rated), low, high, color=colour, linewidth=3, alpha=0.5)
            ratings = [rating.rating for rating in rated.values()]
            axes.plot(ratings, list(rated), "o", color=colour, label=load_game(name).title)
        axes.invert_yaxis()
        axes.set_xlabel("rating with two players (400 points: odds of ten to one)")
        axes.grid(axis="x")
        figure.legend(loc="outside lower center", ncols=3, frameon=False)
        return charts.standalone(charts.svg(figure, "ladder"))


def play(game: Game, decisions: int) -> tuple[Batch, list[int]]:
    """Play a game among `greedy`, with three players where possible; return it and its actions."""
    batch = Batch(game, 1, 3 if 3 in game.players else game.players[0], observe=False)
    batch.reset_to(SEED)
    greedy, actions = make_bot("greedy", game), np.zeros(1, np.int64)
    taken: list[int] = []
    while batch.running[0] and len(taken) < decisions:
        greedy.act(batch, batch.running, actions)
        batch.step(actions)
        taken.append(int(actions[0]))
    return batch, taken


def record_of(game: Game, decisions: int = 10_000) -> GameRecord:
    """Return the record of the same game."""
    return GameRecord.of(*play(game, decisions))


@contextmanager
def chromium_page() -> Iterator[Page]:
    """Open an empty page."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=which("chromium"), args=["--no-sandbox"])
        yield chromium.new_page(viewport={"width": 1200, "height": 800})


def photograph_play(page: Page, record: Path, batch: Batch) -> None:
    """Photograph the page of a game in progress, for the player to move."""
    seat = str(int(batch.current_player[0]))
    options = ["search:200", "greedy", "--seat", seat, "--record", str(record), "--no_browser"]
    command = [sys.executable, "-m", "africana_env.cli", "play", batch.game.name, *options]
    with Popen(command, stdout=PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            page.goto(server.stdout.readline().split()[-1])
            page.locator("#board .legal").first.wait_for()
            page.screenshot(path=FOLDER / "play.png")
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
