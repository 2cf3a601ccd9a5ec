"""Files that are no edition, or several: refused quickly, in a few printable lines."""

import gc
import weakref
from functools import partial

import pytest
from edition_file import EditionFile, edition_faults
from support import GAMES

from africana_env import UserError, load_edition
from africana_env.engine.editions import editions
from africana_env.engine.game.edition_data import MAX_NAME

GAME = next(game for game in GAMES if game.name == "africana_v0")


def refused(path):
    """Return the lines that refuse a file, all printable."""
    with pytest.raises(UserError) as error:
        load_edition(GAME, path)
    lines = str(error.value).split("\n")
    assert all(line.isprintable() for line in lines), lines
    return lines


@pytest.mark.parametrize("name", ['"x"', f'"{"x" * MAX_NAME}"', '"Żółć \U0001f418"'])
def test_names_may_have_any_letters_up_to_a_length(tmp_path, name):
    file = EditionFile(GAME)
    file.set("companies", 0, "name", name)
    load_edition(GAME, file.write(tmp_path / "mine.toml"))


@pytest.mark.parametrize(
    "name", [f'"{"x" * (MAX_NAME + 1)}"', r'"\u001b[31mred"', r'"\u202eleft"', r'"two\r"', r'"\u0000"']
)
def test_names_that_a_drawing_cannot_show_are_faults_in_their_line(tmp_path, name):
    file = EditionFile(GAME)
    line = file.set("companies", 0, "name", name)
    ((place, message),) = edition_faults(GAME, file.write(tmp_path / "mine.toml"))
    assert place == line
    assert message.startswith(
        "companies entry 1: name must be a text in quotes, of 1 to 40 characters in one line, not "
    )
    file = EditionFile(GAME)
    file.set("edition", 0, "name", name)
    reported = [message for _, message in edition_faults(GAME, file.write(tmp_path / "mine.toml"))]
    assert any(message.startswith('[edition] must say name = "..." (of 1 to 40 characters)') for message in reported)


def test_what_an_edition_says_of_itself_that_nobody_reads_is_a_fault_in_its_line(tmp_path):
    file = EditionFile(GAME)
    at = file.header("edition")
    file.lines.insert(at, "max_round = 3")
    known = "name, game, format, base, about, players, max_rounds"
    assert edition_faults(GAME, file.write(tmp_path / "mine.toml")) == [
        (at + 1, f"unknown field 'max_round': use {known}")
    ]


def test_all_that_is_said_of_an_edition_can_be_printed(tmp_path):
    for section, field, value in (
        ("edition", "about", r'"\u001b[2J"'),
        ("edition", "more", r'{ deep = ["\u0007"] }'),
        ("sources", r'"\u001b"', '"a key"'),
        ("structure", "note", r'"\u009b"'),
    ):
        file = EditionFile(GAME)
        file.lines.insert(file.header(section), f"{field} = {value}")
        if field == "about":
            file.lines = [line for line in file.lines if not line.startswith("about = ") or "2J" in line]
        assert "must be printable" in refused(file.write(tmp_path / "mine.toml"))[0]


@pytest.mark.parametrize("section", ["edition", "sources", "structure"])
@pytest.mark.parametrize("value", ["5", '"x"', "[[1]]"])
def test_what_is_said_of_an_edition_is_a_section(tmp_path, section, value):
    path = tmp_path / "mine.toml"
    own = '[edition]\nname = "mine"\nbase = "reconstructed"\ngame = "africana"\nformat = 1\n'
    path.write_text(f"{section} = {value}\n{own if section != 'edition' else ''}")
    assert f"{path}:1: [{section}] must be a section of names and values" in refused(path)


def test_what_an_edition_is_about_may_take_several_lines(tmp_path):
    file = EditionFile(GAME)
    file.set("edition", 0, "about", '"""Two\n\tlines."""')
    assert load_edition(GAME, file.write(tmp_path / "mine.toml")).data["edition"]["about"] == "Two\n\tlines."


NOT_EDITIONS = {
    "unknown names": b'["two\\nlines\\u001b"]\n[[spaces]]\n"\\u001b[31m" = 1\n',
    "another game": b'[edition]\ngame = "two\\nlines\\u001b"',
    "two values for one name": b"a = 1\na = 2\n",
    "nothing": b"",
    "other data": b"[project]\nname = 'x'\n",
    "a long line": b"a = '" + b"x" * 2000 + b"'",
    "a key of many parts": b".".join([b"a"] * 60_000) + b" = 1",
    "lists in lists": b"a = [\n" * 20_000,
    "many sections": b"".join(b"[a%d]\n" % number for number in range(10_000)),
    "a huge number": b"[edition]\nformat = 0x" + b"f" * 900 + b"\nplayers = [0x" + b"f" * 900 + b"]",
    "a huge file": b"#\n" * (1 << 17),
    "no text": b"\xff\xfe",
}


@pytest.mark.parametrize("content", NOT_EDITIONS)
def test_what_is_no_edition_is_reported_in_some_printable_lines(tmp_path, content):
    path = tmp_path / "mine.toml"
    path.write_bytes(NOT_EDITIONS[content])
    lines = refused(path)
    assert len(lines) <= editions.MAX_FAULTS
    assert all(str(path) in line and len(line) < 1500 + len(str(path)) for line in lines)


def test_only_the_editions_loaded_last_are_kept(tmp_path):
    path = tmp_path / "mine.toml"
    head = '[edition]\nname = "{}"\nbase = "reconstructed"\ngame = "africana"\nformat = 1\n'
    load = partial(load_edition, GAME, path)
    path.write_text(head.format("first"))
    first = weakref.ref(load())
    assert load() is first()
    for number in range(editions.MAX_CACHED):
        path.write_text(head.format(number))
        load()
    gc.collect()
    assert first() is None


def test_a_file_that_begins_with_a_byte_order_mark_is_read_and_another_encoding_is_named(tmp_path):
    path = EditionFile(GAME).write(tmp_path / "mine.toml")
    text = path.read_text()
    path.write_bytes(text.encode("utf-8-sig"))
    load_edition(GAME, path)
    path.write_bytes(text.encode("utf-16"))
    assert refused(path) == [f"{path}:1: not an edition: save it as UTF-8"]


def test_no_two_actions_are_called_the_same(tmp_path):
    game = next(game for game in GAMES if game.name == "afritoria_v0")
    file = EditionFile(game)
    for section, entry, name in (("colours", 0, "dusk big"), ("colours", 1, "dusk"), ("animals", 0, "big cat")):
        file.set(section, entry, "name", f'"{name}"')
    load_edition(game, file.write(tmp_path / "mine.toml"))
    file.set("animals", 1, "name", '"cat"')
    with pytest.raises(UserError, match="2 actions would be called 'commit dusk big cat': give their things "):
        load_edition(game, file.write(tmp_path / "alike.toml"))
