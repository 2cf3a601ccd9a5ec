"""Some hundred odd calls; `fuzz_calls.py` makes more."""

import pytest
from fuzz_calls import fuzz, makers
from support import every_game


@pytest.mark.filterwarnings("ignore::UserWarning")
@every_game
def test_every_call_succeeds_or_is_refused_in_one_line(game):
    tried, good = fuzz(game, 1000, seed=1)
    assert {name.split(".")[0] for name in tried} == set(makers(game))
    assert 0.5 < good.total() / tried.total() < 0.9
