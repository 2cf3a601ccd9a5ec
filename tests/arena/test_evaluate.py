import json

import numpy as np
import pytest
from africana_training.networks.registry import new_network
from africana_training.policies.bot import PolicyBot
from africana_training.policies.file import save_policy
from support import FirstLegal, any_legal

from africana_env import Batch, UserError, load_game
from africana_env.arena.evaluate import evaluate, match_result, play_match, worst_tenth
from africana_env.arena.matches.deals import DealResult, GameResult
from africana_env.arena.matches.loop import deal_seeds
from africana_env.arena.matches.schedule import Deal
from africana_env.bots import make_bot
from africana_env.bots.function import FunctionBot
from africana_env.cli import main
from africana_env.engine.batch.live_editions import drawn_indices
from africana_env.engine.editions.editions import load_edition
from africana_env.engine.process.files import write_json

GAME = load_game("africana_v0")
BAR = "\N{BOX DRAWINGS LIGHT VERTICAL}"


def policy(path):
    return f"policy:{path}"


@pytest.fixture
def checkpoint(tmp_path):
    path = tmp_path / "policy.safetensors"
    game = load_game("africana_v0")
    edition = load_edition(game, "reconstructed")
    about = {"num_players": 2, "edition": edition.name, "edition_digest": edition.digest}
    save_policy(path, new_network(game, [8]), game, about, [8])
    return path


@pytest.mark.parametrize("players", GAME.players)
def test_equals_win_their_share(players):
    edition, games = load_edition(GAME, "reconstructed"), 16 * players
    one, other = (make_bot("greedy", GAME, games, seed=seed) for seed in (1, 2))
    results = play_match(GAME, [one, *[other] * (players - 1)], edition, 16, 7, games)
    result = match_result("greedy", results)
    # Greedy draws no lots, so rotating the seats of a deal hands out exactly one win.
    assert result.num_games == games
    assert result.win_rate == pytest.approx(1 / players)
    assert result.score == pytest.approx(result.opponent_score)


def test_the_score_of_a_bot_is_that_of_its_seat_in_each_rotation():
    points = [[10, 1, 2], [3, 20, 4], [5, 6, 30]]
    games = [GameResult([seat], [[value] for value in each], [], 1, 1) for seat, each in enumerate(points)]
    found = match_result("b", [DealResult(Deal(("a", "b", "b"), 0), games)])
    assert (found.score, found.opponent_score) == (20, 21 / 6)
    assert found.seat_win_rates == (1, 1, 1)


def test_win_rates_are_told_apart_by_seat():
    games = [[GameResult(winners, [[0]] * 2, [], 1, 1) for winners in deal] for deal in ([[0], [0]], [[0, 1], [1]])]
    found = match_result("b", [DealResult(Deal(("a", "b"), number), deal) for number, deal in enumerate(games)])
    assert found.seat_win_rates == (0.75, 0.5)
    assert found.win_rate == 0.625


def test_results_are_written_as_json(checkpoint, tmp_path):
    file = tmp_path / "results.json"
    against = ["random", policy(checkpoint), ["greedy", "random"]]
    write_json(file, evaluate(GAME, policy(checkpoint), against, 3, num_games=31).to_json())
    content = json.loads(file.read_text())
    results = content.pop("results")
    digest = load_edition(GAME, "reconstructed").digest
    played = {"game": GAME.name, "num_players": 3, "edition": "reconstructed", "edition_digest": digest, "seed": 1}
    assert content == {"bot": policy(checkpoint), **played, "max_rounds": None, "costs": {}}
    assert [result["against"] for result in results] == ["random", policy(checkpoint), "greedy, random"]
    for result in results:
        names = {"against", "num_games", "win_rate", "ci95", "score", "opponent_score", "worst_tenth", "deal_shares"}
        assert set(result) == {*names, "seat_win_rates"}
        assert len(result["deal_shares"]) == 10
        assert np.mean(result["deal_shares"]) == pytest.approx(result["win_rate"])
        assert result["num_games"] == 30
        low, high = result["ci95"]
        assert 0 <= low <= result["win_rate"] <= high <= 1
    assert np.isfinite([result["score"] for result in results]).all()


def test_functions_play_and_are_called_by_their_names():
    found = evaluate(GAME, any_legal, ["support:any_legal", any_legal, [any_legal]], 2, num_games=21)
    assert found.bot == "any_legal"
    assert [result.against for result in found.results] == ["support:any_legal", "any_legal", "any_legal"]
    assert len({result.win_rate for result in found.results}) == 1


def test_deals_of_one_number_are_the_same_in_every_evaluation():
    few, many = (evaluate(GAME, "greedy", "random", 2, num_games=games).results[0].deal_shares for games in (8, 12))
    assert many[:4] == few


