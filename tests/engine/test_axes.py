"""Levels of generated editions: their spelling, and that every one gives other boards."""

from contextlib import suppress

import pytest
from support import GAMES, error_of

from africana_env import UserError, load_edition, load_game
from africana_env.api.registration import own_names
from africana_env.engine.editions.axes import parse_levels, spell_levels
from africana_env.engine.editions.edition_sets import OUT_OF_DISTRIBUTION, parse_set
from africana_env.engine.editions.editions import load_editions
from africana_env.tools.edition_report import play_sample
from africana_env.tools.edition_toml import to_toml

WITH_AXES = [game for game in GAMES if game.editions is not None and game.editions.axes]
with_axes = pytest.mark.parametrize("game", WITH_AXES, ids=lambda game: game.name)
LEVELS = [(game, f"{axis.name}={level}") for game in WITH_AXES for axis in game.editions.axes for level in axis.levels]
every_level = pytest.mark.parametrize(("game", "level"), LEVELS, ids=lambda part: getattr(part, "name", part))


@with_axes
def test_a_number_belongs_to_one_axis(game):
    changed = [{name for level in axis.levels.values() for name in level} for axis in game.editions.axes]
    assert len(set().union(*changed)) == sum(map(len, changed))


@every_level
def test_every_level_gives_other_boards_that_can_be_written_and_read(game, level, tmp_path):
    for number in range(4):
        edition = load_edition(game, f"generated:{number},{level}")
        assert edition.name == f"generated:{number},{level}"
        assert edition.tables.tobytes() != load_edition(game, f"generated:{number}").tables.tobytes()
    (tmp_path / "mine.toml").write_text(to_toml(edition.data))
    assert load_edition(game, tmp_path / "mine.toml").digest == edition.digest


@every_level
def test_games_on_every_level_end_by_the_rules(game, level):
    played = play_sample(game, load_editions(game, f"generated:0-3,{level}"), game.default_players, 8)
    assert played.by_the_rules.all()


def test_levels_have_one_order_and_standard_is_none():
    one, other = ("generated:7,size=small,pay=flat", "generated:7,pay=flat,net=standard,size=small")
    assert parse_set(one) == parse_set(other)
    game = load_game("africana_v0")
    assert load_edition(game, one) is load_edition(game, other)
    assert load_edition(game, one).name == "generated:7,pay=flat,size=small"
    assert load_edition(game, "generated:7,size=standard") is load_edition(game, "generated:7")
    assert spell_levels(parse_levels(",size=tiny,pay=flat")) == ",pay=flat,size=tiny"


def test_one_of_several_levels_is_chosen_by_the_number():
    game = load_game("africana_v0")
    sizes = [len(edition.data["locations"]) for edition in load_editions(game, "generated:0-29,size=small+standard")]
    assert {14, 22} == {*sizes}
    assert 8 <= sizes.count(14) <= 22
    for number, size in enumerate(sizes):
        level = "small" if size == 14 else "standard"
        assert len(load_edition(game, f"generated:{number},size={level}").data["locations"]) == size


def test_axes_may_be_combined():
    for name in own_names():
        assert len(load_editions(load_game(name), f"generated:0-9,{OUT_OF_DISTRIBUTION}")) == 10
    game = load_game("africana_v0")
    levels = ",".join(f"{axis.name}={'+'.join(['standard', *axis.levels])}" for axis in game.editions.axes)
    editions = load_editions(game, f"generated:0-19,{levels}")
    drawn = [number for number in range(20) if is_drawable(editions, number)]
    assert len(drawn) >= 10


def is_drawable(editions, number):
    with suppress(UserError):
        return editions[number] is not None
    return False


def test_sets_with_levels_are_sets_like_others():
    game = load_game("afritoria_v0")
    env_set = load_editions(game, "generated:5-24,size=tiny")
    assert (env_set.name, len(env_set)) == ("generated:5-24,size=tiny", 20)
    assert [env_set.index_of(f"generated:{number},size=tiny") for number in (4, 5, 24, 25)] == [None, 0, 19, None]
    assert env_set.index_of("generated:7") is None
    assert len({load_editions(game, f"generated:0-9{level}").digest for level in ("", ",size=tiny", ",pay=flat")}) == 3
    nested = load_edition(game, "shuffled:generated:5,size=tiny:2")
    assert nested.name == "shuffled:generated:5,size=tiny:2"
    assert len(nested.data["animals"]) == 5


@pytest.mark.parametrize(
    ("spelled", "message"),
    [
        (
            "generated:1,size=huge",
            "the axis size of africana_v0 has no level 'huge': use standard, medium, small, tiny",
        ),
        ("generated:1,size=small+huge", "the axis size of africana_v0 has no level 'huge': use standard, medium, "),
        ("generated:1,colour=red", "africana_v0 has no axis 'colour': its axes are size, net, distance, mix, pay, "),
        ("generated:1,size=small,size=tiny", "the axis 'size' is named twice in 'size=small,size=tiny'"),
        ("generated:1,size", "axes are spelled axis=level, such as size=small, not 'size'"),
        ("generated:1,", "axes are spelled axis=level, such as size=small, not ''"),
        ("generated:1,size=small,", "axes are spelled axis=level, such as size=small, not ''"),
        ("completed:reconstructed:1,size=small", "only generated editions have axes, not 'completed:reconstructed:1,"),
        ("shuffled:mini:1,size=small", "only generated editions have axes, not 'shuffled:mini:1,size=small'"),
        ("generated:9-3,size=small", "the set 'generated:9-3,size=small' is empty: use generated:3-9,size=small"),
        (
            "generated:1,distance=far,net=full",
            "no board of generated:1,distance=far,net=full was found in 300 attempts: these levels do not go together",
        ),
    ],
)
def test_wrong_levels_are_refused_in_one_line(spelled, message):
    assert error_of(load_editions, load_game("africana_v0"), spelled).startswith(message)
