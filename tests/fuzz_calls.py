"""Makes public calls with all kinds of arguments. Each succeeds or is refused in one line, and the games go on.

    python tests/fuzz_calls.py [--inputs 10000] [--seed 1] [--game africana_v0]

runs without compilation, where an index out of bounds is an error. It prints how often each call was made and
succeeded. The first failure ends it, with the numbers that reproduce it.
"""

import argparse
import math
import os
import sys
import warnings
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

if __name__ == "__main__":
    os.environ["NUMBA_DISABLE_JIT"] = "1"
    sys.path.insert(0, str(Path(__file__).parent))

import numpy as np
from support import GAMES, Mix

from africana_env import Batch, Game, UserError, bot_names, edition_names, load_edition, load_game, make_bot
from africana_env.api.module import GameModule
from africana_env.engine.batch.state_check import check_states

NUM_GAMES = 3
CALLS = 40
"""Calls on each game before the next."""
Draw = Callable[[Random], Any]


def one_of(*values: Any) -> Draw:
    return lambda rng: rng.choice(values)


class Unspeakable:
    """An object that cannot be shown."""

    def __repr__(self) -> str:
        raise RuntimeError("no")


def strange(rng: Random) -> Any:
    """Return a value of any kind, rarely the right one."""
    whole = rng.choice((0, 1, -1, 2, 3, 7, 255, 256, 2**31, 2**63, 2**64 - 1, 2**64, -(2**63), 10**30))
    shape = rng.choice(((), (0,), (1,), (NUM_GAMES,), (NUM_GAMES, 1), (NUM_GAMES + 1,), (2, 2, 2)))
    dtype = rng.choice(("i8", "u8", "i2", "u1", "?", "f4", "f8", ">i8", "U3", "O", "M8[s]", "m8[s]", "c16", "V4"))
    plain = [
        None,
        True,
        whole,
        float(whole % 100) + rng.choice((0.0, 0.5)),
        rng.choice((math.nan, math.inf, -math.inf)),
        1j,
        rng.choice(("", "player_0", "player_9", "greedy", "a\nb", "\x1b[31m", "x" * 5000, "\udc80", "0")),
        rng.choice((b"", b"abc")),
        [],
        [whole] * rng.randrange(5),
        [[1], [1, 2]],
        {"player_0": whole},
        rng.choice((set(), {1, 2})),
        rng.choice((object(), Unspeakable())),
        range(whole % 5),
        np.zeros(shape, dtype),
        np.ones(shape, rng.choice(("i8", "u8", "i2", "?"))),
        np.zeros((6, NUM_GAMES), "i8").T[:NUM_GAMES, 0],
        np.uint64(whole % 2**64),
        np.float32(1.5),
        np.timedelta64(whole % 100),
        np.timedelta64(whole % 100, "s"),
    ]
    return rng.choice(plain)


SEED = one_of(None, 0, 1, 2**64 - 1, np.int64(3))
WHOLE = one_of(0, 1, 2, 5, np.uint8(1))
BOOLS = one_of(True, False)
AGENT = one_of("player_0", "player_1")


def row_array(dtype: Any, maximum: int) -> Draw:
    """Return an array with a number for each game."""
    return lambda rng: np.array([rng.randint(0, maximum) for _ in range(NUM_GAMES)], dtype)


ROWS, SEEDS, SEATS = row_array(np.bool_, 1), row_array(np.uint64, 9), row_array(np.int16, 1)


def legal(batch: Batch) -> np.ndarray:
    return batch.action_mask.argmax(axis=1)


def batch_calls(batch: Batch) -> dict[str, tuple[Callable[..., Any], tuple[Draw, ...]]]:
    """Return the calls of a batch, with right arguments."""
    features = np.zeros_like(batch.observation)
    bots = [make_bot(name, batch.game, NUM_GAMES) for name in bot_names(batch.game)]
    actions = np.zeros(NUM_GAMES, np.int64)
    return {
        "reset": (batch.reset, (one_of(0, 5),)),
        "reset_to": (batch.reset_to, (one_of(0, 5),)),
        "reset_rows": (batch.reset_rows, (ROWS, SEEDS)),
        "step": (batch.step, (lambda rng: legal(batch), one_of(None, np.ones(NUM_GAMES, np.bool_)))),
        "write_next": (batch.write_next, (one_of(features),)),
        "observe": (batch.observe, (SEATS, one_of(features))),
        "resample": (batch.resample, (SEATS, SEEDS)),
        "set_states": (batch.set_states, (lambda rng: batch.states.copy(),)),
        "scores": (batch.scores, ()),
        "returns": (batch.returns, ()),
        **{f"{bot.name} act": (partial(bot.act, batch), (ROWS, one_of(actions))) for bot in bots},
        **{f"{bot.name} reset_rows": (bot.reset_rows, (ROWS, SEEDS)) for bot in bots},
        **words(batch, features[0]),
    }