def test_one_opponent_needs_no_list():
    expected = evaluate(GAME, "greedy", ["random"], 2, num_games=4)
    assert evaluate(GAME, "greedy", "random", 2, num_games=4) == expected
    object_ = evaluate(GAME, "greedy", make_bot("random", GAME, 4), 2, num_games=4)
    assert object_.results[0].win_rate == expected.results[0].win_rate


def test_bot_objects_are_called_by_their_names_or_their_classes():
    function = FunctionBot("mine", lambda observations, masks, rng: rng.choice(masks), 4)
    found = evaluate(GAME, function, [FirstLegal(), [make_bot("greedy", GAME, 4)]], 2, num_games=4)
    assert found.bot == "mine"
    assert [result.against for result in found.results] == ["FirstLegal", "greedy"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"against": ["nobody"]}, "unknown bot 'nobody': use random, greedy, search:N.* policy:PATH"),
        ({"against": [["random"] * 3]}, "opponents must be one, not 3"),
        ({"num_games": 1}, "num_games must be a whole number from 2 to 1048576, not 1"),
        ({"seed": 1 << 64}, "seed must be a whole number from 0 to 18446744073709551615"),
    ],
)
def test_a_wrong_argument_is_reported_in_one_line(checkpoint, change, message):
    arguments = {
        "game": GAME,
        "bot": policy(checkpoint),
        "against": ["random"],
        "num_players": 2,
        "num_games": 4,
    } | change
    with pytest.raises(UserError, match=message) as error:
        evaluate(**arguments)
    assert "\n" not in str(error.value)


def test_nothing_is_printed_or_noted_where_all_is_as_in_training(checkpoint, capfd, caplog):
    steps = []
    evaluate(GAME, policy(checkpoint), ["random", "greedy"], 2, num_games=4, progress=lambda *step: steps.append(step))
    assert steps[-1] == (4, 4)
    assert capfd.readouterr() == ("", "")
    assert not caplog.messages


def test_players_other_than_in_training_are_noted_and_fewer_games_than_asked(checkpoint, capsys, caplog):
    arguments = ["evaluate", GAME.name, policy(checkpoint), "--against", "random"]
    assert main([*arguments, "--num_players", "3", "--num_games", "31"]) == 0
    assert "note: played 30 games, not 31: each deal is played from all 3 seats" in capsys.readouterr().err
    assert caplog.messages == [f"policy:{checkpoint} was trained with 2 players, not 3"]


def test_games_are_cut_off_as_asked_and_a_policy_notes_other_rounds_than_in_training(tmp_path, caplog):
    path, edition = tmp_path / "policy.safetensors", load_edition(GAME, "reconstructed")
    about = {"num_players": 2, "max_rounds": 2, "edition": edition.name, "edition_digest": edition.digest}
    save_policy(path, new_network(GAME, [8]), GAME, about, [8])
    found = evaluate(GAME, policy(path), "random", 2, num_games=4, max_rounds=2)
    assert found.to_json()["max_rounds"] == 2
    assert found.results[0].score < evaluate(GAME, "greedy", "random", 2, num_games=4).results[0].score
    assert not caplog.messages
    arguments = ["evaluate", GAME.name, policy(path), "--against", "random", "--num_players", "2", "--num_games", "4"]
    assert main([*arguments, "--max_rounds", "3", "--json", str(tmp_path / "found.json")]) == 0
    assert json.loads((tmp_path / "found.json").read_text())["max_rounds"] == 3
    assert caplog.messages == [f"policy:{path} was trained with max_rounds 2, not 3"]
    with pytest.raises(UserError, match="max_rounds must be a whole number from 1 to 255, not 0"):
        evaluate(GAME, "random", "random", 2, num_games=4, max_rounds=0)


SET = {"edition": "generated:2-5", "edition_digest": "of the set"}
CUT_OFF = {"max_rounds": 100}


@pytest.mark.parametrize(
    ("about", "played", "differences"),
    [
        ({}, {"max_rounds": 3}, []),  # as files of before
        ([], {"num_players": 3}, []),
        ({"max_rounds": "many"}, {"max_rounds": 3}, []),
        (CUT_OFF, {}, []),
        (CUT_OFF, {"edition": "mini"}, []),  # which cuts games off earlier itself
        (CUT_OFF, {"edition": "mini", "max_rounds": 1}, ["with max_rounds 100, not 1"]),
        ({"num_players": [2, 2, 4]}, {"num_players": 4}, []),
        ({"num_players": [2, 2, 4]}, {"num_players": 3}, ["with [2, 2, 4] players, not 3"]),
        *((SET, {"edition": f"generated:{number}"}, []) for number in (2, 5)),
        *(
            (SET, {"edition": name}, [f"on edition generated:2-5, not on {name}"])
            for name in ("generated:1", "generated:6", "generated:3,size=tiny", "reconstructed")
        ),
        ({"edition": "generated:5-2"}, {}, ["on edition generated:5-2, not on reconstructed"]),
    ],
)
def test_a_policy_knows_where_a_game_differs_from_its_training(about, played, differences):
    batch = Batch(GAME, 1, **{"num_players": 2} | played)
    bot = PolicyBot(GAME, new_network(GAME, [8]), 1, about=about)
    found = (
        bot.players_difference(batch.num_players),
        bot.rounds_difference(batch),
        bot.edition_difference(batch.edition),
    )
    assert [difference for difference in found if difference] == differences


