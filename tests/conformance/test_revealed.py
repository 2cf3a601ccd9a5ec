"""Text about what decisions reveal."""

import numpy as np
from support import Mix, every_setting, resamples

from africana_env.engine.game.contract import Presentation


@every_setting
def test_the_revealed_text_depends_only_on_what_the_seat_knows(setting):
    """It is the same in all positions that the seat cannot tell apart, before and after the decision."""
    game, batch, mix = setting.game, setting.batch(max_rounds=8), Mix(setting.game, 4)
    batch.reset(4)
    shown = set()
    for number in range(400):
        if not batch.running[0]:
            break
        before, action = batch.states[0].copy(), mix.choose(batch)
        batch.step([action])
        after = batch.states[0].copy()
        for seat in range(setting.players):
            words = game.presentation.revealed(batch.edition, before, action, after, seat)
            shown.add(words)
            if words or number % 20 == 0:
                others = (resamples(setting, state, seat, 3).view(np.recarray) for state in (before, after))
                for one, other in zip(*others, strict=True):
                    assert game.presentation.revealed(batch.edition, one, action, other, seat) == words
    assert len(shown) > 1 or game.presentation.revealed is Presentation.revealed
