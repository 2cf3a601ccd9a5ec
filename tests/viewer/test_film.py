"""Films show each position of a game once, as a seat may know it."""

from itertools import pairwise

import numpy as np
import pytest
from PIL import Image
from support import GAMES, Setting, every_game, mixed_record, resamples

from africana_env import UserError, load_edition
from africana_env.cli import main
from africana_env.engine.process import extras
from africana_env.viewer.film import LAST_SECONDS, SECONDS, frames, write_mp4
from africana_env.viewer.trajectory import Trajectory, play_again


def trajectory_of(game, decisions=12):
    record = mixed_record(game, decisions=decisions)
    return play_again(record, game, load_edition(game, record.edition))


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "game.json"
    mixed_record(GAMES[0], decisions=8).save(path)
    return path


@every_game
def test_the_frames_of_a_film_have_one_shape_and_follow_the_game(game):
    trajectory = trajectory_of(game)
    shown = [*frames(trajectory)]
    assert len(shown) == len(trajectory.states)
    assert {frame.shape for frame in shown} == {shown[0].shape}
    assert sum((frame != after).any() for frame, after in pairwise(shown)) >= 4


def test_a_gif_shows_each_position_for_its_time(record, tmp_path, capsys):
    assert main(["replay", str(record), "--gif", str(tmp_path / "game.gif")]) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'game.gif'}: {GAMES[0].title}, 8 decisions\n"
    times, expected = 0, [*frames(trajectory_of(GAMES[0], decisions=8))]
    with Image.open(tmp_path / "game.gif") as film:
        for number in range(film.n_frames):
            film.seek(number)
            place = int(times / 1000 / SECONDS)
            drawn = np.asarray(film.convert("RGB")).astype(int)
            assert drawn.shape == expected[place].shape
            assert np.abs(drawn - expected[place]).mean() < 3  # of 256 colours
            times += film.info["duration"]
        assert film.info["loop"] == 0
    assert times == 1000 * (8 * SECONDS + LAST_SECONDS)


def test_a_film_for_a_seat_shows_nothing_that_this_seat_does_not_know(tmp_path):
    game = next(game for game in GAMES if game.name == "afritoria_v0")
    trajectory = trajectory_of(game, decisions=30)
    setting = Setting(game, "reconstructed", int(trajectory.states[0]["num_players"]))
    states = [resamples(setting, state, 1, 1)[0] for state in trajectory.states]
    other = Trajectory(game, trajectory.edition, states, trajectory.actions, trajectory.evaluations)
    hidden = seen = 0
    for one, two in zip(frames(trajectory, 1), frames(other, 1), strict=True):
        seen += (one != two).any()
    for one, two in zip(frames(trajectory), frames(other), strict=True):
        hidden += (one != two).any()
    assert (seen, hidden > 0) == (0, True)


def test_a_video_has_every_position(record, tmp_path):
    av = pytest.importorskip("av")
    assert main(["replay", str(record), "--mp4", str(tmp_path / "game.mp4")]) == 0
    expected = [*frames(trajectory_of(GAMES[0], decisions=8))]
    with av.open(str(tmp_path / "game.mp4")) as film:
        shown = [frame.to_ndarray(format="rgb24").astype(int) for frame in film.decode(video=0)]
    assert len(shown) == len(expected) - 1 + LAST_SECONDS / SECONDS
    for one, two in zip(shown, expected, strict=False):
        assert one.shape == two.shape
        assert np.abs(one - two).mean() < 5


def refused(capsys, *arguments):
    """The one line that the command says."""
    assert main(["replay", *map(str, arguments)]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    return error


def test_a_film_that_cannot_be_made_is_refused_in_one_line(record, tmp_path, capsys, monkeypatch):
    film = tmp_path / "game.gif"
    assert "say what to write: --html FILE, --gif FILE or --mp4 FILE" in refused(capsys, record)
    assert "shown on the page: add --html FILE" in refused(capsys, record, "--gif", film, "--policy", "greedy")
    assert "seat must be" in refused(capsys, record, "--gif", film, "--seat", 9)
    assert "cannot write" in refused(capsys, record, "--gif", tmp_path / "none" / "game.gif")
    assert "it is the input file" in refused(capsys, record, "--mp4", record)
    monkeypatch.setattr(extras, "find_spec", lambda module: None if module == "av" else module)
    assert "--mp4 needs av: pip install 'africana-env[video]', or use --gif" in refused(
        capsys, record, "--mp4", tmp_path / "game.mp4", "--gif", film
    )
    with pytest.raises(UserError, match=r"an MP4 needs av: .*, or write a GIF"):
        write_mp4(trajectory_of(GAMES[0]), tmp_path / "game.mp4")
    assert not film.exists()
