"""What a seat knows of the others' decisions."""

import numpy as np
import pytest
from support import module_of

from africana_env import Batch, load_game, make_bot
from africana_env.api import text
from africana_env.api.decisions import known_decisions, with_names
from africana_env.api.prompts import DECIDED
from africana_env.engine.game.seats import NEXT_PLAYERS

GAME = load_game("afritoria_v0")


def test_who_decides_at_the_same_time_as_others_knows_of_all_when_all_have_decided():
    batch, greedy, actions = Batch(GAME, 1, 3), make_bot("greedy", GAME), np.zeros(1, np.int64)
    batch.reset(1)
    positions, taken = [batch.states[0].copy()], []
    for _ in range(3):
        greedy.act(batch, np.ones(1, np.bool_), actions)
        batch.step(actions)
        positions.append(batch.states[0].copy())
        taken.append(int(actions[0]))
    for seat in range(3):
        known = known_decisions(GAME, batch.edition, positions, taken, seat, ["zero", "one", "two"])
        assert [one["by"] for one in known] == ["zero", "one", "two"]
        assert all(one["decision"].startswith("commit ") for one in known)


def committed(env):
    env.step(int(env.batch.action_mask[0].argmax()))


def texts_for(env, agent):
    return [(one["by"], one["decision"], one.get("revealed")) for one in text.view(env, agent)[DECIDED]]


@pytest.mark.parametrize("players", [2, 3])
def test_what_is_decided_after_a_redraw_in_any_order_is_hidden_until_all_have_decided(players):
    env = module_of(GAME).raw_env(players)
    env.reset(3)
    for _ in range(players - 1):
        committed(env)
    last = f"player_{players - 1}"
    env.resample(last, 5)  # takes back the others' decisions: they are asked again
    for _ in range(players - 1):
        mover = env.agent_selection
        committed(env)
        for agent in env.possible_agents:
            assert all(by == agent for by, *_ in texts_for(env, agent))
        assert [by for by, *_ in texts_for(env, mover)] == [mover]
    committed(env)
    for agent in env.possible_agents:
        heard = texts_for(env, agent)
        assert [by for by, *_ in heard[:players]] == [last, *env.possible_agents[:-1]]
        assert all(revealed is None for *_, revealed in heard[: players - 1])


def test_a_player_may_be_called_like_another_one_who_is_counted_from_the_mover():
    names = ["Ann", "the 2nd next player", "Cid"]
    texts = [f"steal from {player}" for player in NEXT_PLAYERS[:2]]
    assert with_names(texts, 0, names) == ["steal from the 2nd next player", "steal from Cid"]
