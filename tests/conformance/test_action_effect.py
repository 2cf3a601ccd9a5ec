"""What actions are said to cost and bring."""

import re
from itertools import chain

import numpy as np
import pytest
from support import Setting, batch_at, every_setting, games_in_progress, resamples

from africana_env import load_game


@every_setting
def test_the_effect_of_an_action_depends_on_what_all_know_who_are_told_of_it(setting):
    game = setting.game
    secret = {action for group, ids in game.actions if group.secret for action in ids}
    for number, batch in enumerate(chain(*(games_in_progress(setting, seed, max_rounds=8) for seed in range(2)))):
        if number % 10 or not batch.running[0]:
            continue
        state = batch.states[0].copy()
        mover = int(state.current_player)
        others = {seat: resamples(setting, state, seat, 2).view(np.recarray) for seat in range(setting.players)}
        for action in np.flatnonzero(batch.action_mask[0]).tolist():
            told = game.presentation.action_effect(batch.edition, state, action)
            for seat in [mover] if action in secret else others:
                assert all(
                    game.presentation.action_effect(batch.edition, other, action) == told for other in others[seat]
                )


def purse(game, state):
    return int(state.silver[state.current_player]) if game.name == "africana_v0" else 0


def points(game, batch, seat):
    if game.name == "africa_v0":
        return int(batch.states[0].points[seat])
    state = batch.states[0]
    return int(state.expedition_points[seat] + state.adventure_points[seat])


@pytest.mark.parametrize("name", ["africana_v0", "africa_v0"])
def test_an_action_costs_and_brings_what_it_is_said_to(name):
    setting = Setting(load_game(name), "reconstructed", 2)
    game, told = setting.game, set()
    for number, batch in enumerate(chain(*(games_in_progress(setting, seed, max_rounds=30) for seed in range(3)))):
        if number % 5 or not batch.running[0]:
            continue
        state = batch.states[0].copy()
        seat = int(state.current_player)
        for action in np.flatnonzero(batch.action_mask[0]).tolist():
            effect = game.presentation.action_effect(batch.edition, state, action)
            after = batch_at(setting, batch.states.copy())
            before = points(game, after, seat)
            after.step(np.array([action]))
            numbers = re.findall(r"([+-]\d+) (silver|point)", effect.replace("\N{MINUS SIGN}", "-"))
            said = {word: int(number) for number, word in numbers}
            group = next(group.name for group, ids in game.actions if action in ids)
            if group not in ("uncover", "trade"):
                assert points(game, after, seat) - before == said.get("point", 0), (group, effect)
            if name == "africana_v0":
                assert int(after.states[0].silver[seat]) - purse(game, state) == said.get("silver", 0), (group, effect)
            told |= {(group, *said)}
    paid = {"africana_v0": {"step", "turn_page", "join_expedition"}, "africa_v0": {"camp_research", "put_piece"}}
    assert paid[name] <= {group for group, *words in told if words}
