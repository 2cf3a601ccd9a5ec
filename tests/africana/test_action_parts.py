"""The part of the board that an action points at shows the things it names."""

import re
from itertools import chain

import numpy as np
import pytest
from support import Setting, games_in_progress

from africana_env import load_game
from africana_env.api.drawings import render_svg

GAME = load_game("africana_v0")


def part_of(svg, name):
    """Return the SVG of a part."""
    start = svg.index(f'data-part="{name}"')
    depth = 0
    for tag in re.finditer("<(/?)g[ >]", svg[start - 3 :]):
        depth += -1 if tag[1] else 1
        if depth == 0:
            return svg[start : start - 3 + tag.start()]
    raise AssertionError(name)


@pytest.mark.parametrize("players", [2, 4])
def test_the_part_shows_what_the_action_names(players):
    names = {"step": r"step to (.+) with", "buy_adventure": r" at (.+)$", "finish_adventure": r" at (.+)$"}
    seen = dict.fromkeys(names, 0)
    setting = Setting(GAME, "reconstructed", players)
    for batch in chain(*(games_in_progress(setting, seed, max_rounds=20) for seed in range(3))):
        state = batch.states[0]
        svg = render_svg(GAME, batch.edition, state, int(state.current_player))
        for action in np.flatnonzero(batch.action_mask[0]).tolist():
            group = GAME.actions.group_of(action).name
            if group in names:
                target = re.search(names[group], batch.action_to_string(action))[1]
                part, *_ = GAME.actions.parts(batch.edition, state, action)
                drawn = part_of(svg, part)
                assert target[:5] in drawn, batch.action_to_string(action)
                seen[group] += 1
    assert seen["step"]
    assert seen["buy_adventure"]
