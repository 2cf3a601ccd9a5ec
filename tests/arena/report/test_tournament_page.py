"""The page of a tournament is self-contained, reproducible, and escapes names."""

import re
from dataclasses import replace
from html.parser import HTMLParser

import numpy as np
import pytest
from support import policy_file

from africana_env import Edition, load_game
from africana_env.arena.matches.deals import DealResult, GameResult
from africana_env.arena.matches.schedule import Deal
from africana_env.arena.report import charts
from africana_env.arena.report.tournament_page import played_note, shares_by_seat
from africana_env.arena.tournament.conditions import make_conditions
from africana_env.arena.tournament.tournament import tournament
from africana_env.cli import main
from africana_env.cli.tournament_files import write_page

GAME = load_game("afritoria_v0")
BOT = """
def decide(observations, masks, rng):
    if (observations.sum(1) % 97 == 0).any():
        raise ValueError("<script>alert(1)</script>")
    return rng.choice(masks)
"""


class Page(HTMLParser):
    """Tags, links and texts of a page."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.links, self.texts = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.links += [value for key, value in attributes if key in ("src", "href", "xlink:href", "action")]

    def handle_data(self, data):
        self.texts.append(data.strip())


@pytest.fixture
def bot(importable):
    importable({"report_bot.py": BOT})
    return "report_bot:decide"


@pytest.mark.parametrize(("players", "charts"), [(2, 6), (3, 6)])
def test_a_page_tells_everything_and_needs_no_network(tmp_path, bot, players, charts):
    file, bots = tmp_path / "page.html", ["random", "greedy", bot]
    played = tournament(make_conditions(GAME, players), bots, 6, tmp_path / "t")
    write_page(file, played, "africana tournament")
    page = Page(file.read_text())
    assert page.tags.count("svg") == charts
    assert page.tags.count("main") == 1
    assert file.read_text().count('<div class="scroll" tabindex="0">') == page.tags.count("table")  # for the keyboard
    assert "script" not in page.tags
    beside = {link for link in page.links if not link.startswith(("#", "data:"))}
    assert beside == {other.name for other in tmp_path.glob("page-game-*.html")}
    assert len(beside) == 3
    assert not re.search(r"url\((?!#)|@import", file.read_text())
    for name in bots:
        assert page.texts.count(name) >= 5
    assert "ValueError: '<script>alert(1)</script>'" in page.texts or any("alert(1)" in text for text in page.texts)
    for pair in played.to_json()["pairs"]:
        assert f"{pair['share']:.1%}" in page.texts
    for rated in played.results.ratings.values():
        assert f"{rated.rating:.0f}" in page.texts


def test_the_same_deals_give_the_same_page(tmp_path):
    pages = []
    for _ in range(2):
        played = tournament(make_conditions(GAME, 2), ["random", "greedy"], 6, tmp_path / "t")
        write_page(tmp_path / "page.html", played, "africana tournament")
        pages.append((tmp_path / "page.html").read_bytes())
    assert pages[0] == pages[1]


def test_without_matplotlib_it_is_said_what_to_install_before_anything_is_played(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("africana_env.engine.process.extras.find_spec", lambda name: None)
    options = ["--folder", str(tmp_path / "t"), "--html", str(tmp_path / "page.html")]
    assert main(["tournament", GAME.name, "random", "greedy", *options]) == 2
    assert "the page needs matplotlib: pip install 'africana-env[arena]'" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_the_command_names_an_edition_as_it_was_named(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text((GAME.folder / "editions" / "reconstructed.toml").read_text())
    page = tmp_path / "page.html"
    options = ["--num_players", "2", "--deals", "2", "--edition", str(mine), "--folder", str(tmp_path / "t")]
    assert main(["tournament", GAME.name, "random", "greedy", *options, "--html", str(page)]) == 0
    command = next(text for text in Page(page.read_text()).texts if text.startswith("africana tournament"))
    assert f"--edition {mine} " in command
    assert command.endswith(f" --folder {tmp_path / 't'} --html {page}")


def test_tables_of_the_same_cards_are_no_more_deals():
    """Ten equal tables per deal number give the same interval as one."""
    results = []
    for number in range(20):
        games = [GameResult([number % 4 // 3], [[1], [0]], [], 1, 1)] * 2
        results += [DealResult(Deal((f"bot{table}", "other"), number), games) for table in range(10)]
    shares, intervals = shares_by_seat(results, 2)
    alone, as_wide = shares_by_seat(results[::10], 2)
    assert shares == alone == [0.75, 0.25]
    np.testing.assert_array_equal(intervals, as_wide)
    assert intervals[0, 1] - intervals[0, 0] > 0.2


def test_a_name_is_no_formula():
    assert ">a$b$c<" in charts.ladder(["a$b$c"], [1000.0], np.array([[900.0, 1100.0]]))


@pytest.mark.parametrize(
    ("suffix", "noted"),
    [("", True), (",temperature=0", False)],
)
def test_it_is_said_that_a_policy_draws_lots(tmp_path, suffix, noted):
    page = tmp_path / "page.html"
    bots = ["random", f"policy:{policy_file(GAME)}{suffix}"]
    write_page(page, tournament(make_conditions(GAME, 2), bots, 2, tmp_path / "t"), "africana tournament")
    assert ("samples its actions" in page.read_text()) == noted


def test_only_of_an_edition_that_is_assumed_it_says_that_results_are_not_exact_for_the_printed_game():
    known = {"edition": {"name": "known"}, "colours": [{"name": "red", "status": "documented"}]}
    assumed = make_conditions(GAME, 2)
    documented = replace(assumed, edition=Edition("known", GAME.name, known, np.zeros(1)))
    notes = [played_note(conditions, 2, 4) for conditions in (assumed, documented)]
    assert ["do not carry over exactly to the printed game" in text for text in notes] == [True, False]


def test_the_lengths_of_few_games_are_counted_in_whole_numbers():
    drawn = charts.lengths(np.array([90, 91, 92]))
    assert re.search(r"<text[^>]*>1</text>", drawn)
    assert not re.search(r"<text[^>]*>[0-9]+\.[0-9]+</text>", drawn)
