"""The worst of the editions of a set."""

import numpy as np
import pytest

from africana_env import Batch, load_game
from africana_env.arena.evaluate import evaluate
from africana_env.arena.matches.loop import deal_seeds
from africana_env.arena.ratings.worst_editions import deal_editions, worst_tenth


def test_the_editions_of_deals_are_those_that_batches_draw():
    game = load_game("afritoria_v0")
    batch = Batch(game, 50, 2, "generated:0-9")
    batch.reset_rows(np.ones(50, np.bool_), deal_seeds(1, 50))
    names = [batch.edition_of(row).name for row in range(50)]
    assert names == [f"generated:{index}" for index in deal_editions(1, 50, 10)]


def test_the_worst_tenth_is_not_too_low_by_chance():
    generator = np.random.default_rng(0)
    editions = np.arange(2000) % 100
    alike = generator.random(2000)
    assert abs(worst_tenth(alike, editions) - 0.5) < 0.06
    worse = np.where(editions < 10, 0.2, 0.8)
    assert worst_tenth(worse, editions) == pytest.approx(0.2)


def test_an_evaluation_on_a_set_says_how_it_goes_on_the_worst_editions():
    game = load_game("afritoria_v0")

    def worst(edition, games):
        return evaluate(game, "greedy", ["random"], 2, num_games=games, edition=edition).results[0].worst_tenth

    found = worst("generated:0-9", 200)
    assert found is not None
    assert 0 < found <= 1
    assert worst("generated:0-9", 198) is None  # too few deals
    assert worst("generated:0", 80) is None
