"""Text about what decisions of Africana reveal."""

from africana.lockstep import GAME
from support import Setting, games_in_progress


def test_only_cards_that_a_seat_got_are_shown():
    setting, shown = Setting(GAME, "reconstructed", 2), 0
    before = None
    for batch in games_in_progress(setting, seed=2, max_rounds=10):
        after = batch.states[0].copy()
        if before is not None:
            action = int(batch._actions[0])
            for seat in range(2):
                words = GAME.presentation.revealed(batch.edition, before, action, after, seat)
                drawn = int((after.travel[seat] - before.travel[seat]).clip(0).sum())
                assert sum(int(word) for word in words.split() if word.lstrip("-").isdigit()) == drawn
                assert bool(words) == bool(drawn)
                shown += bool(words)
        before = after
    assert shown > 5
