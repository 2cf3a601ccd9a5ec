"""Random numbers for bots written in Python."""

import numpy as np

from africana_env.bots.generators import GameGenerators, reset_generators
from africana_env.engine.game.rng import generator_dtype, random_bits
from africana_env.engine.game.rule import rule

EVERY = np.ones(4, np.bool_)


def generators(*seeds):
    records = np.zeros(len(seeds), generator_dtype)
    reset_generators(records, np.ones(len(seeds), np.bool_), np.array(seeds, np.uint64))
    return records


@rule
def bits(records, row):
    return random_bits(records[row])


def test_numbers_are_those_that_compiled_code_draws():
    one, other = generators(5, 2**63 + 9, 0, 7), generators(5, 2**63 + 9, 0, 7)
    for _ in range(10):
        np.testing.assert_array_equal(
            GameGenerators(one, EVERY).random(), [bits(other, row) / 2**32 for row in range(4)]
        )
    np.testing.assert_array_equal(one, other)


def test_every_game_has_numbers_of_its_own():
    together, alone = generators(1, 2, 3, 4), generators(1, 2, 3, 4)
    for turn in range(20):
        rows = np.arange(4) % (turn % 3 + 1) == 0
        drawn = GameGenerators(together, rows).random()
        for place, row in enumerate(np.flatnonzero(rows)):
            only = np.arange(4) == row
            assert GameGenerators(alone, only).random()[0] == drawn[place]


def test_choice_is_as_likely_as_its_weight_and_never_one_without():
    records = generators(*range(20_000))
    weights = np.tile([0.0, 0.5, 0.0, 0.3, 0.2, 0.0], (20_000, 1))
    chosen = GameGenerators(records, np.ones(20_000, np.bool_)).choice(weights)
    shares = np.bincount(chosen, minlength=6) / 20_000
    np.testing.assert_allclose(shares, weights[0], atol=0.02)
    assert set(chosen.tolist()) == {1, 3, 4}


def test_choice_at_the_edge_of_what_can_be_drawn():
    class Edge(GameGenerators):
        def random(self):
            return np.array([0.0, 1 - 2**-32, np.nextafter(1, 0)])

    weights = np.array([[0, 0, 1e-300, 0], [0, 3, 0, 0], [1e-9, 1e9, 0, 0]])
    assert Edge(generators(1, 2, 3), np.ones(3, np.bool_)).choice(weights).tolist() == [2, 1, 1]
