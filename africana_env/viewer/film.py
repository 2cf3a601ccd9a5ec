"""Films: a game as a GIF or an MP4, see `africana replay`."""

from collections.abc import Iterator
from io import BytesIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from africana_env.api.drawings import render_svg
from africana_env.drawing.pixels import pixels
from africana_env.engine.process.extras import check_extra
from africana_env.engine.process.files import StrPath, atomic_write, check_target
from africana_env.engine.process.progress import OnProgress, no_progress
from africana_env.viewer.trajectory import Trajectory

SECONDS, LAST_SECONDS = 0.5, 3.0
"""How long a position is shown, and the last one."""


def frames(
    trajectory: Trajectory, seat: int | None = None, progress: OnProgress = no_progress
) -> Iterator[NDArray[np.uint8]]:
    """Yield an image of each position, `uint8` of one shape `(height, width, 3)`, as all seats see it or as one does.
    `progress` is called with the number of images so far and in all."""
    for number, state in enumerate(trajectory.states, 1):
        yield pixels(render_svg(trajectory.game, trajectory.edition, state, seat))
        progress(number, len(trajectory.states))


def write_gif(
    trajectory: Trajectory, file: StrPath, *, seat: int | None = None, progress: OnProgress = no_progress
) -> None:
    """Write a game as a GIF that repeats. Raises `UserError` if the file cannot be written."""
    check_target(file)
    colours = palette(trajectory, seat)
    images = (
        Image.fromarray(frame).quantize(palette=colours, dither=Image.Dither.NONE)
        for frame in frames(trajectory, seat, progress)
    )
    durations = [1000 * SECONDS] * (len(trajectory.states) - 1) + [1000 * LAST_SECONDS]
    film = BytesIO()
    next(images).save(film, "GIF", save_all=True, append_images=images, duration=durations, loop=0)
    atomic_write(file, film.getvalue())


def palette(trajectory: Trajectory, seat: int | None) -> Image.Image:
    """The 256 colours that draw the first and the last position best: an image with this palette."""
    ends = Trajectory(trajectory.game, trajectory.edition, [trajectory.states[0], trajectory.states[-1]], (), ())
    return Image.fromarray(np.concatenate([*frames(ends, seat)])).quantize(256)


def write_mp4(
    trajectory: Trajectory, file: StrPath, *, seat: int | None = None, progress: OnProgress = no_progress
) -> None:
    """Write a game as an MP4 (H.264). Needs the extra `video`. Raises `UserError` if the file cannot be written."""
    check_extra("video", "an MP4", "write a GIF")
    check_target(file)
    import av

    film = BytesIO()
    with av.open(film, "w", format="mp4") as container:
        stream = container.add_stream("libx264", rate=round(1 / SECONDS), options={"tune": "animation"})
        stream.pix_fmt = "yuv420p"
        for number, frame in enumerate(frames(trajectory, seat, progress), 1):
            if number == 1:
                stream.height, stream.width = frame.shape[:2]
            times = round(LAST_SECONDS / SECONDS) if number == len(trajectory.states) else 1
            for _ in range(times):
                container.mux(stream.encode(av.VideoFrame.from_ndarray(frame, format="rgb24")))
        container.mux(stream.encode())
    atomic_write(file, film.getvalue())
