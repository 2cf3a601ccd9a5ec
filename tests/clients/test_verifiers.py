"""Games in the format of `verifiers`: deals are tasks, replies are actions, the share of the win is the reward."""

import asyncio
import re
from contextlib import asynccontextmanager
from types import SimpleNamespace

import numpy as np
import pytest
from clients.example_modules import example
from support import FirstLegal

from africana_env import Batch, load_game, make_bot

pytest.importorskip("verifiers.v1")

GAME = "afritoria_v0"
FIRST = re.compile(r'# Your legal actions\n\n- ("(?:[^"\\]|\\.)*")')


@pytest.fixture(scope="module")
def module():
    return example("africana_verifiers")


def tasks(module, number):
    return list(module.GameTaskset(module.GameConfig(game=GAME, max_rounds=2)).take(number))


def play(module, task, reply):
    """Let `reply(prompt)` hold the model's seat; return rewards, metrics and prompts."""
    kept, read = {}, [task.data.prompt]

    class Interaction:
        trace = SimpleNamespace(
            record_reward=lambda name, value, weight: kept.update({name: value}),
            record_metric=lambda *pair: kept.update([pair]),
        )

        async def turn(self, message=None):
            read.extend([message] if message else [])
            return SimpleNamespace(terminated=False, last_reply=reply(read[-1]))

    @asynccontextmanager
    async def interaction(_):
        yield Interaction()

    agents = SimpleNamespace(player=SimpleNamespace(interaction=interaction))
    asyncio.run(module.GameEnv.run(None, task, agents))
    return kept, read


def first(prompt):
    return f'{{"action": {FIRST.search(prompt)[1]}}}'


def win_share(seed):
    """`FirstLegal`'s share of the win against `greedy`."""
    game = load_game(GAME)
    batch, bots = Batch(game, 1, 2, max_rounds=2), (FirstLegal(), make_bot("greedy", game))
    batch.reset_to(seed)
    row, chosen = np.ones(1, np.bool_), np.zeros(1, np.int64)
    bots[1].reset_rows(row, np.array([seed], np.uint64))
    while batch.running[0]:
        bots[batch.current_player[0]].act(batch, row, chosen)
        batch.step(chosen)
    return (batch.outcome[0, 0] + 1) / 2


def test_a_game_is_the_one_that_the_same_agent_plays_in_process(module):
    found = [play(module, task, first)[0] for task in tasks(module, 6)]
    assert found == [{"win_share": win_share(seed), "illegal_replies": 0.0} for seed in range(6)]
    assert len({kept["win_share"] for kept in found}) > 1


def test_an_illegal_reply_is_answered_with_the_reason_and_three_lose(module):
    (task,) = tasks(module, 1)
    kept, read = play(module, task, lambda prompt: "nonsense")
    assert kept == {"win_share": 0.0, "illegal_replies": 3.0}
    assert len(read) == 3
    assert all(answer.startswith("no legal action is called 'nonsense': use 'commit ") for answer in read[1:])