def words(described: Any, features: np.ndarray) -> dict[str, tuple[Callable[..., Any], tuple[Draw, ...]]]:
    """Return the calls that describe any environment."""
    return {
        "action_to_string": (described.action_to_string, (WHOLE,)),
        "string_to_action": (described.string_to_action, (one_of(described.action_to_string(0)),)),
        "describe_observation": (described.describe_observation, (one_of(features),)),
        "repr": (lambda: repr(described), ()),
    }


def aec_calls(env: Any) -> dict[str, tuple[Callable[..., Any], tuple[Draw, ...]]]:
    """Return the calls of an AEC environment."""

    def action(rng: Random) -> Any:
        if not env.started or not env.agents or env.terminations[env.agent_selection]:
            return None
        return legal(env.batch)[0]

    return {
        "reset": (env.reset, (SEED, one_of(None, {}))),
        "step": (env.step, (action,)),
        "observe": (env.observe, (AGENT,)),
        "last": (env.last, ()),
        "last without an observation": (partial(env.last, False), ()),
        "state": (env.state, ()),
        "possible_agents": (lambda word: env.possible_agents.append(word), (AGENT,)),
        "render": (env.render, ()),
        "observation_space": (env.observation_space, (AGENT,)),
        "action_space": (env.action_space, (AGENT,)),
        "forfeit": (env.forfeit, (one_of(-1.0, 0), one_of(None, ["player_1"], {"player_0", "player_1"}))),
        "scores": (env.scores, ()),
        "record": (env.record, ()),
        "undo": (env.undo, ()),
        "resample": (env.resample, (AGENT, one_of(0, 7))),
        "set_state": (env.set_state, (lambda rng: env.get_state() if env.started else b"",)),
        **words(env, np.zeros(len(env.game.observation), np.uint8)),
    }


def parallel_calls(env: Any) -> dict[str, tuple[Callable[..., Any], tuple[Draw, ...]]]:
    """Return the calls of a parallel environment."""

    def actions(rng: Random) -> Any:
        return {agent: int(seen[agent]["action_mask"].argmax()) for agent in env.agents}

    seen: dict[str, Any] = {}

    def reset(seed: Any, options: Any) -> None:
        seen.update(env.reset(seed, options)[0])

    def step(given: Any) -> None:
        seen.update(env.step(given)[0])

    return {
        "reset": (reset, (SEED, one_of(None, {}))),
        "step": (step, (actions,)),
        "possible_agents": (lambda word: env.possible_agents.append(word), (AGENT,)),
        "state": (env.state, ()),
        "render": (env.render, ()),
        "observation_space": (env.observation_space, (AGENT,)),
        "action_space": (env.action_space, (AGENT,)),
        **words(env, np.zeros(len(env.game.observation), np.uint8)),
    }


def gymnasium_calls(env: Any) -> dict[str, tuple[Callable[..., Any], tuple[Draw, ...]]]:
    """Return the calls of Gymnasium's environment for one game."""
    return {
        "reset": (lambda seed, options: env.reset(seed=seed, options=options), (SEED, one_of(None, {}))),
        "step": (env.step, (lambda rng: legal(env.batch)[0],)),
        "render": (env.render, ()),
        "action_masks": (env.action_masks, ()),
        "record": (env.record, ()),
        "set_state": (env.set_state, (lambda rng: env.get_state() if env.batch.states["num_players"][0] else b"",)),
        **words(env, np.zeros(len(env.game.observation), np.uint8)),
    }


def vector_calls(env: Any) -> dict[str, tuple[Callable[..., Any], tuple[Draw, ...]]]:
    """Return the calls of Gymnasium's environment for many games."""
    options = one_of(None, {}, {"reset_mask": np.ones(NUM_GAMES, np.bool_)})
    return {
        "reset": (lambda seed, options: env.reset(seed=seed, options=options), (one_of(None, 3, [1, 2, 3]), options)),
        "step": (env.step, (lambda rng: legal(env.batch),)),
        "render": (env.render, ()),
        "action_masks": (env.action_masks, ()),
        **words(env, np.zeros(len(env.game.observation), np.uint8)),
    }


def by_name(function: Callable[..., Any], draws: dict[str, Draw]) -> tuple[Callable[..., Any], tuple[Draw, ...]]:
    """Return the function that takes arguments in the order of their draws, and these draws."""
    return lambda *given: function(**dict(zip(draws, given, strict=True))), tuple(draws.values())


