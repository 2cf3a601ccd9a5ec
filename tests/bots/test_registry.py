"""Bots by spelling, and errors for wrong spellings."""

import re
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from africana_training.policies.bot import PolicyBot
from support import FirstLegal, any_legal, error_of, every_bot, every_game, policy_file

from africana_env import Batch, BotKind, UserError, load_game, make_bot, make_opponents
from africana_env.arena.evaluate import evaluate
from africana_env.bots import BotOption, registry
from africana_env.bots.function import FunctionBot
from africana_env.bots.registry import parse_spelling
from africana_env.bots.scripted import CompiledBot, GameBot, RandomBot
from africana_env.bots.search.compiled import SearchBot
from africana_env.engine.game.checks import read_whole

GAME = load_game("africana_v0")


@pytest.mark.parametrize(
    ("spelling", "parts"),
    [
        ("greedy", ("greedy", None, {})),
        ("search:200", ("search", "200", {})),
        ("policy:a/b.safetensors,temperature=0.5", ("policy", "a/b.safetensors", {"temperature": "0.5"})),
        ("policy:C:/a, b,c.safetensors", ("policy", "C:/a, b,c.safetensors", {})),
        ("policy:x,a=1,b=", ("policy", "x", {"a": "1", "b": ""})),
        ("package.module:function", ("package.module", "function", {})),
        ("", ("", None, {})),
    ],
)
def test_a_spelling_has_a_name_an_argument_and_options(spelling, parts):
    assert parse_spelling(spelling) == parts


@every_game
def test_every_kind_of_bot_is_made_from_its_spelling(game):
    kinds = [type(make_bot(spelling, game, 3)) for spelling in (*every_bot(game), "search:4")]
    greedy = GameBot if game.bots else CompiledBot
    assert kinds == [RandomBot, greedy, PolicyBot, PolicyBot, FunctionBot, SearchBot]


def test_a_bot_that_is_made_already_is_taken_as_it_is():
    bot = FirstLegal()
    assert make_bot(bot, GAME, 5) is bot
    assert make_opponents([bot, "random", "random"], GAME, num_players=4, num_games=5)[0] is bot


class Decider:
    def decide(self, observations, masks, rng):
        return masks.argmax(1)


def test_bots_of_one_method_are_one_object_and_a_partial_one_is_named_as_its_function():
    decider = Decider()
    made = make_opponents([decider.decide, decider.decide, partial(decider.decide)], GAME, num_players=4, num_games=1)
    assert made[0] is made[1]
    assert [bot.name for bot in made] == ["decide"] * 3


@pytest.mark.parametrize("bot", ["random", any_legal])
def test_bots_of_one_spelling_or_function_are_one_object(bot):
    first, second, third = make_opponents([bot, "greedy", bot], GAME, num_players=4, num_games=5)
    assert first is third
    assert first is not second


@pytest.mark.parametrize(
    ("spelling", "message"),
    [
        ("nobody", r"unknown bot 'nobody': use random, greedy, search:N.* policy:PATH"),
        ("", "unknown bot '': use random"),
        ("gredy", "did you mean 'greedy'"),
        ("generalist", "did you mean 'policy:generalist'"),
        ("random:1", "the bot 'random' takes neither an argument nor options, unlike 'random:1'"),
        ("greedy,depth=2", "the bot 'greedy' takes neither an argument nor options"),
        ("policy", "the bot 'policy' needs an argument: use policy:PATH"),
        ("policy:gone.safetensors", "there is no policy gone.safetensors"),
        ("policy:{policy},temperature=hot", "temperature must be a number of at least 0, not 'hot'"),
        ("policy:{policy},heat=1", "has no option 'heat': use temperature=T, network=MODULE:NAME"),
        ("policy:{policy},temperature=1,temperature=0", "has the option 'temperature' twice"),
        ("two\nlines", "unknown bot 'two"),
        ("a..b:function", "is not a module name"),
        ("bots/mine.py:play", r"'bots/mine\.py' is a file: name its module, bots\.mine:play"),
        ("../own/mine.py:play", r"'\.\./own/mine\.py' is a file: name its module in \.\./own, mine:play"),
        ("{policy}", "did you mean 'policy:"),
        ("no.such.module:bot", "there is no module no"),
        ("support:nothing", "module support has no bot 'nothing'"),
        ("support:GAMES", "module support has no bot 'GAMES'"),
        ("module:", "unknown bot 'module:'"),
    ],
)
def test_what_stands_for_no_bot_is_reported_in_one_line(spelling, message):
    with pytest.raises(UserError, match=message) as error:
        make_bot(spelling.format(policy=policy_file(GAME)), GAME)
    assert "\n" not in str(error.value)


def test_a_function_is_a_bot_as_it_is_by_its_name():
    made, spelled = (make_bot(bot, GAME, 5, seed=3) for bot in (any_legal, "support:any_legal"))
    assert isinstance(made, FunctionBot)
    assert made.name == "any_legal"
    assert made.generators.tolist() == spelled.generators.tolist()


