"""The default bot `greedy` of games without bots."""

from dataclasses import replace

import numpy as np
import pytest
from support import GAMES, Setting, batch_at, positions, resamples

from africana_env import Batch
from africana_env.arena.evaluate import match_result, play_match
from africana_env.bots import bot_names, make_bot
from africana_env.engine.editions.editions import load_edition
from africana_env.engine.game.contract import Game, no_resample
from africana_env.engine.game.returns import most_points_win
from africana_env.engine.game.rng import random_below, seed_generator
from africana_env.engine.game.rule import rule
from africana_env.engine.game.spaces import ActionGroup, ActionSpace, ObservationField, ObservationSpace
from africana_env.engine.game.state import RUNNING, STATE_HEADER, TERMINATED, StateField, start_state

GAME = next(game for game in GAMES if game.name == "africa_v0")
PLAIN = replace(GAME, bots={})
SEATS, SIDES = 3, 8
GIFT, SHOWN, SHOWN_AND_ONE, AS_MUCH = range(4)


@rule
def reset(tables, state, num_players, seed):
    start_state(state, num_players, seed)
    state.points[:] = 0
    state.die = random_below(state, SIDES)


@rule
def legal_action_mask(tables, state, mask):
    mask[:] = state.status == RUNNING


@rule
def step(tables, state, action):
    """A gift brings most points, but twice as many to the next player. The others bring what the die shows."""
    state.points[0] = 20 if action == GIFT else state.die + (action > SHOWN)
    state.points[1] = 40 if action == GIFT else 0
    state.status = TERMINATED


@rule
def observe(tables, state, seat, features):
    features[0] = 0


@rule
def scores(tables, state, out):
    for seat in range(SEATS):
        out[seat, 0] = state.points[seat]


@rule
def returns(tables, state, out):
    for seat in range(SEATS):
        out[seat] = state.points[seat]
    most_points_win(SEATS, out)


@rule
def resample(tables, state, seat, seed, scratch):
    seed_generator(state, seed)
    state.die = random_below(state, SIDES)


GIFTS = Game(
    name="gifts_v0",
    title="Gifts",
    module=__name__,
    players=range(SEATS, SEATS + 1),
    state_fields=[
        *STATE_HEADER,
        StateField("die", np.int8, 0, SIDES - 1),
        StateField("points", np.int8, 0, 40, (SEATS,)),
    ],
    actions=ActionSpace(ActionGroup("take", "take points", {"kind": AS_MUCH + 1})),
    observation=ObservationSpace(ObservationField("nothing", (), 1, "nothing")),
    reset=reset,
    legal_action_mask=legal_action_mask,
    step=step,
    observe=observe,
    scores=scores,
    score_parts=("total",),
    returns=returns,
    resample=resample,
)
"""A game of one decision, with a hidden die."""


def test_it_leads_the_best_of_the_others_in_one_determinization_and_breaks_ties_at_random():
    games = 64
    batch, actions = Batch(GIFTS, games), np.zeros(games, np.int64)
    batch.reset(1)
    make_bot("greedy", GIFTS, games).act(batch, np.ones(games, np.bool_), actions)
    counts = np.bincount(actions, minlength=AS_MUCH + 1)
    assert counts[GIFT] == counts[SHOWN] == 0
    assert counts[SHOWN_AND_ONE:].min() > games / 4


def test_only_games_without_bots_that_can_resample_have_it():
    assert bot_names(PLAIN) == ["random", "greedy"]
    assert bot_names(replace(PLAIN, resample=no_resample)) == ["random"]
    assert make_bot("greedy", GAME)._scripted() is GAME.bots["greedy"]


def test_it_beats_random():
    bots = [make_bot("greedy", PLAIN, 100), make_bot("random", PLAIN, 100)]
    results = play_match(PLAIN, bots, load_edition(GAME, "reconstructed"), 50, seed=1, rows=100)
    assert match_result("random", results).win_rate > 0.65


@pytest.mark.parametrize("seed", range(3))
def test_its_decision_does_not_depend_on_what_its_seat_cannot_know(seed):
    setting = Setting(GAME, "reconstructed", 2)
    for state in positions(setting, 10, seed=seed):
        others = resamples(setting, state, int(state.current_player), 8)
        batch = batch_at(Setting(PLAIN, "reconstructed", 2), others)
        bot, actions = make_bot("greedy", PLAIN, 8), np.zeros(8, np.int64)
        bot.reset_rows(np.ones(8, np.bool_), np.full(8, seed, np.uint64))
        bot.act(batch, np.ones(8, np.bool_), actions)
        assert (actions == actions[0]).all()
