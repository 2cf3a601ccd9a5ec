"""The parts of the board that actions point at, and the view of the others on actions."""

import re
from itertools import chain

import numpy as np
from support import batch_at, every_setting, games_in_progress, observed, positions

from africana_env.api.drawings import render_svg
from africana_env.engine.game.spaces import no_parts


def legal_actions(batch):
    return np.flatnonzero(batch.action_mask[0]).tolist()


@every_setting
def test_the_part_that_an_action_points_at_is_in_the_picture_of_the_mover(setting):
    game, pointed = setting.game, 0
    for state in positions(setting, 40, seed=5):
        batch = batch_at(setting, state.reshape(1))
        mover = int(batch.current_player[0])
        names = set(re.findall('data-part="([^"]+)"', render_svg(game, batch.edition, batch._states[0], mover)))
        for action in legal_actions(batch):
            parts = game.actions.parts(batch.edition, batch._states[0], action)
            assert set(parts) <= names, batch.action_to_string(action)
            pointed += len(parts)
    assert pointed or all(group.parts is no_parts for group in game.actions.groups)


@every_setting
def test_what_is_shown_of_actions_does_not_tell_apart_what_a_player_cannot(setting):
    """If a seat observes the same after two actions of a kind, it reads the same text for both.

    Simultaneous decisions are shown after all are made."""
    game, met, alike = setting.game, 0, 0
    games = [games_in_progress(setting, seed, max_rounds=12) for seed in range(3)]
    for number, batch in enumerate(chain(*games)):
        state, actions = batch.states.copy(), legal_actions(batch)
        secret = next(group.secret for group, ids in game.actions if not actions or actions[0] in ids)
        if not actions or game.simultaneous(state[0]) or not (secret or number % 10 == 0):
            continue
        met += secret != "" and len(actions) > 1
        after = batch_at(setting, np.repeat(state, len(actions)))
        after.step(np.array(actions))
        for seat in set(range(setting.players)) - {int(batch.current_player[0])}:
            described: dict[tuple[str, bytes], str] = {}
            for view, action in zip(observed(after, seat), actions, strict=True):
                group = game.actions.group_of(action)
                text = group.secret or batch.action_to_string(action)
                key = group.name, view.tobytes()
                alike += key in described
                assert described.setdefault(key, text) == text
    assert alike or not met
