"""Compiled rollouts and search, compared with the same in Python."""

import numpy as np
import pytest

from africana_env import Batch, load_game, make_bot
from africana_env.bots.search.compiled import scratch_dtype
from africana_env.bots.search.halving import num_rounds, rollouts_each
from africana_env.bots.search.rollouts import bind_rollout, random_seed
from africana_env.engine.batch.binding import linked_act
from africana_env.engine.game.contract import Game, ScriptedBot
from africana_env.engine.game.returns import share_win
from africana_env.engine.game.rng import random_below, seed_generator
from africana_env.engine.game.rule import rule
from africana_env.engine.game.spaces import ActionGroup, ActionSpace, ObservationField, ObservationSpace
from africana_env.engine.game.state import RUNNING, STATE_HEADER, TERMINATED, StateField, start_state
from africana_env.viewer.judge import Playouts

SIDES = 8


@rule
def reset(tables, state, num_players, seed):
    start_state(state, num_players, seed)
    state.die = random_below(state, SIDES)


@rule
def legal_action_mask(tables, state, mask):
    for action in range(SIDES + 1):
        mask[action] = state.status == RUNNING and (
            (action == 0 or action == SIDES) if state.asked == 0 else action < SIDES
        )


@rule
def step(tables, state, action):
    """The first player lets the other guess, or guesses 0. A right guess wins, a wrong one loses."""
    if action == SIDES:
        state.asked, state.current_player = 1, 1
    else:
        state.winner = state.current_player if action == state.die else 1 - state.current_player
        state.status = TERMINATED


@rule
def observe(tables, state, seat, features):
    features[0] = state.asked


@rule
def returns(tables, state, out):
    share_win(1 << state.winner if state.status == TERMINATED else 3, 2, out)


@rule
def resample(tables, state, seat, seed, scratch):
    seed_generator(state, seed)
    state.die = random_below(state, SIDES)


@rule
def guess(tables, state, mask, generator, scratch):
    return random_below(generator, SIDES) if state.asked == 1 else 0


DIE = Game(
    name="die_v0",
    title="A Die",
    module=__name__,
    players=range(2, 3),
    state_fields=[
        *STATE_HEADER,
        StateField("die", np.int8, 0, SIDES - 1),
        StateField("asked", np.int8, 0, 1),
        StateField("winner", np.int8, 0, 1),
    ],
    actions=ActionSpace(ActionGroup("guess", "say a side", {"side": SIDES}), ActionGroup("ask", "let the other guess")),
    observation=ObservationSpace(ObservationField("asked", (), 1, "whether the other guesses")),
    reset=reset,
    legal_action_mask=legal_action_mask,
    step=step,
    observe=observe,
    returns=returns,
    resample=resample,
    bots={"guess": ScriptedBot(guess, draws=True)},
)
"""A hidden die, and a bot that draws its guess like the die: with the same random numbers it is always right."""


def test_who_plays_a_rollout_draws_other_numbers_than_the_determinization():
    """So each guess is right in one of eight games, and letting the other guess is far better."""
    batch, actions = Batch(DIE, 4, 2), np.zeros(4, np.int64)
    batch.reset(1)
    make_bot("search:100", DIE, 4).act(batch, np.ones(4, np.bool_), actions)
    assert (actions == SIDES).all()
    playouts, first = Playouts(batch, "guess"), np.array([0])
    better, taken = (playouts.shares(first, np.array([action]), range(1000)) for action in (SIDES, 0))
    lost = playouts.losses(first, better, taken)
    assert abs(lost.mean() - (7 / 8 - 1 / 8)) < 4 * lost.std() / 1000**0.5


def test_a_rollout_is_the_same_whatever_was_rolled_out_before():
    """The player draws the same numbers again, so that candidates meet the same luck."""
    player = DIE.bots["guess"]
    roll_out = bind_rollout(DIE, linked_act(DIE, player))
    scratch = np.zeros(1, scratch_dtype(DIE, player))[0]
    batch = Batch(DIE, 1, 2)
    batch.reset(1)
    scratch.determinization = batch.states[0]
    tables, seeds = batch.edition.tables[0], np.arange(100, dtype=np.uint64)
    found = [[roll_out(tables, scratch, np.int64(SIDES), np.int64(0), seed) for seed in seeds] for _ in range(2)]
    assert found[0] == found[1]
    assert len(set(found[0])) == 2


def rolled_out(batch, greedy, state, action, seat, seed):
    """A seat's lead after a rollout; `batch` and `greedy` are for one game."""
    state, scratch = state.copy(), np.zeros(1, batch.game.resample_scratch)
    batch.game.resample(batch.edition.tables[0], state[0], seat, np.uint64(seed), scratch[0])
    batch.put_states(state)
    action, row = np.array([action]), np.ones(1, np.bool_)
    batch.step(action)
    for _ in range(batch.game.rollout_decisions):
        if not batch.running[0]:
            break
        greedy.act(batch, row, action)
        batch.step(action)
    points = batch.scores()[0, :, -1]
    return points[seat] - (points.sum() - points[seat]) / (len(points) - 1)


def searched(batch, row, rollouts, generator):
    """The decision of `search` in a game of a batch, the scripted bot's decision, and the best candidate's gain."""
    state, seat = batch.states[row : row + 1].copy(), int(batch.current_player[row])
    one, greedy = Batch(batch.game, 1, batch.num_players), make_bot("greedy", batch.game)
    default = np.zeros(1, np.int64)
    one.put_states(state)
    random_seed(generator)  # for the scripted bot
    greedy.act(one, np.ones(1, np.bool_), default)
    left = [action for action in np.flatnonzero(batch.action_mask[row]).tolist() if action != default[0]]
    gains, rounds = {action: [] for action in left}, num_rounds(len(left))
    while left:
        for _ in range(rollouts_each(rollouts, rounds, len(left))):
            seed = random_seed(generator)
            usual = rolled_out(one, greedy, state, default[0], seat, seed)
            for action in left:
                gains[action].append(rolled_out(one, greedy, state, action, seat, seed) - usual)
        left.sort(key=lambda action: -sum(gains[action]))
        best, left = left[0], left[: (len(left) + 1) // 2] if len(left) > 1 else []
    gained = np.array(gains[best])
    significant = len(gained) > 1 and gained.mean() > 2 * gained.std(ddof=1) / np.sqrt(len(gained))
    return best if significant else default[0], default[0], gained.mean()


@pytest.mark.parametrize("name", ["africana_v0", "afritoria_v0"])
def test_a_search_decides_as_the_same_written_in_python(name):
    game, games, seen = load_game(name), 12, []
    batch, every = Batch(game, games, 3), np.ones(games, np.bool_)
    batch.reset(5)
    search, random, actions = make_bot("search:40", game, games), make_bot("random", game, games), np.zeros(games, int)
    for decision in range(20):
        generators = search.generators.copy()
        search.act(batch, every, actions)
        if decision % 5 == 4:
            for row in np.flatnonzero(batch.action_mask.sum(1) > 1):
                taken, default, gained = searched(batch, row, 40, generators[row])
                assert taken == actions[row]
                seen.append("same" if gained <= 0 else "better" if taken != default else "not surely better")
        random.act(batch, every, actions)
        batch.step(actions)
    assert set(seen) == {"same", "better", "not surely better"}
