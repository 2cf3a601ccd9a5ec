"""An edition may be based on another edition of its game, for sections that it lacks."""

import re
from dataclasses import replace

import pytest
from support import GAMES

from africana_env import UserError, load_game
from africana_env.engine.editions.editions import load_edition

GAME = GAMES[0]
TEXT = (GAME.folder / "editions" / "reconstructed.toml").read_text()
WORD = GAME.name.rsplit("_v", 1)[0]


def head(name, base):
    """Return an `[edition]` of five lines, the base in the third."""
    return f'[edition]\nname = "{name}"\nbase = "{base}"\ngame = "{WORD}"\nformat = 1\n'


@pytest.fixture
def game(tmp_path):
    """The first game, with the shipped edition and a folder for other files."""
    (tmp_path / "editions").mkdir()
    (tmp_path / "editions" / "reconstructed.toml").write_text(TEXT)
    return replace(GAME, editions=replace(GAME.editions, folder=tmp_path / "editions"))


def add(game, name, text):
    """Add an edition to a game; returns its path."""
    path = game.editions.folder / f"{name}.toml"
    path.write_text(text)
    return path


def refused(game, edition):
    with pytest.raises(UserError) as error:
        load_edition(game, edition)
    return str(error.value).splitlines()


def section(text, name):
    """Return the lines of a section with one entry."""
    return re.search(rf"^\[{name}\]\n(?:[^\[\n].*\n)*", text, re.MULTILINE)[0]


def test_file_with_a_base_alone_is_the_base_under_another_name(game):
    add(game, "other", head("other", "reconstructed"))
    base, other = load_edition(game, "reconstructed"), load_edition(game, "other")
    assert other.name == "other"
    assert other.tables.tobytes() == base.tables.tobytes()
    assert {**other.data, "edition": None} == {**base.data, "edition": None}


def test_digest_is_that_of_the_same_edition_written_out(game, tmp_path):
    add(game, "other", head("other", "reconstructed"))
    written = tmp_path / "written.toml"
    written.write_text(TEXT.replace('name = "reconstructed"', 'name = "other"', 1))
    assert load_edition(game, written).digest == load_edition(game, "other").digest


def test_base_may_have_a_base_and_the_nearest_section_counts(game):
    structure = section(TEXT, "structure")
    add(game, "middle", head("middle", "reconstructed") + structure.replace("[structure]\n", "[structure]\n# 2\n"))
    path = add(game, "top", head("top", "middle"))
    assert load_edition(game, path).tables.tobytes() == load_edition(game, "reconstructed").tables.tobytes()
    add(game, "middle", head("middle", "reconstructed") + "[structure]\nspaces = 1\nlocations = 1\n")
    messages = refused(game, path)
    assert all(message.startswith(f"{game.editions.folder / 'middle.toml'}:") for message in messages)


def test_faults_are_reported_with_the_file_and_the_line_where_they_stand(game):
    path = add(game, "top", head("top", "reconstructed") + "\n[nonsense]\n")
    assert refused(game, path)[0].startswith(f"{path}:7: unknown section")
    base = game.editions.folder / "reconstructed.toml"
    base.write_text(TEXT + "\n[more_nonsense]\n")
    own, below = refused(game, path)
    assert own.startswith(f"{path}:7: unknown section")
    assert below.startswith(f"{base}:{TEXT.count(chr(10)) + 2}: unknown section")


@pytest.mark.parametrize("base", ['"../reconstructed"', "3", '["reconstructed"]'])
def test_unknown_base_is_refused_in_one_line(game, base):
    path = add(game, "top", head("top", "X").replace('"X"', base))
    (message,) = refused(game, path)
    assert message.startswith(f"{path}:3: base must be one of reconstructed, top, not ")


def test_edition_based_on_itself_is_refused_in_one_line(game):
    path = add(game, "top", head("top", "top"))
    assert refused(game, path) == [f"{path}:3: an edition cannot be based on itself, directly or through others"]
    add(game, "other", head("other", "top"))
    add(game, "top", head("top", "other"))
    for name in ("top", "other"):
        (message,) = refused(game, name)
        assert message.endswith(":3: an edition cannot be based on itself, directly or through others")


def test_base_that_cannot_be_read_is_reported_with_its_own_name(game):
    path = add(game, "top", head("top", "broken"))
    broken = add(game, "broken", "[edition\n")
    (message,) = refused(game, path)
    assert message.startswith(f"{broken}:1: not a TOML file")
    broken.write_bytes(b"\xff")
    (message,) = refused(game, path)
    assert message.startswith(f"{broken}:1: not an edition")


def test_sources_join_those_of_the_base(game):
    own = re.sub(r"\[sources\]\n.*?\n\n", "", section(TEXT, "structure"))
    add(game, "top", head("top", "reconstructed") + '[sources]\nmine = "a copy"\nrulebook = "another"\n' + own)
    sources = load_edition(game, "top").data["sources"]
    base = load_edition(game, "reconstructed").data["sources"]
    assert sources == {**base, "mine": "a copy", "rulebook": "another"}
    assert "rulebook" in base


def test_of_what_no_longer_fits_in_the_base_only_the_first_faults_are_reported(tmp_path):
    """One location replaces all those that the base's routes name."""
    game = load_game("africana_v0")
    path = tmp_path / "mine.toml"
    path.write_text(
        '[edition]\nname = "mine"\nbase = "reconstructed"\ngame = "africana"\nformat = 1\n'
        '[[locations]]\nname = "Tunis"\nhalf = "north"\nsymbols = ["magenta"]\nposition = [1, 1]\nstatus = "assumed"\n'
    )
    *own, first, second, third, rest = refused(game, path)
    base = game.editions.folder / "reconstructed.toml"
    assert all(message.startswith(f"{path}:") for message in own)
    assert all(message.startswith(f"{base}:") for message in (first, second, third))
    assert re.match(rf"{path}: and \d+ more in sections of the base, which do not fit .* 'locations': each rep", rest)
