"""The render modes of all environments."""

from xml.etree import ElementTree

import gymnasium
import numpy as np
import pytest
from pettingzoo.test.render_test import render_test
from support import every_game, mask_of, module_of, running

from africana_env import UserError
from africana_env.api.drawings import render_svg, render_text
from africana_env.api.metadata import RENDER_MODES, gymnasium_id
from africana_env.drawing.text import without_codes

WARNING = "You are calling render method without specifying any render mode"
APIS = ("raw_env", "parallel_env", "gymnasium", "vector")


def make(game, api, **options):
    """Make an environment of one kind, as users do, and reset it."""
    if api == "gymnasium":
        env = gymnasium.make(gymnasium_id(game.name), **options)
    elif api == "vector":
        env = gymnasium.make_vec(gymnasium_id(game.name), **{"num_envs": 2, **options})
    else:
        env = getattr(module_of(game), api)(**options)
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


def drawn_for(game, batch, row, seat):
    return render_text(game, batch.edition, batch.states[row], seat)


@every_game
def test_environments_pass_the_render_test(game):
    render_test(module_of(game).env)
    render_test(module_of(game).raw_env)


@every_game
@pytest.mark.parametrize("api", APIS)
def test_metadata_name_the_modes(game, api):
    metadata = make(game, api).metadata
    assert metadata["render_modes"] == RENDER_MODES
    assert metadata["render_fps"] > 0


@every_game
@pytest.mark.parametrize("api", APIS)
def test_human_draws_by_itself_and_once(game, api, capsys):
    env = make(game, api, render_mode="human")
    batch = env.aec.batch if api == "parallel_env" else env.batch
    boards = 2 if api == "vector" else 1
    title = f"{game.title}\x1b[0m   edition"
    assert capsys.readouterr().out.count(title) == boards
    step(env, api)
    assert capsys.readouterr().out.count(title) == boards
    assert env.render() is None
    printed = capsys.readouterr().out
    assert printed.count(title) == boards
    assert drawn_for(game, batch, 0, 0 if api in ("gymnasium", "vector") else int(batch.current_player[0])) in printed


@every_game
@pytest.mark.parametrize("api", APIS)
@pytest.mark.parametrize("mode", [None, "ansi", "rgb_array"])
def test_other_modes_print_nothing(game, api, mode, capsys):
    env = make(game, api, render_mode=mode)
    step(env, api)
    assert capsys.readouterr().out == ""


@every_game
@pytest.mark.parametrize("api", APIS)
def test_without_a_mode_a_warning_says_how_to_get_one(game, api):
    env = make(game, api)
    with pytest.warns(UserWarning, match=WARNING):
        assert env.render() is None


@every_game
@pytest.mark.parametrize("api", ["raw_env", "gymnasium", "vector"])
@pytest.mark.parametrize("mode", [None, *RENDER_MODES])
def test_there_is_nothing_to_draw_before_reset(game, api, mode):
    made = {
        "raw_env": lambda: module_of(game).raw_env(render_mode=mode),
        "gymnasium": lambda: gymnasium.make(gymnasium_id(game.name), render_mode=mode).unwrapped,
        "vector": lambda: gymnasium.make_vec(gymnasium_id(game.name), render_mode=mode),
    }
    with pytest.raises(UserError, match=r"^no game is in progress: call reset\(\) first$"):
        made[api]().render()


@every_game
def test_learners_see_what_their_seats_may_know(game):
    env = make(game, "gymnasium", render_mode="ansi", seat=1, opponents="random")
    assert env.render() == drawn_for(game, env.batch, 0, 1)
    vector = make(game, "vector", render_mode="ansi", seat="rotate")
    frames = vector.render()
    assert frames == tuple(drawn_for(game, vector.batch, row, int(vector._learners.seats[row])) for row in range(2))
    assert vector._learners.seats[0] != vector._learners.seats[1]


@every_game
def test_text_is_plain_where_no_colours_are_wanted(game, monkeypatch, capsys):
    monkeypatch.delenv("NO_COLOR", raising=False)
    coloured = make(game, "raw_env", render_mode="ansi").render()
    monkeypatch.setenv("NO_COLOR", "1")
    plain = make(game, "raw_env", render_mode="ansi").render()
    make(game, "raw_env", render_mode="human")
    assert "\x1b" in coloured
    assert plain == without_codes(coloured)
    assert "\x1b" not in capsys.readouterr().out


@every_game
def test_agent_to_move_sees_what_it_may_know(game):
    env = make(game, "raw_env", render_mode="ansi")
    while env.batch.running[0] and env.batch.states["round_number"][0] < 2:
        assert env.render() == drawn_for(game, env.batch, 0, int(env.agent_selection[-1]))
        step(env, "raw_env")


@every_game
def test_frames_of_a_game_have_one_shape(game):
    env = gymnasium.make(gymnasium_id(game.name), render_mode="rgb_array", max_rounds=3)
    env.reset(seed=1)
    frames, over = [env.render()], False
    while not over:
        *_, terminated, truncated, _ = env.step(env.unwrapped.action_space.sample())
        over = terminated or truncated
        if len(frames) < 40 or over:
            frames.append(env.render())
    assert {frame.shape for frame in frames} == {frames[0].shape}
    assert frames[0].dtype == np.uint8
    assert (frames[0] != frames[-1]).any()


@every_game
@pytest.mark.parametrize("api", [*APIS, "env"])
def test_notebooks_show_the_board(game, api):
    env = make(game, api, render_mode="svg")
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
    vector = make(game, "vector", num_envs=3, seat=1, opponents="random")
    batch = module_of(game).batch(3)
    batch.reset(seed=1)
    batch.step(batch.action_mask.argmax(1))
    assert vector._repr_svg_() == render_svg(game, vector.edition, vector.batch.states[0], 1)
    drawn = render_svg(game, batch.edition, batch.states[0], int(batch.current_player[0]))
    assert batch._repr_svg_() == (drawn if game.presentation.render_svg else None)  # else notebooks show the text


@every_game
def test_notebooks_show_no_board_before_the_first_reset(game):
    module = module_of(game)
    made = [module.env(), module.raw_env(), module.parallel_env(), module.gymnasium_env(), module.vector_env(2)]
    made += [module.batch(2), gymnasium.make(gymnasium_id(game.name)), gymnasium.make_vec(gymnasium_id(game.name))]
    assert [env._repr_svg_() for env in made] == [None] * len(made)


def test_frames_after_the_end_can_be_drawn_again(capsys):
    from africana_env import africana_v0

    env = africana_v0.env(2, max_rounds=1, render_mode="human")
    env.reset(seed=1)
    while running(env):
        env.step(int(mask_of(env).argmax()))
    assert "Won by" in capsys.readouterr().out
    env.render()
    assert "Won by" in capsys.readouterr().out
