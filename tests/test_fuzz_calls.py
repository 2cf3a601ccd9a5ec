"""Some hundred odd calls; `fuzz_calls.py` makes more."""

import numpy as np
import pytest
from fuzz_calls import fuzz, makers
from support import error_of, every_game

from africana_env import africana_v0, make_bot

ARRAY = np.ones((2, 2), np.int64)
RAGGED = [[1], [1, 2]]


class Unspeakable:
    """An object that cannot be shown."""

    def __repr__(self):
        raise RuntimeError("no")


@pytest.mark.filterwarnings("ignore::UserWarning")
@every_game
def test_every_call_succeeds_or_is_refused_in_one_line(game):
    tried, good = fuzz(game, 1000, seed=1)
    assert {name.split(".")[0] for name in tried} == set(makers(game))
    assert 0.5 < good.total() / tried.total() < 0.9


def begun():
    env = africana_v0.env()
    env.reset(1)
    return env


FOUND = {
    "a reward that is an array": lambda: africana_v0.env(reward=ARRAY),
    "a render mode that is an array": lambda: africana_v0.env(render_mode=ARRAY),
    "a seat that is an array": lambda: africana_v0.gymnasium_env(seat=ARRAY),
    "options that are an array": lambda: africana_v0.vector_env().reset(options=ARRAY),
    "an agent that is an array": lambda: begun().observe(ARRAY),
    "a losing agent that is a number": lambda: begun().unwrapped.forfeit(agents=7),
    "losing agents in an array without a dimension": lambda: begun().unwrapped.forfeit(agents=np.array(0)),
    "no losing agents": lambda: begun().unwrapped.forfeit(agents=set()),
    "a reward for them that is an array": lambda: begun().unwrapped.forfeit(ARRAY),
    "an action that is an array": lambda: begun().step(ARRAY),
    "an action that cannot be shown": lambda: begun().step(Unspeakable()),
    "a text of an action that is an array": lambda: begun().unwrapped.string_to_action(ARRAY),
    "a ragged observation": lambda: begun().unwrapped.describe_observation(RAGGED),
    "a bot that cannot be shown": lambda: make_bot(Unspeakable(), begun().unwrapped.game),
    "a bot whose name has line ends": lambda: make_bot("a\nb", begun().unwrapped.game),
}


@pytest.mark.parametrize("call", FOUND.values(), ids=FOUND)
def test_what_was_found_is_refused_in_one_line(call):
    assert len(error_of(call)) < 1000
