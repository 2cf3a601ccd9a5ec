"""Rollouts: their content, decisions carried over, and staggered games."""

import itertools

import numpy as np
import pytest
import torch
from africana_training.config.check import check_config
from africana_training.config.settings import RolloutConfig, TrainConfig
from africana_training.networks.registry import new_network
from africana_training.rollout import rollout as module
from africana_training.rollout.advantages import seat_advantages
from africana_training.rollout.games import make_batches
from africana_training.rollout.league import League, LeagueConfig
from africana_training.rollout.rollout import Rollout, carry_over, make_buffer
from africana_training.rollout.samples import make_samples

from africana_env import LEARNER, UserError, game_names, load_game

GAMES, STEPS = 16, 24


def samples_of(buffer, gae_lambda, generator):
    """The samples of a rollout, without a discount."""
    arrays = buffer.rewards, buffer.done, buffer.seats, buffer.values
    return make_samples(buffer, *seat_advantages(*arrays, 1.0, gae_lambda), generator)


def test_games_begin_at_moments_of_their_own(rollout_of):
    rollout, _, _ = rollout_of(games=200)
    (table,) = rollout.groups
    rounds = table.batch.states["round_number"]
    last = rounds.max()
    thirds = [np.mean((rounds > third * last / 3) & (rounds <= (third + 1) * last / 3)) for third in range(3)]
    assert min(thirds) > 0.15
    assert (rollout.buffer.observations[-1] == table.batch.observation).all()
    assert len(np.unique(table.lengths)) > 50


def test_every_number_of_players_gets_its_share_of_the_games(rollout_of):
    rollout, network, _ = rollout_of([2, 2, 4], games=12)
    assert [table.batch.num_players for table in rollout.groups] == [2, 4]
    assert rollout.buffer.columns == [slice(0, 8), slice(8, 12)]
    buffer = rollout.collect(network)
    played = slice(rollout.seats, None)
    assert buffer.seats[played, :8].max() == 1
    assert buffer.seats[played, 8:].max() == 3
    for table, column in zip(rollout.groups, rollout.buffer.columns, strict=True):
        np.testing.assert_array_equal(buffer.observations[-1, column], table.batch.observation)
        np.testing.assert_array_equal(buffer.masks[-1, column], table.batch.action_mask)
    legal = np.take_along_axis(buffer.masks[rollout.seats : -1], buffer.actions[played][..., None], 2)
    assert legal.all()


def test_a_list_of_players_must_fit_game_and_games():
    config = TrainConfig("africana_v0", "unused", [2, 7])
    with pytest.raises(UserError, match="num_players must be a whole number from 2 to 4"):
        check_config(config)
    config = TrainConfig("africana_v0", "unused", [2, 3, 4], rollout=RolloutConfig(num_games=2))
    with pytest.raises(UserError, match=r"rollout\.num_games must be at least 3, a game for each of num_players"):
        check_config(config)


def test_with_no_share_for_the_learner_the_experts_games_are_shown(rollout_of):
    rollout, network, _ = rollout_of(expert="greedy")
    buffer = rollout.collect_expert(network, 0.0)
    played = slice(rollout.seats, None)
    np.testing.assert_array_equal(buffer.actions[played], buffer.expert_actions[played])
    legal = np.take_along_axis(buffer.masks[rollout.seats : -1], buffer.actions[played][..., None], 2)
    assert legal.all()


def test_the_learner_decides_in_its_share_and_the_expert_still_says_what_it_would_do(rollout_of):
    rollout, network, _ = rollout_of(expert="greedy")
    buffer = rollout.collect_expert(network, 0.5)
    played = slice(rollout.seats, None)
    legal = np.take_along_axis(buffer.masks[rollout.seats : -1], buffer.expert_actions[played][..., None], 2)
    assert legal.all()
    assert 0.45 < (buffer.actions[played] == buffer.expert_actions[played]).mean() < 0.85


def test_games_of_other_numbers_of_players_have_other_seeds(rollout_of):
    few, many = (group.batch.seeds for group in rollout_of([2, 4])[0].groups)
    assert not np.isin(few, many).any()