def makers(game: Game) -> dict[str, tuple[Callable[..., Any], tuple[Draw, ...], Callable[[Any], Any]]]:
    """Makers of environments, with their right arguments and calls."""
    module, games = GameModule(game), one_of(NUM_GAMES)
    common = {
        "num_players": one_of(None, 2, game.players[-1]),
        "edition": one_of("reconstructed", *edition_names(game)),
        "reward": one_of("outcome", "margin", "score", "lead"),
        "max_rounds": one_of(None, 1, 3),
    }
    drawn = common | {"render_mode": one_of(None, "ansi", "rgb_array")}
    bots = "random", "greedy", ["random"]
    learner = drawn | {
        "opponents": one_of(*bots, make_bot("random", game)),
        "seat": one_of(0, 1, "rotate"),
        "mask_in_observation": BOOLS,
    }
    vector = {"num_envs": games, **learner, "opponents": one_of(*bots)}
    vector |= {"autoreset_mode": one_of("NextStep", "SAME_STEP", "Disabled")}
    batch = {"num_games": games, **common, "autoreset": BOOLS, "observe": one_of(True)}
    return {
        "batch": (*by_name(module.batch, batch), batch_calls),
        "env": (*by_name(module.env, drawn), aec_calls),
        "raw_env": (*by_name(module.raw_env, drawn), aec_calls),
        "parallel_env": (*by_name(module.parallel_env, drawn), parallel_calls),
        "raw_parallel_env": (*by_name(module.raw_parallel_env, drawn), parallel_calls),
        "gymnasium_env": (*by_name(module.gymnasium_env, learner), gymnasium_calls),
        "vector_env": (*by_name(module.vector_env, vector), vector_calls),
        "make_bot": (
            lambda bot, num_games, seed: make_bot(bot, game, num_games, seed=seed),
            (one_of(*bot_names(game)), one_of(NUM_GAMES), one_of(0, 5)),
            lambda bot: {},
        ),
        "load_edition": (lambda name: load_edition(game, name), (one_of("reconstructed"),), lambda edition: {}),
        "load_game": (load_game, (one_of(game.name),), lambda game: {}),
    }


def made(call: Callable[..., Any], draws: tuple[Draw, ...], rng: Random, wrong: float) -> tuple[bool, Any]:
    """Make a call and return whether it succeeded, and its result. Each argument is odd with the probability `wrong`.
    Fails if the call ends in any other way."""
    given = [strange(rng) if rng.random() < wrong else draw(rng) for draw in draws]
    try:
        return True, call(*given)
    except UserError as error:
        message = str(error)
    except Exception as error:
        raise AssertionError(f"{given!r:.2000}: {type(error).__name__}: {error}") from error
    assert message.isprintable(), repr(message)
    assert len(message) < 10_000, message
    return False, None


def batch_of(played: Any) -> Batch | None:
    """Return the batch of an environment, if it has one."""
    return played if isinstance(played, Batch) else getattr(played, "batch", None)


def position(played: Any) -> bytes:
    """Return everything that a refused call must leave unchanged."""
    batch = batch_of(played)
    if batch is None:
        return b""
    shown = batch.states, batch.observation, batch.action_mask, batch.reward, batch.done, batch.seeds
    return b"".join(array.tobytes() for array in shown)


def check_unharmed(played: Any, rng: Random) -> None:
    """Fail unless the games are valid and go on to their ends."""
    batch = batch_of(played)
    if batch is None or not batch.states["num_players"].all():
        return
    check_states(batch.game, batch.edition.tables, batch.num_players, batch.states.copy())
    row = rng.randrange(batch.num_games)
    alone = Batch(batch.game, 1, batch.num_players, batch.edition)
    alone.set_states(batch.states[row : row + 1].copy())
    assert (alone.action_mask[0] == batch.action_mask[row]).all(), "a mask that does not fit its state"
    mix = Mix(batch.game, 0)
    for _ in range(10):
        if alone.running[0]:
            alone.step([mix.choose(alone)])


def fuzz(game: Game, inputs: int, seed: int) -> tuple[Counter[str], Counter[str]]:
    """Make about `inputs` calls; returns how many of each were made and succeeded."""
    tried, good = Counter[str](), Counter[str]()
    kinds = makers(game)
    while tried.total() < inputs:
        seed += 1
        rng = Random(seed)
        maker = rng.choice(list(kinds))
        make, draws, calls_of = kinds[maker]
        name = maker
        try:
            done, played = made(make, draws, rng, wrong=rng.choice((0.0, 0.0, 0.2)))
            tried[maker] += 1
            good[maker] += done
            if not done:
                continue
            calls = calls_of(played)
            for _ in range(CALLS if calls else 0):
                method = rng.choice([*calls, "step", "step"] if "step" in calls else [*calls])
                name = f"{maker}.{method}"
                before = position(played)
                done, _ = made(*calls[method], rng, wrong=rng.choice((0.0, 0.3)))
                assert done or position(played) == before, "refused, and yet something has changed"
                tried[name] += 1
                good[name] += done
            check_unharmed(played, rng)
        except Exception as error:
            raise AssertionError(f"{game.name}, seed {seed - 1}, {name}: {error}") from error
    return tried, good


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--inputs", type=int, default=10_000, help="calls of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", default="", help="this game alone")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    for game in GAMES:
        if game.name.startswith(options.game):
            tried, good = fuzz(game, options.inputs, options.seed)
            for name in sorted(tried):
                print(f"{game.name} {name}: {tried[name]} calls, {good[name]} succeeded")
            print(f"{game.name}: {tried.total()} calls, {good.total()} succeeded", flush=True)


if __name__ == "__main__":
    main()
