"""A game with rules only: everything else is derived, or refused in one line."""

from dataclasses import replace
from xml.etree import ElementTree

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from africana_env.api.drawings import render_svg, render_text
from africana_env.api.module import GameModule
from africana_env.bots import make_bot
from africana_env.drawing.text import without_codes
from africana_env.engine.batch.batch import Batch
from africana_env.engine.editions.editions import edition_names, load_edition
from africana_env.engine.game.contract import Game
from africana_env.engine.game.returns import share_win
from africana_env.engine.game.rng import resample_generator
from africana_env.engine.game.rule import rule
from africana_env.engine.game.spaces import ActionGroup, ActionSpace, ObservationField, ObservationSpace
from africana_env.engine.game.state import RUNNING, STATE_HEADER, TERMINATED, StateField, start_state
from africana_env.engine.process.errors import UserError

STONES = 7


@rule
def reset(tables, state, num_players, seed):
    start_state(state, num_players, seed)
    state.stones = STONES


@rule
def legal_action_mask(tables, state, mask):
    for action in range(3):
        mask[action] = state.status == RUNNING and action <= state.stones


@rule
def step(tables, state, action):
    state.stones -= max(action, 1)
    if state.stones <= 0:
        state.status = TERMINATED
    else:
        state.current_player = 1 - state.current_player


@rule
def observe(tables, state, seat, features):
    features[0] = max(state.stones, 0)


@rule
def returns(tables, state, out):
    share_win(1 << state.current_player if state.status == TERMINATED else 3, 2, out)


GAME = Game(
    name="stones_v0",
    title="Seven Stones",
    module=__name__,
    players=range(2, 3),
    state_fields=[*STATE_HEADER, StateField("stones", np.int16, -1, STONES)],
    actions=ActionSpace(ActionGroup("take_one", "take a stone"), ActionGroup("take", "take more", {"number": 2})),
    observation=ObservationSpace(ObservationField("stones", (), STONES, "stones that are left")),
    reset=reset,
    legal_action_mask=legal_action_mask,
    step=step,
    observe=observe,
    returns=returns,
)


def test_it_has_one_edition_and_texts_for_its_actions():
    assert edition_names(GAME) == ["standard"]
    edition = load_edition(GAME, "standard")
    assert list(GAME.action_texts(edition.data)) == ["take one", "take 0", "take 1"]
    with pytest.raises(UserError, match="stones_v0 has no editions: use standard, not 'other'"):
        load_edition(GAME, "other")


def test_it_is_played_to_the_end_and_the_winner_has_a_point():
    batch = Batch(GAME, 4)
    batch.reset(0)
    assert batch.num_players == GAME.default_players == 2
    bot = make_bot("random", GAME, 4)
    bot.reset_rows(np.ones(4, np.bool_), np.arange(4, dtype=np.uint64))
    actions = np.zeros(4, np.int64)
    while batch.running.any():
        bot.act(batch, batch.running, actions)
        batch.step(actions)
    assert (batch.scores()[:, :, -1] == (batch.outcome > 0)).all()
    assert (batch.scores().sum(axis=(1, 2)) == 1).all()


def test_a_state_is_checked_by_the_ranges_of_its_fields():
    batch = Batch(GAME, 1)
    batch.reset(0)
    states = batch.states.copy()
    batch.set_states(states)
    states["stones"] = STONES + 1
    with pytest.raises(UserError, match="stones must be from -1 to 7"):
        batch.set_states(states)


def test_it_is_drawn_as_a_table_of_its_observation():
    batch = Batch(GAME, 1)
    batch.reset(0)
    text = without_codes(render_text(GAME, batch.edition, batch.states[0], 0))
    assert text.split("\n") == [
        "Seven Stones   edition standard",
        "round 1, player 1 to move",
        "",
        "What player 1 knows",
        "stones   7",
        "",
    ]
    whole = ElementTree.fromstring(render_svg(GAME, batch.edition, batch.states[0], None))
    assert "What player 1 knows" in [part.text for part in whole.iter()]


def test_resampling_without_resample_is_refused_in_one_line():
    batch = Batch(GAME, 1)
    batch.reset(0)
    for call in (lambda: batch.resample(np.zeros(1, np.int16), batch.seeds), lambda: make_bot("search:5", GAME)):
        with pytest.raises(UserError, match="stones_v0 has no resample, which redraws what a seat cannot know"):
            call()


@pytest.mark.slow
def test_search_plays_it_where_nothing_is_hidden():
    game = replace(GAME, name="stones_v1", resample=resample_generator)
    batch = Batch(game, 1)
    batch.reset(0)
    states = batch.states.copy()
    states["stones"] = 2
    batch.set_states(states)
    bot = make_bot("search:400", game)
    bot.reset_rows(np.ones(1, np.bool_), np.zeros(1, np.uint64))
    actions = np.zeros(1, np.int64)
    bot.act(batch, np.ones(1, np.bool_), actions)
    assert actions[0] == 2


def test_a_seat_that_is_not_there_cannot_be_shown_a_game():
    batch = Batch(GAME, 2)
    with pytest.raises(UserError, match="seat must be a whole number from 0 to 1, not 2"):
        batch.let_decide(2)
    with pytest.raises(UserError, match="no game has begun"):
        batch.let_decide(1)


def test_games_that_are_ended_are_done_without_an_outcome():
    batch = Batch(GAME, 2)
    with pytest.raises(UserError, match="no game has begun"):
        batch.end_games()
    batch.reset()
    batch.end_games()
    assert (batch.status == TERMINATED).all()
    assert (batch.done == TERMINATED).all()
    assert not batch.outcome.any()
    assert not batch.action_mask.any()


def test_the_text_of_an_action_has_the_names_of_its_things():
    group = ActionGroup("give", "give", {"good": ("salt", "gold"), "seat": 2}, text="give {good} to seat {seat}")
    texts = ["give salt to seat 0", "give salt to seat 1", "give gold to seat 0", "give gold to seat 1"]
    assert list(ActionSpace(group).texts({})) == texts
    assert list(group.texts({"seat": ["you", "me", "her"]}))[:2] == ["give salt to seat you", "give salt to seat me"]


@rule
def reset_to_the_last_stone(tables, state, num_players, seed):
    start_state(state, num_players, seed)
    state.stones = 1


def test_a_learner_whom_the_others_leave_no_decision_is_paid_at_its_first_step():
    module = GameModule(replace(GAME, reset=reset_to_the_last_stone))
    alone, several = module.gymnasium_env(seat=1), module.vector_env(1, seat=1)
    _, info = alone.reset(seed=0)
    _, infos = several.reset(seed=0)
    assert info["action_mask"].tolist() == infos["action_mask"][0].tolist() == [1, 0, 0]
    _, *paid, _ = alone.step(0)
    _, rewards, *ended, _ = several.step([0])
    assert paid == [-1.0, True, False] == [rewards[0], *(each[0] for each in ended)]
    with pytest.raises(UserError, match="reset"):
        alone.step(0)


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_games_without_a_decision_of_the_learner_follow_one_another_as_in_gymnasiums_vectors(mode):
    module = GameModule(replace(GAME, reset=reset_to_the_last_stone))
    ours = module.vector_env(1, seat=1, autoreset_mode=mode)
    theirs = SyncVectorEnv([lambda: module.gymnasium_env(seat=1)], autoreset_mode=mode)
    ours.reset(seed=0)
    theirs.reset(seed=0)
    for _ in range(5):
        assert [each[0] for each in ours.step([0])[1:4]] == [each[0] for each in theirs.step([0])[1:4]]
