"""The command `secret-editions`, and `evaluate --secret`."""

import json
import stat
from datetime import date, timedelta

import pytest
from support import error_of

from africana_env import load_edition, load_game
from africana_env.api.registration import own_names
from africana_env.cli import main
from africana_env.engine.editions.secret import Secret, SecretSet, make_secret, read_secret

COMMAND = ["evaluate", "afritoria_v0", "greedy", "--against", "random", "--num_players", "2", "--num_games", "4"]


@pytest.fixture
def file(tmp_path, capsys):
    path = tmp_path / "secret.json"
    assert main(["secret-editions", "--out", str(path)]) == 0
    capsys.readouterr()
    return path


def test_a_secret_is_made_once_and_its_hash_is_printed(tmp_path, capsys):
    path = tmp_path / "secret.json"
    assert main(["secret-editions", "--out", str(path), "--days", "30"]) == 0
    printed, secret = capsys.readouterr().out, read_secret(path)
    assert printed.splitlines()[1:] == [f"hash    {secret.hash}", f"refresh {date.today() + timedelta(30)}"]
    assert secret.secret not in printed
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert main(["secret-editions", "--out", str(path)]) == 2
    assert "File exists" in capsys.readouterr().err
    assert read_secret(path) == secret
    assert main(["secret-editions", "--out", str(tmp_path / "other.json"), "--days", "0"]) == 2


def test_an_evaluation_shows_nothing_of_the_boards(file, tmp_path, capsys):
    result = tmp_path / "result.json"
    assert main([*COMMAND, "--secret", str(file), "--json", str(result)]) == 0
    printed, secret = "".join(capsys.readouterr()), read_secret(file)
    name = f"secret:{secret.hash[:16]}:0-99"
    assert name in printed.replace("\n", "")
    found = json.loads(result.read_text())
    assert (found["edition"], found["edition_digest"]) == (name, secret.hash[:16])
    assert secret.secret not in printed + result.read_text()


def test_a_late_set_is_used_with_a_note(tmp_path, capsys):
    late = Secret(1, "2020-01-01", "0" * 64)
    path = tmp_path / "secret.json"
    path.write_text(json.dumps({**vars(late), "hash": late.hash}))
    assert main([*COMMAND, "--secret", str(path)]) == 0
    assert "note: this set was to be replaced on 2020-01-01: make a new one" in capsys.readouterr().err


@pytest.mark.parametrize("name", own_names())
def test_secret_boards_are_their_own_and_belong_to_the_secret(name, tmp_path):
    game = load_game(name)
    one, other = (make_secret(tmp_path / each) for each in ("one", "other"))
    boards = [edition.tables.tobytes() for edition in SecretSet(game, one)]
    assert len(boards) == 100
    assert len(set(boards)) > 80
    assert boards[:5] == [
        SecretSet(game, read_secret(tmp_path / "one"))[number].tables.tobytes() for number in range(5)
    ]
    assert len({*boards} & {SecretSet(game, other)[number].tables.tobytes() for number in range(20)}) < 10


def test_secret_editions_cannot_be_loaded_by_name(file):
    game = load_game("afritoria_v0")
    edition = SecretSet(game, read_secret(file))[3]
    assert edition.name == f"secret:{read_secret(file).hash[:16]}:3"
    assert error_of(load_edition, game, edition.name).startswith(f"unknown edition '{edition.name}'")


def changed(content, field, value):
    return json.dumps({**json.loads(content), field: value})


@pytest.mark.parametrize(
    "change",
    [
        lambda text: changed(text, "secret", "0" * 64),
        lambda text: changed(text, "refresh", "2999-01-01"),
        lambda text: changed(text, "hash", "0" * 64),
        lambda text: changed(text, "more", 1),
        lambda text: "[]",
        lambda text: "5",
        lambda text: "not JSON",
        lambda text: "",
    ],
)
def test_a_changed_secret_is_refused_in_one_line(file, change, capsys):
    file.write_text(change(file.read_text()))
    assert main([*COMMAND, "--secret", str(file)]) == 2
    error = capsys.readouterr().err
    assert error == f"africana: {file} is no secret of this version, or was changed since it was made\n"


def test_a_wrong_use_is_refused_in_one_line(file, tmp_path, capsys):
    for command, message in (
        ([*COMMAND, "--secret", str(file), "--edition", "mini"], "name either --edition or --secret, not both"),
        ([*COMMAND, "--secret", str(tmp_path / "none")], "cannot read the secret"),
        ([*COMMAND, "--secret", str(file), "--json", str(file)], "it is the input file; name another one"),
        (["secret-editions", "--out", str(tmp_path / "none" / "file")], "name a file in a folder that exists"),
    ):
        assert main(command) == 2
        error = capsys.readouterr().err
        assert message in error
        assert error.count("\n") == 1
