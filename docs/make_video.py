"""Draw the moving pictures of the first page, for light and dark pages: `python docs/make_video.py`."""

from io import BytesIO
from pathlib import Path

from PIL import Image

from africana_env import GameRecord, africana_v0, choose_action, load_edition, make_bot
from africana_env.api.drawings import render_svg
from africana_env.drawing.pixels import pixels
from africana_env.drawing.svg import DARK, ON_DARK_PAGES
from africana_env.engine.process.files import atomic_write
from africana_env.viewer.trajectory import Trajectory, play_again

FILES = {False: "africana_v0.webp", True: "africana_v0-dark.webp"}
"""The files for light and dark pages."""
SEED = 7
SHOWN = 90
"""Positions from the first one on."""
MILLISECONDS, LAST_MILLISECONDS = 450, 2500
WEBP = {"loop": 0, "quality": 45, "method": 4, "minimize_size": True}


def main() -> None:
    """Play a game of `greedy` for three and write its first decisions: the left column, map and expeditions."""
    trajectory = game_of_greedy()
    boards = [render_svg(trajectory.game, trajectory.edition, state, None) for state in trajectory.states[:SHOWN]]
    for is_dark, name in FILES.items():
        drawn = (pixels(board.replace(ON_DARK_PAGES, DARK) if is_dark else board) for board in boards)
        first, *others = (Image.fromarray(frame[:, : frame.shape[1] // 2]) for frame in drawn)
        times = [MILLISECONDS] * len(others) + [LAST_MILLISECONDS]
        video = BytesIO()
        first.save(video, "WEBP", save_all=True, append_images=others, duration=times, **WEBP)
        file = Path(__file__).parent / "pictures" / name
        atomic_write(file, video.getvalue())
        print(f"{file}: {SHOWN} frames, {file.stat().st_size / 1e3:.0f} kB")


def game_of_greedy() -> Trajectory:
    """Return the positions of a whole game."""
    batch, taken = africana_v0.batch(1, num_players=3, observe=False), []
    batch.reset_to(SEED)
    greedy = make_bot("greedy", africana_v0.GAME)
    while batch.running[0]:
        taken.append(choose_action(greedy, batch))
        batch.step([taken[-1]])
    record = GameRecord.of(batch, taken)
    return play_again(record, africana_v0.GAME, load_edition(africana_v0.GAME, record.edition))


if __name__ == "__main__":
    main()
