"""Draw the moving picture of the first page: `python docs/make_video.py`."""

from io import BytesIO
from pathlib import Path

import numpy as np
from PIL import Image

from africana_env import GameRecord, africana_v0, load_edition, make_bot
from africana_env.api.drawings import render_svg
from africana_env.drawing.pixels import pixels
from africana_env.engine.process.files import atomic_write
from africana_env.viewer.trajectory import Trajectory, play_again

FILE = Path(__file__).parent / "pictures" / "africana_v0.webp"
SEED = 7
WIDTH, HEIGHT = 640, 868
"""Pixels of the picture, the upper part of the board: map and expeditions."""
FRAMES = 90
"""Positions from the start, one for each decision."""
MILLISECONDS = 450
"""Time of each position."""
LAST_MILLISECONDS = 2500
QUALITY = 70
"""WebP quality, from 0 to 100."""


def main() -> None:
    """Play a game of three `greedy` and write its first decisions, with all hands open."""
    trajectory = game_of_greedy()
    frames = [
        Image.fromarray(pixels(render_svg(trajectory.game, trajectory.edition, state, None), WIDTH)[:HEIGHT])
        for state in trajectory.states[:FRAMES]
    ]
    times = [MILLISECONDS] * (len(frames) - 1) + [LAST_MILLISECONDS]
    video = BytesIO()
    options = {"duration": times, "loop": 0, "quality": QUALITY, "method": 4, "minimize_size": True}
    frames[0].save(video, "WEBP", save_all=True, append_images=frames[1:], **options)
    atomic_write(FILE, video.getvalue())
    print(f"{FILE}: {len(frames)} frames, {FILE.stat().st_size / 1e3:.0f} kB")


def game_of_greedy() -> Trajectory:
    """Return the positions of a whole game."""
    batch, actions, taken = africana_v0.batch(1, num_players=3, observe=False), np.zeros(1, np.int64), []
    batch.reset_to(SEED)
    greedy = make_bot("greedy", africana_v0.GAME)
    while batch.running[0]:
        greedy.act(batch, batch.running, actions)
        batch.step(actions)
        taken.append(int(actions[0]))
    record = GameRecord.of(batch, taken)
    return play_again(record, africana_v0.GAME, load_edition(africana_v0.GAME, record.edition))


if __name__ == "__main__":
    main()
