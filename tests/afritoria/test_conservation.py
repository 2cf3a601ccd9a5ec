"""No card of Afritoria appears or vanishes, in play or by `resample`, and what is kept beside the cards is right."""

from random import Random

import numpy as np
import pytest
from afritoria.conservation import check_conservation
from afritoria.eager import EASILY_SHOWN, eager_games
from afritoria.lockstep import GAME, variant
from support import Mix, first_and_last

from africana_env import Batch, load_edition

EDITION = load_edition(GAME, "reconstructed")


@pytest.mark.parametrize("players", first_and_last(GAME.players))
@pytest.mark.parametrize("odd", [False, True])
def test_every_card_is_in_one_place_throughout_the_game(players, odd):
    for seed in range(6):
        edition = variant(Random(seed)) if odd else EDITION
        batch = Batch(GAME, 1, players, edition)
        batch.reset(seed)
        mix = Mix(GAME, seed)
        check_conservation(batch.states[0], edition.tables[0])
        while batch.running[0]:
            batch.step([mix.choose(batch)])
            check_conservation(batch.states[0], edition.tables[0])


@pytest.mark.parametrize("players", first_and_last(GAME.players))
def test_every_card_is_in_one_place_where_hands_are_shown_often(players):
    shown = 0
    for game, _ in eager_games(players, range(2)):
        shown += game.referee.phase == "put"
        check_conservation(game.state, EASILY_SHOWN.tables[0])
        batch = Batch(GAME, players, players, EASILY_SHOWN, observe=False)
        batch.set_states(np.repeat(game.batch.states, players))
        batch.resample(np.arange(players, dtype=np.int16), np.arange(players, dtype=np.uint64))
        for seat, state in enumerate(batch.states):
            assert not state.unseen.any(), "all that is unseen was dealt"
            check_conservation(state, EASILY_SHOWN.tables[0], seat)
    assert shown > 20


@pytest.mark.parametrize("players", first_and_last(GAME.players))
def test_used_record_starts_the_next_game_as_a_new_one_does(players):
    batch, fresh = Batch(GAME, 1, players), Batch(GAME, 1, players)
    mix = Mix(GAME, 1)
    batch.reset(1)
    while batch.running[0]:
        batch.step([mix.choose(batch)])
    batch.reset(2)
    fresh.reset(2)
    assert batch.states.tobytes() == fresh.states.tobytes()
