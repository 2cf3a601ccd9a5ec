"""Views of players and decisions of bots do not depend on hidden information.

`resample` redraws everything hidden from a player. A view that changes with it leaks.
"""

import numpy as np
import pytest
from support import Mix, batch_at, every_bot, every_setting, games_in_progress, observed, positions, resampled, searches

from africana_env import UserError, make_bot
from africana_env.api.drawings import render_text

POSITIONS = 150
SEARCHED = 40
"""Positions for the slower searches."""
SEEDS = (0, 1, 2**64 - 1)


@pytest.fixture(scope="module")
def states_of():
    """Return positions from played games, a set per setting."""
    known = {}

    def states(setting):
        if setting not in known:
            known[setting] = positions(setting, POSITIONS, seed=17, max_rounds=50)
        return known[setting].copy()

    return states


@every_setting
@pytest.mark.parametrize("seed", SEEDS)
def test_what_a_player_sees_does_not_depend_on_what_it_cannot_know(setting, seed, states_of):
    states = states_of(setting)
    before = batch_at(setting, states)
    for seat in range(setting.players):
        after = resampled(setting, states, seat, seed)
        assert (observed(after, seat) == observed(before, seat)).all()
        mine = before.current_player == seat
        assert mine.any()
        assert (after.current_player == before.current_player).all()
        assert (after.status == before.status).all()
        assert after.action_mask[mine].tobytes() == before.action_mask[mine].tobytes()
        assert after.observation[mine].tobytes() == before.observation[mine].tobytes()


@pytest.fixture(scope="module")
def ends_of():
    """Return the ends of some played games, a set per setting."""
    known = {}

    def ends(setting):
        if setting not in known:
            games = (list(games_in_progress(setting, seed, max_rounds=10))[-1].states.copy() for seed in range(4))
            known[setting] = np.concatenate(list(games))
        return known[setting]

    return ends


@every_setting
def test_drawing_for_a_seat_does_not_depend_on_what_it_cannot_know(setting, states_of, ends_of):
    states = np.concatenate([states_of(setting)[:60:3], ends_of(setting)])
    edition = setting.batch().edition
    for seat in range(setting.players):
        after = resampled(setting, states, seat, 11).states
        for state, other in zip(states, after, strict=True):
            assert render_text(setting.game, edition, other, seat) == render_text(setting.game, edition, state, seat)


@every_setting
def test_environment_shows_the_same_after_resample(setting, states_of):
    env = setting.env(render_mode="ansi")
    for state in states_of(setting)[:40]:
        for agent in env.possible_agents:
            env.reset(seed=0)
            env.batch.set_states(state.reshape(1))
            env._follow_state()
            before = shown(env, agent)
            env.resample(agent, 5)
            assert shown(env, agent) == before


def shown(env, agent):
    """Return everything that the environment shows to an agent, including texts and drawing."""
    observation = env.observe(agent)
    texts = [env.action_to_string(action) for action in np.flatnonzero(observation["action_mask"])]
    drawing = env.render() if agent == env.agent_selection else None  # drawn for the agent to move
    return observation["observation"].tobytes(), observation["action_mask"].tobytes(), texts, drawing


@every_setting
def test_resample_is_a_function_of_what_the_player_knows(setting, states_of):
    states = states_of(setting)
    for seat in range(setting.players):
        once = resampled(setting, states, seat, 7)
        again = resampled(setting, resampled(setting, states, seat, 123_456).states, seat, 7)
        assert again.states.tobytes() == once.states.tobytes()


@every_setting
def test_resample_depends_on_its_seed_and_includes_the_generator(setting, states_of):
    states = states_of(setting)
    for seat in range(setting.players):
        one, other = (resampled(setting, states, seat, seed) for seed in (7, 8_000))
        assert (one.states["seed"] != other.states["seed"]).all()
        assert (one.states["seed"] != states["seed"]).all()
        changed = [one.states[row].tobytes() != other.states[row].tobytes() for row in range(len(states))]
        assert all(changed)


@every_setting
def test_bots_decide_by_what_the_mover_knows(setting, states_of):
    searching = searches(setting.game)
    for name in (*every_bot(setting.game), *searching):
        states = states_of(setting)[: SEARCHED if name in searching else POSITIONS]
        before = batch_at(setting, states)
        expected = decisions(setting, name, before, np.ones(len(states), np.bool_))
        for seed in SEEDS[:1] if name in searching else SEEDS:
            for seat in range(setting.players):
                after = resampled(setting, states, seat, seed)
                mine = before.current_player == seat
                got = decisions(setting, name, after, mine)
                assert (got[mine] == expected[mine]).all(), name


def decisions(setting, name, batch, rows):
    """Return the actions of a bot in the marked rows, always with the same generators."""
    actions = np.full(batch.num_games, -1, np.int64)
    make_bot(name, setting.game, batch.num_games, seed=3).act(batch, rows, actions)
    assert (actions[~rows] == -1).all()
    return actions


@every_setting
def test_bots_act_legally_and_leave_the_game_as_it_was(setting, states_of):
    searching = searches(setting.game)
    for name in (*every_bot(setting.game), *searching):
        states = states_of(setting)[: SEARCHED if name in searching else POSITIONS]
        rows = np.arange(len(states))
        for observe in (True, False):
            batch = batch_at(setting, states, observe=observe)
            if make_bot(name, setting.game).reads_observations and not observe:
                with pytest.raises(UserError, match="reads observations: make the batch with observe=True"):
                    decisions(setting, name, batch, np.ones(len(states), np.bool_))
                continue
            actions = decisions(setting, name, batch, np.ones(len(states), np.bool_))
            assert batch.action_mask[rows, actions].all(), name
            assert batch.states.tobytes() == states.tobytes(), f"{name} changed the game it looked at"


@every_setting
def test_bot_plays_the_same_in_any_batch(setting, states_of):
    searching = searches(setting.game)
    for name in (*every_bot(setting.game), *searching):
        states = states_of(setting)[: SEARCHED if name in searching else POSITIONS]
        together = decisions(setting, name, batch_at(setting, states), np.ones(len(states), np.bool_))
        few = decisions(setting, name, batch_at(setting, states[:7]), np.ones(7, np.bool_))
        assert (few == together[:7]).all()
        for rows in (np.arange(len(states)) == 3, np.arange(len(states)) % 3 == 1):  # one alone; some
            assert (decisions(setting, name, batch_at(setting, states), rows)[rows] == together[rows]).all()


@every_setting
def test_game_can_be_played_on_from_a_resampled_state(setting, states_of):
    maxima = setting.game.observation.maxima()
    for number, state in enumerate(states_of(setting)[::8]):
        for seat in range(setting.players):
            batch = resampled(setting, state.reshape(1), seat, number)
            mix = Mix(setting.game, number)
            for _ in range(4000):
                if not batch.running[0]:
                    break
                assert batch.action_mask[0].any()
                assert (batch.observation[0] <= maxima).all()
                batch.step([mix.choose(batch)])
            assert not batch.running[0]
            assert batch.returns()[0].sum() == pytest.approx(0, abs=1e-6)
