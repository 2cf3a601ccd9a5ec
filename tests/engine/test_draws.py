"""Random choices for data: the rules' generator, the same in every version."""

from collections import Counter

import numpy as np

from africana_env.engine.game.draws import BLOCK, Draws
from africana_env.engine.game.rng import generator_dtype, random_fraction, seed_generator

SEED = 12345678901234567890


def test_the_numbers_are_those_of_the_rules():
    record = np.zeros(1, generator_dtype)[0]
    seed_generator(record, np.uint64(SEED))
    draws = Draws(SEED)
    for _ in range(2 * BLOCK + 1):
        assert draws.fraction() == random_fraction(record)


def test_choices_are_fair_and_in_their_bounds():
    draws = Draws(1)
    counts = Counter(draws.below(5) for _ in range(5000))
    assert sorted(counts) == list(range(5))
    assert all(850 < count < 1150 for count in counts.values())
    assert {draws.within(3, 5) for _ in range(50)} == {3, 4, 5}
    assert all(2.0 <= draws.between(2.0, 3.0) < 3.0 for _ in range(1000))
    firsts = Counter(draws.shuffled("abc")[0] for _ in range(3000))
    assert all(900 < firsts[letter] < 1100 for letter in "abc")
    assert {draws.choice("xy") for _ in range(50)} == {"x", "y"}
