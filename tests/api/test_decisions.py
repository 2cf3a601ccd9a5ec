"""What a seat knows of the decisions of others."""

import numpy as np

from africana_env import Batch, load_game, make_bot
from africana_env.api.decisions import known_decisions

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
