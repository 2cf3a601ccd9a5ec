"""Every render mode works with PettingZoo's and Gymnasium's tools."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import render_test
from pettingzoo.utils import CaptureStdoutWrapper
from support import every_game, module_of

from africana_env.api.metadata import gymnasium_id

FACES = ["env", pytest.param("raw_env", marks=pytest.mark.slow), "parallel_env"]
every_face = pytest.mark.parametrize("face", FACES)


def is_picture(result):
    return isinstance(result, np.ndarray) and result.dtype == np.uint8 and result.ndim == 3 and result.shape[2] == 3


@every_game
@pytest.mark.parametrize("face", ["env", "raw_env"])
def test_environment_passes_pettingzoos_render_test(game, face, capsys):
    make = getattr(module_of(game), face)
    assert {"human", "rgb_array", "ansi"} <= set(make().metadata["render_modes"])
    render_test(make)  # every mode in the metadata
    assert capsys.readouterr().out.strip()  # `human`


@every_game
@every_face
def test_human_writes_what_ansi_returns(game, face, capsys):
    human, ansi = (getattr(module_of(game), face)(render_mode=mode) for mode in ("human", "ansi"))
    for env in (human, ansi):
        env.reset(seed=1)
    capsys.readouterr()
    assert human.render() is None
    assert ansi.render().strip() in capsys.readouterr().out


@every_game
@every_face
def test_pictures_are_of_one_size_and_differ_as_the_game_goes_on(game, face):
    env = getattr(module_of(game), face)(render_mode="rgb_array")
    observations = env.reset(seed=1)
    pictures = [env.render()]
    for _ in range(3):
        if face == "parallel_env":
            observations = env.step({agent: seen["action_mask"].argmax() for agent, seen in observations[0].items()})
        else:
            env.step(int(env.observe(env.agent_selection)["action_mask"].argmax()))
        pictures.append(env.render())
    assert all(is_picture(picture) for picture in pictures)
    assert len({picture.shape for picture in pictures}) == 1
    height, width, _ = pictures[0].shape
    assert height % 2 == width % 2 == 0  # for H.264
    assert any((picture != pictures[0]).any() for picture in pictures)


@every_game
def test_capture_stdout_gives_the_text_of_human(game):
    env = CaptureStdoutWrapper(module_of(game).raw_env(render_mode="human"))
    env.reset(seed=1)
    text = env.render()
    assert isinstance(text, str)
    assert text.count("\n") > 5
    # The wrapper adds a mode to the list in the metadata, which must not be shared by all environments.
    modes = module_of(game).raw_env().metadata["render_modes"]
    assert len(set(modes)) == len(modes)


@every_game
def test_gymnasium_checks_every_render_mode(game, capsys):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(gymnasium_id(game.name)).unwrapped)
    capsys.readouterr()