def test_what_an_expert_said_is_gone_when_the_policy_plays_alone(rollout_of):
    rollout, network, _ = rollout_of(expert="greedy")
    assert rollout.collect_expert(network, 0.5).expert_actions.any()
    assert not rollout.collect(network).expert_actions.any()


# Decisions carried over


def random_buffer(rng, steps, games, seats):
    buffer = make_buffer(steps, [games], seats, 3, 2)
    fill(buffer, rng, seats)
    return buffer


def fill(buffer, rng, seats):
    """Play a rollout of noise into the part that is not carried over."""
    new = buffer.seats[seats:].shape
    buffer.seats[seats:] = rng.integers(0, seats, new)
    buffer.learner[seats:] = rng.random(new) < 0.8
    buffer.actions[seats:] = rng.integers(0, 2, new)
    buffer.values[seats:] = rng.normal(size=new)
    buffer.logprobs[seats:] = rng.normal(size=new)
    buffer.rewards[seats:] = rng.normal(size=(*new, seats))
    buffer.done[seats:] = rng.random(new) < 0.1
    buffer.observations[seats:] = rng.integers(0, 9, (new[0] + 1, new[1], 3))


def one_step_targets(buffer, gamma):
    """Value and one-step advantage of each decision to learn from."""
    advantages, valid = seat_advantages(buffer.rewards, buffer.done, buffer.seats, buffer.values, gamma, 0.0)
    rows = valid & buffer.learner
    return sorted(zip(buffer.values[rows].tolist(), advantages[rows].tolist(), strict=True))


@pytest.mark.parametrize("seats", [2, 3])
def test_short_rollouts_learn_from_the_same_decisions_as_a_long_one(seats):
    """No decision is lost or changed where a rollout ends, however many of them pass before its outcome is known."""
    games, steps, parts = 5, 3, 20
    whole = random_buffer(np.random.default_rng(0), steps * parts, games, seats)
    short = make_buffer(steps, [games], seats, 3, 2)
    found = []
    for number in range(parts):
        rows = slice(seats + number * steps, seats + (number + 1) * steps)
        for name in ("seats", "learner", "actions", "values", "logprobs", "rewards", "done"):
            getattr(short, name)[seats:] = getattr(whole, name)[rows]
        short.observations[seats:-1] = whole.observations[rows]
        found += one_step_targets(short, 0.9)
        carry_over(short)
    np.testing.assert_allclose(sorted(found), one_step_targets(whole, 0.9), rtol=1e-5, atol=1e-5)
    assert len(found) > steps * parts * games * 0.7


def test_what_is_carried_over_is_each_seats_open_decision_with_what_it_has_earned():
    buffer = make_buffer(4, [1], 2, 1, 2)
    buffer.seats[2:, 0] = [0, 1, 0, 0]
    buffer.learner[2:] = True
    buffer.actions[2:, 0] = [0, 1, 0, 1]
    buffer.values[2:, 0] = [1, 2, 3, 4]
    buffer.observations[2:, 0, 0] = [10, 20, 30, 40, 50]
    buffer.rewards[2:, 0] = [(1, 0), (0, 5), (2, 7), (3, 1)]
    carry_over(buffer)
    assert buffer.observations[:2, 0, 0].tolist() == [40, 20]
    assert buffer.values[:2, 0].tolist() == [4, 2]
    assert buffer.actions[:2, 0].tolist() == [1, 1]
    assert buffer.rewards[:2, 0].tolist() == [[3, 0], [0, 13]]
    assert buffer.learner[:, 0].tolist() == [True, True, False, False, False, False]
    carry_over(buffer)  # nothing was played since
    assert buffer.rewards[:2, 0].tolist() == [[3, 0], [0, 13]]
    buffer.seats[2:, 0] = [0, 0, 0, 0]
    buffer.learner[2:] = True
    buffer.done[3, 0] = 1
    carry_over(buffer)
    assert buffer.learner[:, 0].tolist() == [True, False, False, False, False, False]


