"""Bundles of bots' files for nodes."""

import sys

import pytest

from africana_env import UserError, load_game, make_bot
from africana_env.arena.tournament.bundle import pack, unpack

GAME = load_game("afritoria_v0")


@pytest.fixture
def bots(importable, tmp_path):
    """A module that is not installed, and a package that it imports."""
    text = (
        "from arena_helpers.chance import pick\n\n\ndef picks(observations, masks, rng):\n    return pick(masks, rng)\n"
    )
    needed = "def pick(masks, rng):\n    return rng.choice(masks)\n"
    importable({"remote_bots.py": text, "arena_helpers/chance.py": needed}, tmp_path / "own")
    return "remote_bots"


def packed(*names):
    return pack({name: make_bot(name, GAME) for name in names})


def test_a_bundle_is_imported_instead_of_the_one_before(tmp_path, bots):
    first = packed(f"{bots}:picks", "random")
    assert set(first.files) == {"modules/remote_bots.py", "modules/arena_helpers/chance.py"}
    path = list(sys.path)
    folder = unpack(first)
    assert unpack(first) == folder
    first.files["modules/remote_bots.py"] = b"number = 2\n"
    second = packed(f"{bots}:picks")
    second.files["modules/remote_bots.py"] = b"number = 3\n"
    other = unpack(second)
    import remote_bots

    assert remote_bots.number == 3
    assert other != folder
    assert not folder.exists()
    sys.path[:] = path


def test_what_is_installed_or_too_large_does_not_come_along(tmp_path, bots, monkeypatch):
    assert packed("greedy", "numpy.random:default_rng").files == {}
    monkeypatch.setattr("africana_env.arena.tournament.bundle.MAX_BYTES", 100)
    with pytest.raises(UserError, match=r"the bots' files have more than 0 MiB, .*remote_bots.py is the largest"):
        packed(f"{bots}:picks")
