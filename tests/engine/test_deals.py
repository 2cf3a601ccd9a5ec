"""Deals: all deals of an edition, equal deals merged, and equal probabilities."""

from itertools import islice

import numpy as np
import pytest
from support import Setting, every_setting, observed

from africana_env import load_game
from africana_env.engine.batch.deals import all_deals, different_deals, equally_likely, sorted_deals, tried_deals

GAME = load_game("afritoria_v0")
MINI = {"num_players": 2, "edition": "mini"}


@pytest.mark.slow
def test_all_deals_and_positions_are_walked_through():
    """The numbers in `mini.toml` and RULES.md: 8! deals before equal ones are merged."""
    seeds = all_deals(GAME, 1 << 16, **MINI)
    deals, shares = sorted_deals(seeds, GAME, **MINI)
    assert (len(seeds), len(deals)) == (40_320, 5040)
    assert shares == pytest.approx(1 / 5040)
    assert len({deal.tobytes() for deal in deals}) == 5040


def test_seeds_of_deals_are_those_that_lead_to_them_first():
    game, options = load_game("africana_v0"), {**MINI, "max_rounds": 1}
    firsts: dict[bytes, int] = {}
    for deal, seed in islice(tried_deals(game, **options), 200):
        firsts.setdefault(deal, seed)
    assert different_deals(game, 6, **options) == list(firsts.values())


@every_setting
def test_nobody_tells_a_sorted_deal_from_the_one_that_was_dealt(setting: Setting):
    batch, other = setting.batch(50), setting.batch(50)
    batch.reset(3)
    states = batch.states.copy()
    for state in states:
        setting.game.sort_deal(batch.edition.tables[0], state)
    other.set_states(states)
    for seat in range(setting.players):
        assert (observed(other, seat) == observed(batch, seat)).all()
    assert (other.action_mask == batch.action_mask).all()


def test_deals_that_are_not_equally_likely_are_noticed():
    rng = np.random.default_rng(1)
    for number in (1, 2, 6, 5000):
        draws = max(1 << 14, 40 * number)
        chances = np.ones(number) / number
        assert equally_likely(rng.multinomial(draws, chances))
        if number > 1:
            chances[: -(-number // 5)] *= 2
            assert not equally_likely(rng.multinomial(draws, chances / chances.sum()))
