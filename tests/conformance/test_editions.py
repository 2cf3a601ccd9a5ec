"""The shipped editions of a game are named after their files and cannot be changed."""

import pytest
from support import every_game

from africana_env.engine.editions.editions import DEFAULT_EDITION, edition_names, load_edition


@every_game
def test_every_edition_is_valid_and_says_how_it_is_called(game):
    for name in edition_names(game):
        assert load_edition(game, name).name == name


@every_game
def test_the_default_is_among_them(game):
    assert load_edition(game, DEFAULT_EDITION).name in edition_names(game)


@every_game
def test_tables_of_an_edition_are_read_only(game):
    for edition in edition_names(game):
        tables = load_edition(game, edition).tables
        before = tables.tobytes()
        assert not tables.flags.writeable
        for name in tables.dtype.names:
            with pytest.raises(ValueError, match="read-only"):
                tables[name] = 1
        assert tables.tobytes() == before
