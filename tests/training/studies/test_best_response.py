"""Best responses: their measurement, and their bounds."""

import json
from functools import partial

import numpy as np
import pytest
import torch
from africana_training.config.settings import OptimizerConfig, RolloutConfig, TrainConfig
from africana_training.networks.registry import new_network
from africana_training.policies.file import load_policy, save_policy
from africana_training.policies.shipped import policy_path
from africana_training.runs.run import make_run
from africana_training.studies import best_response as module
from africana_training.studies.best_response import TrainingBudget, beginning_with, best_response, estimate
from africana_training.studies.best_response_report import bound_text

from africana_env import REWARDS, UserError, load_game
from africana_env.arena.exploitability.exploitability import exploitability
from africana_env.arena.matches.deals import DealResult, GameResult
from africana_env.arena.matches.schedule import Deal
from africana_env.arena.ratings.intervals import share_interval
from africana_env.bots.search.guided import GuidedSearchBot
from africana_env.cli import main

GAME = load_game("afritoria_v0")
respond = partial(best_response, rollouts=16)
"""With a short search, since it takes most of the time."""


@pytest.fixture
def short(monkeypatch):
    """Training that takes no time."""
    monkeypatch.setattr(module, "ROLLOUT", RolloutConfig(num_games=8, num_steps=8))
    monkeypatch.setattr(module, "OPTIMIZER", OptimizerConfig(update_epochs=1, minibatch_size=32))


@pytest.fixture
def runs(short, monkeypatch):
    """All that were trained."""
    made = []

    def noted(config):
        made.append(make_run(config))
        return made[-1]

    monkeypatch.setattr(module, "make_run", noted)
    return made


def deal(number, *winners):
    """A deal with the winning seats of each rotation."""
    seats = len(winners)
    games = []
    for won in winners:
        shares = [(seat in won) / len(won) for seat in range(seats)]
        outcome = [(seats * share - 1) / (seats - 1) for share in shares]
        games.append(GameResult(list(won), [], [], 1, 1, outcome=outcome))
    return DealResult(Deal(("policy", *["bot"] * (len(winners) - 1)), number), games)


def test_bounds_are_mean_outcomes_by_seat():
    # Seat 0 wins alone, then with another. Seat 1 loses, then wins. Seat 2 wins with all others, then loses.
    results = [deal(0, [0], [2], [0, 1, 2]), deal(1, [0, 1], [1], [0])]
    found = estimate(results, 7, 3, rollouts=0)
    assert found.timesteps == 7
    np.testing.assert_allclose(found.best_response, [(1 + 0.25) / 2, (-0.5 + 1) / 2, (0 - 0.5) / 2])
    assert found.nash_conv == pytest.approx(sum(found.best_response))
    low, high = share_interval((1 + np.array([1.0, 0.25])) / 2)
    np.testing.assert_allclose(found.ci95[0], [2 * low - 1, 2 * high - 1])
    low, high = share_interval((1 + np.array([(1 - 0.5 + 0) / 3, (0.25 + 1 - 0.5) / 3])) / 2)
    np.testing.assert_allclose(found.nash_conv_ci95, [3 * (2 * low - 1), 3 * (2 * high - 1)])


def test_bounds_are_of_outcomes_where_a_win_may_be_of_any_size():
    won = [GameResult([0], [], [], 1, 1, outcome=[1 / 13, -1 / 13]), GameResult([1], [], [], 1, 1, outcome=[-0.5, 0.5])]
    found = estimate([DealResult(Deal(("policy", "bot"), number), won) for number in range(500)], 7, 3, rollouts=0)
    np.testing.assert_allclose(found.best_response, [1 / 13, 0.5])
    assert all(
        low < value < high < value + 0.05 for value, (low, high) in zip(found.best_response, found.ci95, strict=True)
    )