OWN = """
class Lowest:
    reads_observations = False

    def __init__(self, game, num_games):
        self.made_for = game.name, num_games

    def reset_rows(self, rows, seeds):
        pass

    def act(self, batch, rows, actions):
        actions[rows] = batch.action_mask[rows].argmax(axis=1)


class Alone(Lowest):
    def __init__(self, num_games):
        pass


class Failing(Lowest):
    def __init__(self, game, num_games):
        raise TypeError("no luck")


class NoBot:
    def __init__(self, game, num_games):
        pass
"""


def test_a_class_is_named_as_a_function_is(importable):
    importable({"own_class.py": OWN})
    assert make_bot("own_class:Lowest", GAME, 5).made_for == (GAME.name, 5)
    evaluated = evaluate(GAME, "own_class:Lowest", "own_class:Lowest", num_players=2, num_games=4).results[0]
    assert evaluated.win_rate == 0.5


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Alone", r"'own_class:Alone': Alone\(game, num_games\) cannot be called: too many positional arguments"),
        ("Failing", r"'own_class:Failing' does not work: TypeError: no luck \(own_class.py, line 22\)"),
        ("NoBot", r"NoBot\(game, num_games\) must return an object with act, reset_rows and reads_observations"),
    ],
)
def test_a_class_that_makes_no_bot_is_refused_in_one_line(importable, name, message):
    importable({"own_class.py": OWN})
    with pytest.raises(UserError, match=f"^the bot .*{message}$") as error:
        make_bot(f"own_class:{name}", GAME)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("bot", [3, None, object(), FirstLegal])
def test_what_is_no_bot_is_reported_in_one_line(bot):
    with pytest.raises(UserError, match="a bot must be a name, a function, or an object") as error:
        make_bot(bot, GAME)
    assert "\n" not in str(error.value)


def test_a_bot_of_another_game_is_refused():
    with pytest.raises(UserError, match="plays afritoria_v0, not africana_v0"):
        make_bot(f"policy:{policy_file(load_game('afritoria_v0'))}", GAME)
    batch = Batch(load_game("africa_v0"), 2)
    batch.reset(0)
    for spelling in ("random", "greedy", f"policy:{policy_file(GAME)}"):
        with pytest.raises(UserError, match="plays africana_v0, not africa_v0"):
            make_bot(spelling, GAME, 2).act(batch, np.ones(2, np.bool_), np.zeros(2, np.int64))


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda observations, masks, rng: rng.choice(1 - masks), "gave action [0-9]+, which is illegal: see"),
        (lambda observations, masks, rng: rng.choice(masks)[1:], "must return 3 whole numbers, one for each game"),
        (lambda observations, masks, rng: rng.random(), "must return 3 whole numbers, one for each game, not float64"),
        (lambda observations, masks, rng: None, "^mine:function returned None: is there a `return`"),
    ],
)
def test_what_a_users_function_gets_wrong_is_reported_in_one_line(function, message):
    batch = Batch(GAME, 5)
    batch.reset(0)
    rows = np.array([True, False, True, True, False])
    actions = np.full(5, -7)
    with pytest.raises(UserError, match=message) as error:
        FunctionBot("mine:function", function, 5).act(batch, rows, actions)
    assert "\n" not in str(error.value)
    assert (actions == -7).all()


@pytest.mark.parametrize(
    ("spelling", "meant"),
    [
        ("mine", "mine:FUNCTION"),
        ("mine.first", "mine:first"),
        ("inner.more.first", "inner.more:first"),
        ("inner/more.py", "inner.more:FUNCTION"),
    ],
)
def test_a_function_without_its_colon_is_recognised(spelling, meant, tmp_path, monkeypatch):
    (tmp_path / "inner").mkdir()
    for name in ("mine.py", "inner/more.py"):
        (tmp_path / name).touch()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UserError, match=f"^unknown bot '{spelling}': did you mean '{meant}'\\? "):
        make_bot(spelling, GAME)


def wants_facts(observations, masks, rng):
    assert observations.shape == (len(masks), len(GAME.facts))
    return rng.choice(masks)


wants_facts.observation = "facts"


@pytest.mark.parametrize("shown", [{"observation": name} for name in GAME.spaces] + [{"observe": False}])
@pytest.mark.parametrize("bot", [wants_facts, f"{__name__}:wants_facts"])
def test_a_users_function_may_ask_for_another_observation(bot, shown):
    batch = Batch(GAME, 2, **shown)
    batch.reset(0)
    make_bot(bot, GAME, 2).act(batch, np.ones(2, np.bool_), np.zeros(2, np.int64))


def test_an_observation_that_a_users_function_cannot_have_is_reported():
    def wants_pixels(observations, masks, rng):
        raise AssertionError("is not asked")

    wants_pixels.observation = "pixels"
    with pytest.raises(UserError, match=r"^unknown observation 'pixels': use features or entities or facts$"):
        make_bot(wants_pixels, GAME, 2)


