"""Impossible states of Afritoria are refused."""

import pytest
from afritoria.eager import EASILY_SHOWN, eager_games
from afritoria.lockstep import GAME
from support import first_and_last

from africana_env import UserError
from africana_env.engine.batch.state_check import check_states
from africana_env.games.afritoria.rules.state import EMPTY, IN_HAND_OR_PILE, MAY_BE_PLAYED, PUT_UNDER, TURNED_UP


@pytest.mark.parametrize("players", first_and_last(GAME.players))
def test_fates_of_a_shown_hand_must_fit_the_cards(players):
    tried = 0
    for game, _ in eager_games(players, range(3)):
        state = game.batch.states.copy()
        check_states(GAME, EASILY_SHOWN.tables, players, state)
        shown = state["shown"][0, :players] != EMPTY
        if shown.any() and game.running:
            every_turned_up, every_drawn = state.copy(), state.copy()
            every_turned_up["shown_fate"][0, :players][shown] = TURNED_UP
            for owner in range(players):
                every_drawn["shown_drawn"][0, owner][shown[owner]] = 1 << (owner + 1) % players
            for impossible in (every_turned_up, every_drawn):
                with pytest.raises(UserError, match="the hands that were shown"):
                    check_states(GAME, EASILY_SHOWN.tables, players, impossible)
            tried += IN_HAND_OR_PILE in state["shown_fate"]
    assert tried > 20


@pytest.mark.parametrize("players", first_and_last(GAME.players))
def test_nothing_is_played_while_cards_are_put_under_the_pile(players):
    tried = 0
    for game, _ in eager_games(players, range(2)):
        state = game.batch.states.copy()
        if game.running and state[0]["phase"] == PUT_UNDER:
            state["shown_fate"][0, state[0]["current_player"], 0] = MAY_BE_PLAYED
            with pytest.raises(UserError, match="the hands that were shown"):
                check_states(GAME, EASILY_SHOWN.tables, players, state)
            tried += 1
    assert tried > 5