def test_another_edition_than_in_training_is_noted_for_every_checkpoint(checkpoint, tmp_path, caplog):
    text = (GAME.folder / "editions" / "reconstructed.toml").read_text()
    mine = tmp_path / "mine.toml"
    mine.write_text(text.replace('name = "reconstructed"', 'name = "mine"', 1))
    other = tmp_path / "other.safetensors"
    other.write_bytes(checkpoint.read_bytes())
    evaluate(GAME, policy(checkpoint), [policy(other)], 2, num_games=4, edition=str(mine))
    assert sorted(caplog.messages) == sorted(
        f"policy:{path} was trained on edition reconstructed, not on mine: policy:generalist plays any edition"
        for path in (checkpoint, other)
    )


def test_long_and_odd_names_are_shown_whole(checkpoint, tmp_path, capsys):
    folder = tmp_path / ("a_very_long_name" * 8) / "[bold]"
    folder.mkdir(parents=True)
    other = folder / "policy.safetensors"
    other.write_bytes(checkpoint.read_bytes())
    arguments = ["evaluate", GAME.name, policy(other), "--against", policy(other)]
    assert main([*arguments, "--num_players", "2", "--num_games", "4"]) == 0
    printed = capsys.readouterr().out
    assert "\N{HORIZONTAL ELLIPSIS}" not in printed
    letters = "".join(character for character in printed if character.isalnum() or character in "/_.[]-")
    assert letters.count(str(other).replace(":", "")) == 1  # the title
    cells = [line.split(BAR)[1] for line in printed.splitlines() if line.startswith(BAR)]
    assert "".join(cell.strip() for cell in cells) == policy(other)


@pytest.mark.parametrize("where", ["reset_rows", "act"])
def test_a_bot_that_fails_is_named_in_one_line(where):
    class Failing(FirstLegal):
        name = "failing"

    def fail(*arguments):
        raise KeyError("no\nidea")

    setattr(Failing, where, fail)
    with pytest.raises(
        UserError, match=r"^the bot 'failing' failed: KeyError: 'no\\nidea' \(test_evaluate.py, line \d+\)$"
    ) as error:
        evaluate(GAME, "random", [Failing()], 2, num_games=4)
    assert isinstance(error.value.__cause__, KeyError)


@pytest.mark.parametrize(("actions", "said"), [([], "action -1 is out of range"), ([0], "is illegal here")])
def test_a_bot_that_takes_no_legal_action_is_named(actions, said):
    class Wrong(FirstLegal):
        name = "wrong"

        def act(self, batch, rows, chosen):
            for action in actions:
                chosen[rows] = action

    with pytest.raises(UserError, match=rf"^the bot 'wrong' failed: .*{said}"):
        evaluate(GAME, "random", [Wrong()], 2, num_games=4)


def test_a_bot_is_rated_on_a_set_of_editions():
    game = load_game("afritoria_v0")
    found = evaluate(game, "greedy", ["random"], 2, num_games=200, edition="generated:0-9")
    assert (found.edition, found.results[0].num_games) == ("generated:0-9", 200)
    assert found.results[0].win_rate > 0.6
    with pytest.raises(UserError, match=r"^generated:0-999 has 1000 editions: name a set of at most 256$"):
        evaluate(game, "greedy", ["random"], 2, num_games=200, edition="generated:0-999")


def test_the_editions_of_deals_are_those_that_batches_draw():
    game = load_game("afritoria_v0")
    batch = Batch(game, 50, 2, "generated:0-9")
    batch.reset_rows(np.ones(50, np.bool_), deal_seeds(1, 50))
    names = [batch.edition_of(row).name for row in range(50)]
    assert names == [f"generated:{index}" for index in drawn_indices(deal_seeds(1, 50), 10)]


def test_the_worst_tenth_is_not_too_low_by_chance():
    generator = np.random.default_rng(0)
    editions = np.arange(2000) % 100
    alike = generator.random(2000)
    assert abs(worst_tenth(alike, editions) - 0.5) < 0.06
    worse = np.where(editions < 10, 0.2, 0.8)
    assert worst_tenth(worse, editions) == pytest.approx(0.2)


def test_an_evaluation_on_a_set_says_how_it_goes_on_the_worst_editions():
    game = load_game("afritoria_v0")

    def worst(edition, games):
        return evaluate(game, "greedy", ["random"], 2, num_games=games, edition=edition).results[0].worst_tenth

    found = worst("generated:0-9", 200)
    assert found is not None
    assert 0 < found <= 1
    assert worst("generated:0-9", 198) is None  # too few deals
    assert worst("generated:0", 80) is None