@pytest.mark.parametrize("game_name", game_names())
def test_with_the_policy_frozen_nothing_is_expected_of_its_decisions_in_the_mean(rollout_of, game_name):
    """The advantages of two players cancel out, since one's lead is the other's lag. This must also hold in short
    rollouts. It needs the decisions that are open at the end of a rollout, which end a turn more often than others."""
    rollout, network, generator = rollout_of(game_name=game_name, games=64, steps=8)
    with torch.no_grad():
        for parameter in network.value.parameters():
            parameter.zero_()
    errors = []
    for _ in range(60):
        samples = samples_of(rollout.collect(network), 0.0, generator)
        errors += (samples.returns - samples.values).tolist()
    assert len(errors) > 0.99 * 60 * 64 * 8
    assert abs(np.mean(errors)) < 1.96 * np.std(errors) / np.sqrt(len(errors))
    assert np.std(errors) > 0


@pytest.mark.parametrize("reward", ["lead", "outcome"])
def test_returns_agree_with_what_games_bring(reward):
    """With values of 0 and whole traces, the returns of all decisions of a seat are what its game brings from there."""
    game, generator = load_game("africana_v0"), torch.Generator().manual_seed(0)
    batches = make_batches(game, 8, [3], "reconstructed", reward, max_rounds=3)
    rollout = Rollout(batches, 400, League(LeagueConfig(share=0.0), generator))
    rollout.reset(1)
    network = new_network(game, [8]).eval()
    with torch.no_grad():
        for parameter in network.value.parameters():
            parameter.zero_()
    buffer = rollout.collect(network)
    advantages, valid = seat_advantages(buffer.rewards, buffer.done, buffer.seats, buffer.values, 1.0, 1.0)
    compared = []
    for column in range(8):
        ends = np.flatnonzero(buffer.done[:, column])
        for row in range(rollout.seats, (ends[-1] if len(ends) else -1) + 1):
            end = ends[ends >= row][0]
            assert valid[row, column]
            expected = buffer.rewards[row : end + 1, column, buffer.seats[row, column]].sum()
            compared.append((advantages[row, column] + buffer.values[row, column], expected))
    assert len(compared) > 100
    returns, expected = np.array(compared).T
    assert np.std(expected) > 0
    np.testing.assert_allclose(returns, expected, atol=1e-5)


def test_past_versions_decide_where_they_sit_and_their_decisions_are_not_learned_from(rollout_of):
    rollout, network, _ = rollout_of([2, 4], games=24, share=1.0, opponents=["random"], snapshots=2)
    league = rollout.league
    for number in range(2):
        league.snapshot(network, 0)
        with torch.no_grad():  # these two take the first, and the last, legal action
            snapshot = league.snapshots[-1]
            for parameter in snapshot.parameters():
                parameter.zero_()
            snapshot.policy.bias.copy_(torch.linspace(0, 1e6, len(snapshot.policy.bias)) * (1 if number else -1))
    seen = np.zeros(2, np.int64)
    for number in range(30):
        league.playing = number % 2
        decided = []

        def noted(step, play=rollout._step, decided=decided):
            decided.append((step, np.concatenate([table.deciders() for table in rollout.groups])))
            play(step)

        rollout._step, play = noted, rollout._step
        buffer = rollout.collect(network)
        rollout._step = play
        for step, holders in decided:
            np.testing.assert_array_equal(buffer.learner[step], holders == LEARNER)
            rows = holders == 1
            masks = buffer.masks[step][rows]
            wanted = masks.shape[1] - 1 - masks[:, ::-1].argmax(1) if league.playing else masks.argmax(1)
            np.testing.assert_array_equal(buffer.actions[step][rows], wanted)
            seen[league.playing] += rows.sum()
    assert seen.min() > 50


def test_a_rollout_tells_what_its_steps_took(rollout_of, monkeypatch):
    clock = itertools.count()
    monkeypatch.setattr(module, "perf_counter", lambda: float(next(clock)))
    for expert in (None, "greedy"):
        rollout, network, _ = rollout_of(expert=expert, steps=10)
        if expert is None:
            rollout.collect(network)
        else:
            rollout.collect_expert(network, 0.5)
        assert rollout.watch.seconds == {"environment": 11, "forward": 20, "league": 20}
