"""The ladder has every rung of every game, and continues after interruptions."""

import re
from contextlib import closing
from pathlib import Path

import pytest

from africana_env import UserError, load_game
from africana_env.api.registration import own_names
from africana_env.arena.ratings.plackett_luce import Rating
from africana_env.arena.ratings.results import MIXED, Pair, Results
from africana_env.arena.tournament.conditions import make_conditions
from africana_env.arena.tournament.store import Store
from africana_env.cli import main
from africana_env.tools import ladder as module
from africana_env.tools.ladder import Ladder, ladder

LAST = load_game(own_names()[-1])
WIDE = 1000


@pytest.fixture
def short(monkeypatch):
    """Few deals, and no slow rungs."""
    monkeypatch.setattr(module, "FEWEST_DEALS", 2)
    monkeypatch.setattr(module, "SEARCHES", ())
    monkeypatch.setattr(module, "TOURNAMENTS", (("", 2),))


def test_every_rung_of_every_game_has_its_place(short, tmp_path, monkeypatch, capsys):
    rung = "support:any_legal"
    options = ["--width", str(WIDE), "--bots", rung, "--folder", str(tmp_path / "kept")]
    assert main(["ladder", *options, "--output", str(tmp_path / "ladder.md")]) == 0
    assert "shares of the win" in capsys.readouterr().out
    text = (tmp_path / "ladder.md").read_text()
    assert f"| command | `africana ladder --width {WIDE} --bots {rung}` |" in text
    for name in own_names():
        _, _, part = text.partition(f"## {load_game(name).title}\n")
        part = re.split("\n## |<!-- end", part)[0]
        for bot in ("random", "greedy", rung):
            assert f"| `{bot}` | " in part
        rated, shares = part.split('\n<details markdown="1">\n<summary>Every pair</summary>\n\n')
        assert "wins in %" not in rated
        assert shares.rstrip().endswith(" |\n\n</details>")
    monkeypatch.setattr("africana_env.arena.tournament.tournament.play_deals", None)
    assert ladder(WIDE, bots=[rung], folder=tmp_path / "kept").to_markdown() == text


def test_the_tables_of_a_page_are_replaced_and_its_words_stay():
    page = (Path(__file__).parents[2] / "docs" / "ladder.md").read_text()
    found = {"Africa, 2 players": Results([], [], {"greedy": Rating(1000.0, (1000.0, 1000.0))}, [], {})}
    made = Ladder(found, "africana ladder").to_markdown(page)
    (before, old, after), (words, new, more) = (
        re.split("(?s)(<!-- tables.*tables -->)", text) for text in (page, made)
    )
    assert (words, more) == (before, after)
    assert new != old
    assert Ladder(found, "africana ladder").to_markdown() == new + "\n"
    with pytest.raises(UserError, match=r"^the page has no lines <!-- tables .*: add them, or name a new file$"):
        Ladder(found, "africana ladder").to_markdown("my notes")


def test_tournaments_are_played_one_after_the_other_and_what_is_there_stands(short, tmp_path, monkeypatch, capsys):
    first, second = (f"{name}-2p" for name in own_names()[:2])
    assert list(ladder(WIDE, folder=tmp_path, only=[first]).results) == [
        f"{load_game(own_names()[0]).title}, 2 players"
    ]
    found = ladder(WIDE, folder=tmp_path, only=[second]).results
    assert len(found) == 2
    (tmp_path / first / "deals.jsonl").unlink()  # results are kept whatever has changed
    again = ladder(WIDE, folder=tmp_path, only=[first]).results
    assert {title: results.to_json() for title, results in again.items()} == {
        title: results.to_json() for title, results in found.items()
    }
    with pytest.raises(UserError, match=f"no tournament name begins with nothing: use {first}, {second}"):
        ladder(WIDE, folder=tmp_path, only=["nothing"])
    with pytest.raises(UserError, match=f"{first} was played without support:any_legal: remove its result.json"):
        ladder(WIDE, bots=["support:any_legal"], folder=tmp_path, only=[first])
    monkeypatch.setattr(module, "REACH", float("inf"))  # otherwise `random` is out of reach
    with pytest.raises(UserError, match=rf"{second} was played to intervals \d+ wide, not 1: remove its result.json"):
        ladder(1, folder=tmp_path, only=[second])
    with pytest.raises(UserError, match="unknown bot 'gredy'"):
        ladder(WIDE, bots=["gredy"], folder=tmp_path, only=[first])
    (tmp_path / first / "result.json").write_text("[]")
    with pytest.raises(UserError, match="is damaged: remove it to play the tournament again"):
        ladder(WIDE, folder=tmp_path)


def test_a_rung_that_has_changed_is_reported_before_anything_is_played(short, tmp_path, monkeypatch):
    with closing(Store(tmp_path / "afritoria_v0-2p", LAST, make_conditions(LAST, 2).to_json())) as store:
        store.add_bots({"greedy": "another"})
    monkeypatch.setattr(module, "tournament", None)
    with pytest.raises(UserError, match="greedy has changed since it played the deals in"):
        ladder(WIDE, folder=tmp_path)


