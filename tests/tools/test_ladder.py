"""The ladder names every rung of every game, and goes on where it was."""

from contextlib import closing
from pathlib import Path

import pytest

from africana_env import UserError, load_game
from africana_env.api.registration import own_names
from africana_env.arena.tournament.conditions import make_conditions
from africana_env.arena.tournament.store import Store
from africana_env.cli import main
from africana_env.tools import ladder as module
from africana_env.tools.ladder import ladder

LAST = load_game(own_names()[-1])


@pytest.fixture
def short(monkeypatch):
    """Without rungs that take long."""
    monkeypatch.setattr(module, "SEARCHES", ())
    monkeypatch.setattr(module, "TOURNAMENTS", (("", 2),))


def test_every_rung_of_every_game_has_its_place(short, tmp_path, monkeypatch, capsys):
    rung = "support:any_legal"
    options = ["--deals", "2", "--policy", f"africa_v0={rung}", "--folder", str(tmp_path / "kept")]
    assert main(["ladder", *options, "--output", str(tmp_path / "ladder.md")]) == 0
    assert "shares of the win" in capsys.readouterr().out
    text = (tmp_path / "ladder.md").read_text()
    assert f"Made by `africana ladder --deals 2 --policy africa_v0={rung}`" in text
    for name in own_names():
        _, _, part = text.partition(f"## {load_game(name).title}, 2 players")
        part = part.partition("\n## ")[0]
        for bot in ("random", "greedy", *([rung] if name == "africa_v0" else [])):
            assert f"| `{bot}` | " in part
    monkeypatch.setattr("africana_env.arena.tournament.tournament.play_deals", None)
    assert ladder(2, [f"africa_v0={rung}"], tmp_path / "kept").to_markdown() == text


def test_a_rung_that_has_changed_is_reported_before_anything_is_played(short, tmp_path, monkeypatch):
    with closing(Store(tmp_path / "afritoria_v0-2p", LAST, make_conditions(LAST, 2).to_json())) as store:
        store.add_bots({"greedy": "another"})
    monkeypatch.setattr(module, "tournament", None)
    with pytest.raises(UserError, match="greedy has changed since it played the deals in"):
        ladder(2, folder=tmp_path)


def test_on_generated_editions_play_those_that_are_bound_to_none(monkeypatch, tmp_path):
    monkeypatch.setattr(module, "SEARCHES", ())
    monkeypatch.setattr(module, "own_names", lambda: [LAST.name])
    policies = [f"{LAST.name}=policy:{name}" for name in ("baseline", "generalist")]
    monkeypatch.setattr(module, "TOURNAMENTS", ((module.GENERATED, 2),))
    found = ladder(2, policies, tmp_path).results
    assert list(found) == [f"{LAST.title}, generated, 2 players"]
    assert set(found[f"{LAST.title}, generated, 2 players"].ratings) == {"random", "greedy", "policy:generalist"}


@pytest.mark.parametrize("rung", ["chess_v0=greedy", "greedy", "africa_v0="])
def test_a_rung_of_no_game_is_reported_in_one_line(short, tmp_path, rung):
    with pytest.raises(
        UserError, match=r"unknown rung '.*': use GAME=BOT, with africa_v0 or africana_v0 or afritoria_v0"
    ):
        ladder(2, [rung], tmp_path / "kept")
    assert not list(tmp_path.iterdir())


def test_the_readme_shows_the_short_form_of_the_ladder():
    root = Path(__file__).parents[2]
    _, _, short = (root / "docs" / "ladder.md").read_text().partition("## In short\n\n")
    assert short.partition("\n\n")[0] in (root / "README.md").read_text()