@pytest.mark.parametrize("players", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_every_game_that_begins_has_the_bot_in_all_seats_but_one(runs, players):
    respond(GAME, "greedy", players, budget=TrainingBudget(timesteps=64 * 40), deals=4)
    (run,) = runs
    (table,) = run.rollout.groups
    assert run.progress.timesteps == 64 * 40
    assert run.league.snapshots == []
    assert ((table.seating.seats == 0).sum(1) == players - 1).all()
    assert table.batch.reward_scheme == "outcome"


def test_the_same_seed_gives_the_same_and_files_say_what_was_played(short, tmp_path, capsys):
    file = tmp_path / "found.json"
    options = "--edition mini --num_players 2 --timesteps 200 --deals 4 --seed 3 --rollouts 16 --json"
    assert main(["best-response", "afritoria_v0", "random", *options.split(), str(file)]) == 0
    content = json.loads(file.read_text())
    found = respond(GAME, "random", 2, edition="mini", budget=TrainingBudget(timesteps=200), deals=4, seed=3)
    for name in ("best_response", "nash_conv", "timesteps"):
        assert content[name] == getattr(found, name)
    assert content | {"bot": "random", "game": GAME.name, "num_players": 2, "deals": 4, "seed": 3} == content
    assert content["timesteps"] == 256
    assert len(content["ci95"]) == 2
    printed = capsys.readouterr().out
    assert bound_text(found) in " ".join(printed.split())
    assert respond(GAME, "random", 2, edition="mini", budget=TrainingBudget(timesteps=200), deals=4, seed=4) != found


def test_what_plays_is_the_policy_at_its_best_against_the_bot_on_the_edition(short, monkeypatch):
    played, play = [], module.play_match

    def noted(game, lineup, edition, *arguments):
        played.append((*lineup, edition.name))
        return play(game, lineup, edition, *arguments)

    monkeypatch.setattr(module, "play_match", noted)
    respond(GAME, "random", 2, edition="mini", budget=TrainingBudget(timesteps=200), deals=4)
    assert len({type(responder) for responder, *_ in played}) == 2
    for responder, bot, edition in played:
        assert (bot.name, edition) == ("random", "mini")
        if isinstance(responder, GuidedSearchBot):
            assert responder._guide.reward == "outcome"
        else:
            assert responder.temperature == 0


def test_an_empty_bound_is_called_empty():
    won, lost = ([deal(number, [winner], [1 - winner]) for number in range(50)] for winner in (0, 1))
    assert bound_text(estimate(won, 7, 7, rollouts=0)).startswith("NashConv at least 1.")
    empty = estimate(lost, 7, 7, rollouts=0)
    assert empty.is_empty
    assert estimate([won[0], lost[0]], 7, 7, rollouts=0).is_empty  # exactly as much
    assert bound_text(empty).startswith("nothing found: the bot itself would win at least this much (-2.000, -2.")
    assert bound_text(estimate([won[0], won[1], lost[0]], 7, 7, rollouts=0)).endswith("on these deals it may be 0")


def test_the_policy_searches_where_that_wins_more(short, monkeypatch):
    """On separate deals from those that count."""
    played = []

    def play(game, lineup, edition, deals, seed, rows, max_rounds, progress):
        searches = isinstance(lineup[0], GuidedSearchBot)
        played.append((seed, searches))
        return [deal(number, [0], [1] if searches == wins else [0]) for number in range(deals)]

    monkeypatch.setattr(module, "play_match", play)
    for wins in (False, True):
        played.clear()
        assert respond(GAME, "random", 2, budget=TrainingBudget(timesteps=64), deals=2).rollouts == 16 * wins
        *_, (chosen, first), (same, second), (counted, last) = played
        assert (first, second, last) == (False, True, wins)
        assert chosen == same != counted


@pytest.mark.parametrize("best", [0, 2, 4])
def test_what_did_best_on_deals_of_its_own_is_kept(runs, monkeypatch, best):
    seeds, networks = [], []

    def play(game, lineup, edition, deals, seed, rows, max_rounds, progress):
        wins = 4 if len(seeds) == best else len(seeds) % 3  # of 4 deals: the others rise and fall
        seeds.append(seed)
        networks.append([weights.clone() for weights in runs[0].network.state_dict().values()])
        return [deal(number, *([[0], [1]] if number < wins else [[1], [0]])) for number in range(deals)]

    monkeypatch.setattr(module, "play_match", play)
    found = respond(GAME, "policy:baseline", 2, budget=TrainingBudget(timesteps=64 * 4), deals=4)
    *chosen, alone, searching, counted = seeds
    assert len(chosen) == 5
    assert found.kept == 64 * best
    assert all(map(torch.equal, networks[-1], networks[best]))
    assert len({*chosen}) == 1
    assert alone == searching
    assert len({chosen[0], alone, counted}) == 3


def test_of_equals_the_first_is_kept(runs, monkeypatch):
    monkeypatch.setattr(module, "play_match", lambda *arguments, **options: [deal(0, [0], [0])])
    assert respond(GAME, "policy:baseline", 2, budget=TrainingBudget(timesteps=64 * 4), deals=4).kept == 0


@pytest.mark.parametrize("reward", REWARDS)
def test_training_that_begins_with_a_policy_has_the_reward_that_its_values_expect(tmp_path, reward):
    policy = tmp_path / "policy.safetensors"
    save_policy(policy, new_network(GAME, [8]), GAME, {"reward": reward}, [8])
    config = TrainConfig(GAME.name, "unused", 2)
    assert beginning_with(config, str(policy), GAME).reward == reward


@pytest.mark.parametrize(
    "bot",
    [
        "policy:baseline",
        pytest.param("search:16,policy=baseline", marks=pytest.mark.slow),
        "policy:baseline,temperature=0",
    ],
)
def test_against_a_policy_it_begins_with_its_own_weights_and_keeps_the_best(runs, bot):
    found = respond(GAME, bot, 2, budget=TrainingBudget(timesteps=64), deals=4)
    (run,) = runs
    assert run.config.start_from == "baseline"
    assert run.config.imitation.expert is None
    assert found.kept in (0, 64)
    _, baseline, about = load_policy(policy_path("baseline", GAME))
    assert run.config.reward == about.get("reward", "lead")
    same = all(
        torch.equal(one, other)
        for one, other in zip(run.network.state_dict().values(), baseline.state_dict().values(), strict=True)
    )
    assert same == (found.kept == 0)


def test_games_of_training_and_measurement_are_cut_off_as_asked(runs, monkeypatch):
    rounds, play = [], module.play_match

    def noted(*arguments):
        results = play(*arguments)
        rounds.extend(game.rounds for result in results for game in result.games)
        return results

    monkeypatch.setattr(module, "play_match", noted)
    respond(GAME, "random", 2, max_rounds=2, budget=TrainingBudget(timesteps=64), deals=4)
    assert {table.batch.max_rounds for table in runs[0].rollout.groups} == {2}
    assert {*rounds} == {2}


def test_it_begins_with_the_policy_that_is_named(runs):
    found = respond(GAME, "greedy", 2, budget=TrainingBudget(timesteps=64), deals=4, start_from="baseline")
    assert runs[0].config.start_from == "baseline"
    assert found.rollouts in (0, 16)


def test_the_function_prints_nothing_and_reports_its_progress(short, capsys):
    trained, measured = [], []
    budget, progress = TrainingBudget(timesteps=128), lambda *deals: measured.append(deals)
    found = respond(
        GAME, "random", budget=budget, deals=2, on_update=lambda *one: trained.append(one), on_measured=progress
    )
    assert len(trained) == 2
    assert measured[-1] == (2, 2)
    assert found.to_json()["timesteps"] == 128
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    "budget", [TrainingBudget(minutes=0.005), TrainingBudget(timesteps=640), TrainingBudget(timesteps=65)]
)
def test_at_most_a_quarter_is_imitation(runs, budget):
    respond(GAME, "random", 2, edition="mini", budget=budget, deals=2)
    (run,) = runs
    assert run.config.imitation.timesteps == run.progress.end // 4 // 64 * 64


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"bot": "gredy"}, "unknown bot 'gredy': did you mean 'greedy'"),
        ({"num_players": 5}, "players must be a whole number from 2 to 4, not 5"),
        ({"budget": TrainingBudget(1.0, 1)}, "give minutes or timesteps, not both"),
        ({"budget": TrainingBudget(timesteps=0)}, "timesteps must be a whole number from 1 to"),
        ({"rollouts": 15}, "rollouts must be a whole number from 16 to 100000, not 15"),
        ({"start_from": "basline"}, "there is no policy basline"),
        ({"deals": 0}, "deals must be a whole number from 1 to"),
        ({"seed": -1}, "seed must be a whole number from 0 to 9223372036854775807"),
    ],
)
def test_wrong_arguments_are_reported_in_one_line(short, change, message):
    with pytest.raises(UserError, match=message) as error:
        respond(GAME, **({"bot": "random", "budget": TrainingBudget(timesteps=64)} | change))
    assert "\n" not in str(error.value)


@pytest.mark.slow
def test_it_comes_near_the_exact_value_from_below():
    """Half a minute of one core; the exact values take about as long."""
    exact = exploitability(GAME, "random", "mini")
    found = respond(GAME, "random", 2, edition="mini", budget=TrainingBudget(timesteps=400_000))
    for value, (low, _), best in zip(found.best_response, found.ci95, exact.best_response, strict=True):
        assert low <= best
        assert value >= 0.7 * best
    assert found.nash_conv_ci95[0] <= exact.nash_conv
    assert found.nash_conv >= 0.8 * exact.nash_conv