def test_on_generated_editions_play_those_that_are_bound_to_none(monkeypatch, tmp_path):
    monkeypatch.setattr(module, "SEARCHES", ())
    monkeypatch.setattr(module, "own_names", lambda: [LAST.name])
    policies = [f"policy:{name}" for name in ("baseline", "generalist")]
    monkeypatch.setattr(module, "TOURNAMENTS", ((module.GENERATED, 2),))
    found = ladder(WIDE, bots=policies, folder=tmp_path).results
    assert list(found) == [f"{LAST.title}, generated, 2 players"]
    assert set(found[f"{LAST.title}, generated, 2 players"].ratings) == {"random", "greedy", "policy:generalist"}


def test_all_play_on_until_intervals_are_narrow_and_bots_that_do_not_search_play_more(monkeypatch, tmp_path):
    monkeypatch.setattr(module, "FEWEST_DEALS", 2)
    monkeypatch.setattr(module, "SEARCHES", ("search:1",))
    monkeypatch.setattr(module, "own_names", lambda: [LAST.name])
    for players, asked in ((2, 200), (4, 300)):
        monkeypatch.setattr(module, "TOURNAMENTS", (("", players),))
        (found,) = ladder(200, folder=tmp_path, only=[f"{LAST.name}-{players}p"]).results.values()
        deals = {frozenset((pair.a, pair.b)): pair.deals for pair in found.pairs}
        number = deals[frozenset(("greedy", "search:1"))]
        assert deals == {
            frozenset(("random", "greedy")): 10 * number,
            frozenset(("random", "search:1")): number,
            frozenset(("greedy", "search:1")): number,
        }
        assert module.widest_interval(found.ratings) <= asked
        assert players == 4 or number > 2
        assert {mixed.deals for mixed in found.mixed} <= {number}
        assert all(found.seconds_per_decision(bot) is not None for bot in ("random", "greedy", "search:1"))


def test_bots_far_from_the_given_rating_are_not_waited_for():
    def rating(value, width):
        return Rating(value, (value - width / 2, value + width / 2))

    ratings = {
        "greedy": rating(1000, 0),
        "near": rating(1300, 30),
        "joined": rating(1900, 70),
        "far": rating(2700, 900),
        "random": rating(250, 500),
        "weaker": rating(-500, 800),
        "as weak": rating(-490, 810),
    }
    assert module.widest_interval(ratings) == 810
    del ratings["random"]
    assert module.widest_interval(ratings) == 70


def test_a_width_that_takes_too_long_is_refused(monkeypatch, tmp_path):
    monkeypatch.setattr(module, "FEWEST_DEALS", 2)
    monkeypatch.setattr(module, "MAX_GAMES", 70)
    monkeypatch.setattr(module, "SEARCHES", ("search:1",))
    monkeypatch.setattr(module, "TOURNAMENTS", (("", 2),))
    with pytest.raises(UserError, match=r"^the width 1 takes millions of games: use a larger one$"):
        ladder(1, folder=tmp_path, only=[LAST.name])


def cells(line):
    """The cells of a row of a table."""
    return [cell.strip() for cell in line.strip("|").split("|")]


def ratings_in(table):
    """The ratings of a table by row and column, with the first heading before the others unless it is `rating`."""
    (corner, *columns), _, *rows = map(cells, table.splitlines())
    before = "" if corner == "rating" else f"{corner}, "
    return {
        (bot, before + column): rating.partition(" (")[0]
        for bot, *row in rows
        for column, rating in zip(columns, row, strict=True)
    }


TABLE = r"^\| {} \|.*\n(?:\|.*\n)+"


def test_the_ratings_of_the_readme_are_those_of_the_ladder():
    root = Path(__file__).parents[2]
    titles = "|".join(load_game(name).title for name in own_names())
    page = (root / "docs" / "ladder.md").read_text()
    tables = re.findall(TABLE.format(f"(?:{titles})"), page, re.MULTILINE)
    ladder_ratings = {name: rating for table in tables for name, rating in ratings_in(table).items()}
    (table,) = re.findall(TABLE.format("rating"), (root / "README.md").read_text(), re.MULTILINE)
    assert ratings_in(table).items() <= ladder_ratings.items()


def test_a_pair_stands_in_both_rows_and_mixed_lineups_in_a_column():
    ratings = {bot: Rating(rating, (rating, rating)) for bot, rating in (("best", 1200.0), ("greedy", 1000.0))}
    text = module.shares_text(Results([Pair("greedy", "best", 40, 0.25, (0.2, 0.3))], [], ratings, [], {}))
    assert text.startswith("40 deals a pair\n")
    assert "| `best` |  | 75.0 |" in text
    assert "| `greedy` | 25.0 |  |" in text
    pairs = [Pair("best", "greedy", 4, 0.5, (0.2, 0.7)), Pair("greedy", "best", 8, 0.125, (0.1, 0.3))]
    mixed = [Pair("best", MIXED, 4, 0.375, (0.1, 0.6))]
    text = module.shares_text(Results(pairs, mixed, ratings, [], {}))
    assert text.startswith("4 to 8 deals a pair\n")
    assert "| `best` |  | 50.0 | 37.5 |" in text
    assert "| `greedy` | 12.5 |  |  |" in text
