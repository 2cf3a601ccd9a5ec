"""The render modes of all environments."""

from xml.etree import ElementTree

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import render_test
from pettingzoo.utils import CaptureStdoutWrapper
from support import every_game, mask_of, module_of, running

from africana_env import UserError, load_game
from africana_env.api.drawings import render_svg, render_text
from africana_env.api.metadata import RENDER_MODES, gymnasium_id
from africana_env.drawing.text import without_codes

GAME = load_game("africana_v0")
MODULE = module_of(GAME)
WARNING = "You are calling render method without specifying any render mode"
APIS = ("raw_env", "parallel_env", "gymnasium", "vector")
every_api = pytest.mark.parametrize("api", APIS)


def make(api, game=GAME, **options):
    """Make an environment of one kind, as users do."""
    if api == "gymnasium":
        return gymnasium.make(gymnasium_id(game.name), **options)
    if api == "vector":
        return gymnasium.make_vec(gymnasium_id(game.name), **{"num_envs": 2, **options})
    return getattr(module_of(game), api)(**options)


def started(api, **options):
    env = make(api, **options)
    env.reset(seed=1)
    return env


def step(env, api):
    """Take any legal action."""
    if api == "raw_env":
        env.step(int(mask_of(env).argmax()))
    elif api == "parallel_env":
        env.step({agent: int(mask.argmax()) for agent, mask in env._masks.items() if mask.any()})
    else:
        env.step(env.action_space.sample())


def drawn_for(batch, row, seat):
    return render_text(batch.game, batch.edition, batch.states[row], seat)


@pytest.mark.parametrize("api", ["env", "raw_env"])
def test_environments_pass_the_render_test(api):
    render_test(getattr(MODULE, api))


@every_api
def test_human_draws_by_itself_and_once(api, capsys):
    env = started(api, render_mode="human")
    assert env.metadata["render_modes"] == RENDER_MODES
    assert env.metadata["render_fps"] > 0
    batch = env.aec.batch if api == "parallel_env" else env.batch
    boards = 2 if api == "vector" else 1
    title = f"{GAME.title}\x1b[0m   edition"
    assert capsys.readouterr().out.count(title) == boards
    step(env, api)
    assert capsys.readouterr().out.count(title) == boards
    assert env.render() is None
    printed = capsys.readouterr().out
    assert printed.count(title) == boards
    assert drawn_for(batch, 0, 0 if api in ("gymnasium", "vector") else int(batch.current_player[0])) in printed


@every_api
def test_other_modes_print_nothing_and_without_one_a_warning_says_how_to_get_one(api, capsys):
    for mode in (None, "ansi", "rgb_array"):
        env = started(api, render_mode=mode)
        step(env, api)
        if mode is None:
            with pytest.warns(UserWarning, match=WARNING):
                assert env.render() is None
    assert capsys.readouterr().out == ""


@every_api
def test_there_is_nothing_to_draw_before_reset(api):
    for mode in (None, *RENDER_MODES):
        env = make(api, render_mode=mode)
        with pytest.raises(UserError, match=r"^no game is in progress: call reset\(\) first$"):
            getattr(env, "unwrapped", env).render()


def test_learners_see_what_their_seats_may_know():
    env = started("gymnasium", render_mode="ansi", seat=1, opponents="random")
    assert env.render() == drawn_for(env.unwrapped.batch, 0, 1)
    vector = started("vector", render_mode="ansi", seat="rotate")
    seats = [int(seat) for seat in vector._learners.seats]
    assert vector.render() == tuple(drawn_for(vector.batch, row, seat) for row, seat in enumerate(seats))
    assert seats[0] != seats[1]


def test_agent_to_move_sees_what_it_may_know():
    env = started("raw_env", render_mode="ansi")
    while env.batch.running[0] and env.batch.states["round_number"][0] < 2:
        assert env.render() == drawn_for(env.batch, 0, int(env.agent_selection[-1]))
        step(env, "raw_env")


def test_text_is_plain_where_no_colours_are_wanted(monkeypatch, capsys):
    monkeypatch.delenv("NO_COLOR", raising=False)
    coloured = started("raw_env", render_mode="ansi").render()
    monkeypatch.setenv("NO_COLOR", "1")
    plain = started("raw_env", render_mode="ansi").render()
    started("raw_env", render_mode="human")
    assert "\x1b" in coloured
    assert plain == without_codes(coloured)
    assert "\x1b" not in capsys.readouterr().out


@every_game
def test_frames_of_a_game_have_one_shape(game):
    env = gymnasium.make(gymnasium_id(game.name), render_mode="rgb_array", max_rounds=3)
    env.reset(seed=1)
    frames, over = [env.render()], False
    while not over:
        *_, terminated, truncated, _ = env.step(env.unwrapped.action_space.sample())
        over = terminated or truncated
        if len(frames) < 4 or over:
            frames.append(env.render())
    assert {frame.shape for frame in frames} == {frames[0].shape}
    height, width, colours = frames[0].shape
    assert height % 2 == width % 2 == 0  # for H.264
    assert (frames[0].dtype, colours) == (np.uint8, 3)
    assert (frames[0] != frames[-1]).any()


def test_a_wrapper_that_adds_a_mode_changes_no_other_environment():
    env = CaptureStdoutWrapper(MODULE.raw_env(render_mode="human"))
    env.reset(seed=1)
    assert GAME.title in env.render()
    modes = MODULE.raw_env().metadata["render_modes"]
    assert len(set(modes)) == len(modes)


@pytest.mark.parametrize("api", [*APIS, "env"])
def test_notebooks_show_the_board_once_there_is_one(api):
    env = make(api, render_mode="svg")
    assert env._repr_svg_() is None
    env.reset(seed=1)
    frame = env.render()[0] if api == "vector" else env.render()
    assert env._repr_svg_() == frame
    assert ElementTree.fromstring(frame).tag.endswith("svg")


@every_game
def test_notebooks_show_what_gymnasium_makes(game):
    name = gymnasium_id(game.name)
    for env in (gymnasium.make(name), gymnasium.make_vec(name, num_envs=2)):
        env.reset(seed=1)
        assert ElementTree.fromstring(env._repr_svg_()).tag.endswith("svg")


@every_game
def test_notebooks_show_the_first_game_of_many_as_who_decides_there_may_know_it(game):
    vector = make("vector", game, num_envs=3, seat=1, opponents="random")
    vector.reset(seed=1)
    batch = module_of(game).batch(3)
    assert batch._repr_svg_() is None
    batch.reset(seed=1)
    batch.step(batch.action_mask.argmax(1))
    assert vector._repr_svg_() == render_svg(game, vector.edition, vector.batch.states[0], 1)
    drawn = render_svg(game, batch.edition, batch.states[0], int(batch.current_player[0]))
    assert batch._repr_svg_() == (drawn if game.presentation.render_svg else None)  # else notebooks show the text


def test_frames_after_the_end_can_be_drawn_again(capsys):
    env = MODULE.env(2, max_rounds=1, render_mode="human")
    env.reset(seed=1)
    while running(env):
        env.step(int(mask_of(env).argmax()))
    assert "Won by" in capsys.readouterr().out
    env.render()
    assert "Won by" in capsys.readouterr().out
