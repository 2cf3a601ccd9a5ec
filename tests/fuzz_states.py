"""Changes states at random. Either they are refused in one line, or the rules go on from them.

    python tests/fuzz_states.py [--inputs 10000] [--seed 0] [--game africana_v0]

runs without compilation, where an index out of bounds is an error. It prints how many states were tried and accepted.
"""

import argparse
import os
import sys
from collections import Counter
from pathlib import Path
from random import Random

if __name__ == "__main__":
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    sys.path.insert(0, str(Path(__file__).parent))

import numpy as np
from support import EXTREMES, Setting, check_goes_on, choose_kind_first, games_in_progress

from africana_env import UserError, make_bot
from africana_env.api.drawings import render_text
from africana_env.bots import bot_names
from africana_env.engine.batch.state_check import check_states

STEPS = 12
"""Decisions played from an accepted state."""


def changed(rng: Random, setting: Setting, state: np.ndarray, others: list[np.ndarray]) -> np.ndarray:
    """Return a changed copy of a state, shape (1,); values rarely leave their range."""
    copy = state.copy()
    fields = setting.game.state_fields
    kind = rng.randrange(4)
    if kind == 0:  # a field of another game
        name = rng.choice(fields).name
        copy[name] = rng.choice(others)[name]
        return copy
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        field = rng.choice(fields[2:])
        values = copy[field.name].reshape(-1)  # a view: a record's fields are contiguous within it
        place = rng.randrange(len(values))
        if kind == 1:  # two numbers change places
            other = rng.randrange(len(values))
            values[place], values[other] = values[other], values[place]
        elif kind == 2:  # one more or less
            values[place] = np.clip(int(values[place]) + rng.choice((-1, 1)), *limits(values.dtype))
        else:
            least, most = limits(values.dtype) if rng.random() < 0.1 else (field.minimum, field.maximum)
            values[place] = rng.randint(int(least), int(most))
        copy[field.name] = values.reshape(copy[field.name].shape)
    return copy


def limits(dtype: np.dtype) -> tuple[int, int]:
    return int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)


def is_accepted(setting: Setting, state: np.ndarray) -> bool:
    """Return whether a batch takes a state. Fails unless others are refused in one line."""
    batch = setting.batch(1)
    try:
        check_states(setting.game, batch.edition.tables, setting.players, state)
    except UserError as error:
        message = str(error)
    else:
        return True
    assert message.isprintable()
    return False


def play_on(setting: Setting, state: np.ndarray, seed: int) -> None:
    """Do everything with a state that a game allows; a fault of the rules raises an error."""
    rng = Random(seed)
    batch = setting.batch(1, reward="lead")
    batch.set_states(state)
    bots = [make_bot(name, setting.game, 1, seed=seed) for name in bot_names(setting.game)]
    out, actions, row = np.zeros_like(batch.observation), np.zeros(1, np.int64), np.ones(1, np.bool_)
    for step in range(STEPS):
        if step % 4 == 1:
            batch.resample(np.array([rng.randrange(setting.players)], np.int16), np.array([seed], np.uint64))
        for seat in range(setting.players):
            batch.observe(np.array([seat], np.int16), out)
            render_text(setting.game, batch.edition, batch.states[0], seat)
        batch.scores()
        batch.returns()
        if not batch.running[0]:
            return
        check_goes_on(setting.game, batch.action_mask[0])
        for bot in bots:
            bot.act(batch, row, actions)
            assert batch.action_mask[0, actions[0]] == 1
        if rng.random() < 0.7:
            actions[0] = choose_kind_first(rng, setting.game, batch.action_mask[0])
        batch.step(actions)
    batch.set_states(batch.states.copy())  # the rules' results are accepted, too


def fuzz(setting: Setting, inputs: int, seed: int) -> Counter:
    """Try changed states of a setting; returns the counts."""
    rng, found = Random(seed), Counter()
    while found["tried"] < inputs:
        played = [batch.states.copy() for batch in games_in_progress(setting, rng.getrandbits(32), 12)]
        for state in rng.sample(played, min(8, len(played))):
            assert is_accepted(setting, state), "a state of a played game"
            for _ in range(12):
                given = changed(rng, setting, state, played)
                found["tried"] += 1
                if is_accepted(setting, given):
                    found["accepted"] += 1
                    if given.tobytes() != state.tobytes():
                        found["accepted though changed"] += 1
                        seed = rng.getrandbits(32)
                        try:
                            play_on(setting, given, seed)
                        except Exception as error:
                            names = [n for n in given.dtype.names if given[n].tobytes() != state[n].tobytes()]
                            raise AssertionError(f"{setting}: {names} {seed}: {error!r}") from error
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Try changed states.")
    parser.add_argument("--inputs", type=int, default=2000, help="of each setting")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--game", default="", help="of this game alone, or of one setting such as africana_v0-mini-2")
    options = parser.parse_args()
    for setting in EXTREMES:
        if str(setting).startswith(options.game):
            print(f"{setting}: {dict(fuzz(setting, options.inputs, options.seed))}", flush=True)
