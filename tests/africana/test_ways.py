"""Values of routes in a move, and the search for the best one against a full enumeration."""

import numpy as np
import pytest
from support import Setting, positions

from africana_env.engine.editions.editions import load_edition
from africana_env.games.africana import GAME
from africana_env.games.africana.rules.action_space import ACTION
from africana_env.games.africana.rules.state import ASSISTANT_KIND, CARD_KINDS, COLOURS, EMPTY, IN_FRONT, JOKER_KIND
from africana_env.games.africana.rules.tables import STEPS_AHEAD
from africana_env.games.africana.ways import (
    CARD_WORTH,
    SILVER_WORTH,
    adventure_worth,
    best_step,
    expedition_worth,
    joining_worth,
    prepare,
    scratch_dtype,
)

TABLES = load_edition(GAME, "reconstructed").tables[0]


def states(players, number, seed):
    """Return positions of played games."""
    return positions(Setting(GAME, "reconstructed", players), number, seed=seed)


class EveryWay:
    """All routes that the cards in hand allow, tried one by one."""

    def __init__(self, state):
        self.state, self.player = state, int(state.current_player)
        travel = state.travel[self.player].tolist()
        assistants = (state.assistants[self.player] - state.table_assistants).tolist()
        self.hand = [*travel, *assistants, int(state.joker[self.player] - state.table_joker)]

    def best(self):
        here = int(self.state.location[self.player])
        _, joined, done = self.arrive(here, frozenset(), frozenset())
        return self.on(here, joined, done, STEPS_AHEAD)

    def on(self, here, joined, done, steps):
        best = 0.0
        if steps == 0:
            return best
        for there in TABLES.route[here][: TABLES.num_routes[here]].tolist():
            worth, joined_there, done_there = self.arrive(there, joined, done)
            for card in range(CARD_KINDS):
                if self.hand[card] > 0 and (card == JOKER_KIND or TABLES.symbol[there, card % COLOURS]):
                    self.hand[card] -= 1
                    further = self.on(there, joined_there, done_there, steps - 1)
                    self.hand[card] += 1
                    best = max(best, worth + further - (CARD_WORTH if card < ASSISTANT_KIND else 0.0))
        return best

    def arrive(self, location, joined, done):
        state, worth = self.state, 0.0
        for space, card in enumerate(state.space.tolist()):
            if card == EMPTY:
                continue
            promise = joining_worth(TABLES, card)
            earlier = bool((state.markers[space] >> self.player) & 1)
            if TABLES.expedition_start[card] == location and not earlier and space not in joined:
                if state.markers_left[self.player] > 0:
                    joined = joined | {space}
                    worth += promise + SILVER_WORTH * TABLES.bonus_silver[space]
                    worth += CARD_WORTH * TABLES.bonus_cards[space]
            elif TABLES.expedition_target[card] == location and space not in done and (earlier or space in joined):
                done = done | {space}
                worth += expedition_worth(TABLES, card) - (promise if space in joined else 0.0)
        for adventure in np.flatnonzero(state.adventure_place == IN_FRONT + self.player).tolist():
            if TABLES.adventure_target[adventure] == location and ("own", adventure) not in done:
                done = done | {("own", adventure)}
                worth += adventure_worth(TABLES, state, adventure)
        return worth, joined, done


@pytest.mark.parametrize("players", [pytest.param(2, marks=pytest.mark.slow), 4])
def test_search_of_a_move_finds_what_trying_every_way_finds(players):
    scratch = np.zeros(1, scratch_dtype)[0]
    found = 0
    for state in states(players, 60, seed=players):
        prepare(TABLES, state, scratch)
        worth, step = best_step(TABLES, state, scratch)
        assert worth == pytest.approx(EveryWay(state).best(), abs=1e-6)
        assert (step == ACTION.end_turn) == (worth == 0)
        found += worth > 0
    assert found > 20


def test_assistant_is_worth_less_the_nearer_the_end_and_the_second_and_third_cost_points():
    state = states(2, 1, seed=3)[0]
    player = state.current_player
    assistant = int(np.flatnonzero(TABLES.adventure_assistant >= 0)[0])
    state.assistant_adventures[player] = 0
    worth = []
    for left in (20, 10, 0):
        state.next_expedition = state.expeditions_in_game - left
        worth.append(adventure_worth(TABLES, state, assistant))
    assert worth == sorted(worth, reverse=True)
    assert worth[0] > 5 > worth[2] == 0
    for finished, cost in ((1, 5), (2, 5), (3, 0)):
        state.assistant_adventures[player] = finished
        assert adventure_worth(TABLES, state, assistant) == -cost
