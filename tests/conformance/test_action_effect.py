"""The displayed effect of an action depends only on common knowledge of the seats that see it."""

from itertools import chain

import numpy as np
from support import every_setting, games_in_progress, resamples


@every_setting
def test_the_effect_of_an_action_depends_only_on_common_knowledge(setting):
    game = setting.game
    secret = {action for group, ids in game.actions if group.secret for action in ids}
    for number, batch in enumerate(chain(*(games_in_progress(setting, seed, max_rounds=8) for seed in range(2)))):
        if number % 10 or not batch.running[0]:
            continue
        state = batch.states[0].copy()
        mover = int(state.current_player)
        others = {seat: resamples(setting, state, seat, 2).view(np.recarray) for seat in range(setting.players)}
        for action in np.flatnonzero(batch.action_mask[0]).tolist():
            shown = game.actions.effect(batch.edition, state, action)
            for seat in [mover] if action in secret else others:
                assert all(game.actions.effect(batch.edition, other, action) == shown for other in others[seat])