def test_a_users_function_gets_copies_of_the_marked_games_alone():
    batch = Batch(GAME, 5)
    batch.reset(0)
    before = batch.observation.copy(), batch.action_mask.copy()
    rows = np.array([True, False, True, True, False])

    def spoil(observations, masks, rng):
        np.testing.assert_array_equal(observations, before[0][rows])
        np.testing.assert_array_equal(masks, before[1][rows])
        chosen = rng.choice(masks)
        observations[:], masks[:] = 0, 1
        return chosen

    actions = np.full(5, -7)
    FunctionBot("mine:spoil", spoil, 5).act(batch, rows, actions)
    assert (actions[~rows] == -7).all()
    assert batch.action_mask[rows, actions[rows]].all()
    np.testing.assert_array_equal(batch.observation, before[0])
    np.testing.assert_array_equal(batch.action_mask, before[1])


@every_game
def test_a_bot_does_not_draw_the_numbers_of_the_games(game):
    """With default seeds."""
    batch = Batch(game, 50)
    batch.reset()
    for spelling in every_bot(game):
        generators = make_bot(spelling, game, 50).generators
        assert not set(generators["seed"].tolist()) & set(batch.seeds.tolist())


@pytest.mark.parametrize("temperature", ["1e300", "1e-320"])
def test_a_policy_plays_legally_at_any_temperature(temperature):
    batch = Batch(GAME, 30, 2, autoreset=True)
    batch.reset(1)
    bot = make_bot(f"policy:{policy_file(GAME)},temperature={temperature}", GAME, 30)
    actions = np.zeros(30, np.int64)
    for _ in range(40):
        bot.act(batch, np.ones(30, np.bool_), actions)
        batch.step(actions)


@every_game
def test_a_bot_for_other_batches_is_refused_in_one_line(game):
    batch, rows = Batch(game, 5), np.ones(5, np.bool_)
    batch.reset(0)
    for spelling in every_bot(game):
        for made_for in (1, 4, 6):
            bot = make_bot(spelling, game, made_for)
            message = f"made for batches of {made_for} games, not of 5: make it for 5"
            assert error_of(bot.act, batch, rows, np.zeros(5, np.int64)).endswith(message)
            assert error_of(bot.reset_rows, rows, batch.seeds).endswith(message)


@pytest.mark.parametrize("error", [ValueError, ModuleNotFoundError, SystemExit])
def test_what_a_users_module_raises_is_reported_in_one_line_with_its_cause(importable, error):
    name = f"raises_{error.__name__}:play"
    importable({f"raises_{error.__name__}.py": f"raise {error.__name__}('of the\\nmodule')"})
    place = f"(raises_{error.__name__}.py, line 1)"
    reported = re.escape(f"the bot {name!r} does not work: {error.__name__}: of the\\nmodule {place}")
    with pytest.raises(UserError, match=f"^{reported}$") as raised:
        make_bot(name, GAME)
    assert isinstance(raised.value.__cause__, error)


def test_a_users_module_leaves_the_working_folder_as_it_is(tmp_path, monkeypatch, importable):
    monkeypatch.chdir(tmp_path)
    importable({"elsewhere.py": "import os\n\nos.chdir('/')\n\n\ndef play(*_): ...\n"})
    make_bot("elsewhere:play", GAME)
    assert Path.cwd() == tmp_path


def test_an_option_is_one_entry_beside_its_kind(monkeypatch):
    made = []
    option = BotOption("depth", "D", "looks D decisions ahead", lambda name, text: read_whole(name, text, 1, 9))
    kind = BotKind("N", lambda *arguments, **options: made.append((*arguments, options)) or FirstLegal(), [option])
    monkeypatch.setattr(registry, "bot_kind", lambda name: kind)
    make_bot("ahead:7", GAME, 3)
    make_bot("ahead:7,depth=2", GAME, 3)
    assert made == [(GAME, 3, "7", {}), (GAME, 3, "7", {"depth": 2})]
    for spelling, message in (
        ("ahead:7,depth=0", "depth must be a whole number from 1 to 9, not 0"),
        ("ahead:7,width=2", "the bot 'ahead:7' has no option 'width': use depth=D"),
        ("ahead", "the bot 'ahead' needs an argument: use ahead:N[,depth=D]"),
    ):
        with pytest.raises(UserError, match=f"^{re.escape(message)}$"):
            make_bot(spelling, GAME)


def test_a_bot_that_cannot_begin_is_reported_in_one_line(monkeypatch):
    class Unprepared(FirstLegal):
        def reset_rows(self, rows, seeds):
            raise KeyError("no beginning")

    monkeypatch.setattr(registry, "bot_kind", lambda name: BotKind("N", lambda *arguments: Unprepared()))
    with pytest.raises(UserError, match="the bot 'unprepared:1' does not work: KeyError: 'no beginning'"):
        make_bot("unprepared:1", GAME)
