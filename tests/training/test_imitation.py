import numpy as np
import pytest
import torch

from africana_env import Batch, UserError, load_game
from africana_env.bots import make_bot
from training.config import ImitationConfig, LeagueConfig, PPOConfig, TrainConfig
from training.imitation import imitate
from training.league import League
from training.policy import new_network
from training.rollout import EXPERT_STREAM, Rollout
from training.runner import Runner
from training.samples import make_samples

GAMES, STEPS = 16, 24


@pytest.fixture
def config(tmp_path):
    ppo = PPOConfig(num_games=GAMES, num_steps=STEPS, update_epochs=2, minibatch_size=64)
    league = LeagueConfig(share=0.0)
    return TrainConfig("africana_v0", str(tmp_path / "run"), 2, layers=[64], ppo=ppo, league=league)


def rollout_of(config):
    game = load_game(config.game)
    return game, Rollout(game, config, League(game, config.league, GAMES, config.num_players, 0))


def test_with_no_share_for_the_learner_the_teachers_games_are_shown(config):
    game, rollout = rollout_of(config)
    network, generator = new_network(game, [8]), torch.Generator().manual_seed(0)
    buffer = rollout.collect_expert(network, generator, make_bot("greedy", game, GAMES), 0.0)
    batch, teacher = Batch(game, GAMES, 2, autoreset=True), make_bot("greedy", game, GAMES)
    batch.reset(config.seed)
    actions = np.zeros(GAMES, np.int64)
    for step in range(STEPS):
        np.testing.assert_array_equal(buffer.observations[step], batch.observation)
        teacher.act(batch, np.ones(GAMES, np.bool_), actions)
        np.testing.assert_array_equal(buffer.expert_actions[step], actions)
        np.testing.assert_array_equal(buffer.actions[step], actions)
        batch.step(actions)
        teacher.reset_rows(batch.done != 0, batch.seeds ^ EXPERT_STREAM)


def test_the_learner_decides_in_its_share_and_the_teacher_still_says_what_it_would_do(config):
    game, rollout = rollout_of(config)
    network, generator = new_network(game, [8]), torch.Generator().manual_seed(0)
    buffer = rollout.collect_expert(network, generator, make_bot("greedy", game, GAMES), 0.5)
    rows = np.arange(GAMES)
    for step in range(STEPS):
        assert buffer.masks[step][rows, buffer.expert_actions[step]].all()
    same = (buffer.actions == buffer.expert_actions).mean()
    assert 0.45 < same < 0.85


def test_imitation_brings_the_policy_to_the_teachers_choices(config):
    game, rollout = rollout_of(config)
    torch.manual_seed(0)
    network, generator = new_network(game, [64]), torch.Generator().manual_seed(0)
    optimizer = torch.optim.Adam(network.parameters(), lr=3e-3)
    teacher = make_bot("greedy", game, GAMES)
    agreement = []
    for _ in range(25):
        buffer = rollout.collect_expert(network, generator, teacher, 0.25)
        agreement.append(
            imitate(network, optimizer, make_samples(buffer, 1.0, 0.95), config.ppo, generator)["imitation/agreement"]
        )
    assert np.mean(agreement[-5:]) > np.mean(agreement[:2]) + 0.07


def test_a_run_imitates_first_and_plays_itself_afterwards(config):
    config.imitation = ImitationConfig("greedy", timesteps=GAMES * STEPS)
    run = Runner(config, resume=False)
    first, second = run.train_step(), run.train_step()
    assert "imitation/agreement" in first
    assert "losses/approx_kl" in second


def test_an_unknown_teacher_is_refused(config):
    config.imitation = ImitationConfig("nobody")
    with pytest.raises(UserError, match=r"imitation.teacher: unknown bot 'nobody': use random, greedy"):
        Runner(config, resume=False)


def test_self_play_begins_with_new_games_and_the_past_in_its_seats(config):
    """The games of a teacher are not the policy's, and who holds a seat stays until the end of a game."""
    config.league = LeagueConfig(share=0.5, opponents=["greedy"], snapshots=2)
    config.imitation = ImitationConfig(teacher="greedy", timesteps=GAMES * STEPS * 2)
    runner = Runner(config, resume=False)
    runner.train_step()
    runner.train_step()
    assert runner.rollout.batch.states["round_number"].max() > 1
    assert not runner.imitating()
    begun = []
    collect = runner.rollout.collect

    def note(*arguments):
        begun.append(
            (runner.rollout.batch.states["round_number"].max(), runner.league.names, runner.league._length.max())
        )
        assert [int((runner.league.opponent_of == index).sum()) for index in (-1, 0, 1)] == [8, 4, 4]
        assert (runner.rollout.buffer.observations[-1] == runner.rollout.batch.observation).all()
        return collect(*arguments)

    runner.rollout.collect = note
    runner.train_step()
    first = load_game(config.game)
    fresh = Batch(first, GAMES, 2)
    fresh.reset(0)
    assert begun == [(fresh.states["round_number"].max(), ["greedy", "past"], 0)]
