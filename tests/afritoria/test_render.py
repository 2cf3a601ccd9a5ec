"""The text drawing of Afritoria: nothing hidden in it, nothing open missing."""

import re
from collections import Counter

import numpy as np
import pytest
from afritoria.conservation import hand_of
from afritoria.eager import EASILY_SHOWN, SHIPPED, eager_games
from afritoria.lockstep import GAME

from africana_env import Batch
from africana_env.engine.terminal import counted
from africana_env.games.afritoria.action_space import kind_names
from africana_env.games.afritoria.render import render
from africana_env.games.afritoria.state import EMPTY

NAMES = kind_names(SHIPPED.data)


def drawn(state, edition=EASILY_SHOWN):
    """The drawing without its colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", render(edition, state))


def words(kind, edition=EASILY_SHOWN):
    """How a card is written."""
    if NAMES[kind] in ("ranger", "poacher"):
        return NAMES[kind]
    strength = kind % 11
    return f"{NAMES[kind]} {strength + 1}/{edition.data['animals'][strength]['value']}"


def line_after(text, start):
    """What follows on the line that begins with `start`."""
    return next(line.removeprefix(start) for line in text.splitlines() if line.startswith(start))


@pytest.mark.parametrize("players", GAME.players)
def test_hidden_information_never_shows(players):
    changed = 0
    batch = Batch(GAME, 1, players, EASILY_SHOWN, observe=False)
    for number, (game, _) in enumerate(eager_games(players, range(3))):
        state = game.state
        if number % 3 == 0 and game.running:
            for seed in range(2):
                batch.set_states(game.batch.states)
                batch.resample(np.array([state.player]), np.array([seed], np.uint64))
                assert render(EASILY_SHOWN, batch.states[0]) == render(EASILY_SHOWN, state)
                changed += batch.states["hand"].tobytes() != game.batch.states["hand"].tobytes()
    assert changed > 50


@pytest.mark.parametrize("players", GAME.players)
def test_everything_on_the_table_shows(players):
    for number, (game, memory) in enumerate(eager_games(players, range(3))):
        if number % 5 and game.running:
            continue
        state, text = game.state, drawn(game.state)
        at = game.referee.snapshot()
        assert f"round {state.round_number}" in text
        row = line_after(text, "row:      ")
        assert all(words(kind) in row for kind in state.row if kind != EMPTY)
        for seat in range(players):
            part = text.split(f"\nplayer_{seat}  ")[1].split("\n\n")[0]
            size = int(state.hand_size[seat])
            assert part.startswith(f"{counted(state.points[seat], 'point')}, {counted(size, 'card')} in hand")
            scored = [words(int(kind) - 1) for kind in state.score_pile[seat] if kind][::-1]
            assert f"scored, top first: {', '.join(scored[:5]) or '-'}" in part
            played = at["played"][seat]
            assert (f"played: {played}" in part) == (played is not None and at["fates"][seat] != "hidden")
            shown = Counter(memory.shown[seat].cards) - memory.shown[seat].turned_up
            assert ("shown last" in part) == bool(shown)
            assert all(card in part for card in shown)
            assert part.count("(or played)") == memory.shown[seat].played.total()
        assert f"pile:     {counted(state.pile_size, 'card')}" in text
        for depth, put in enumerate(memory.under, len(at["pile"]) - len(memory.under) + 1):
            own = put.seat == state.player and game.running
            assert f"  card {depth} was put there by player_{put.seat}{f': {put.card}' if own else ''}\n" in text
        discards = text.split("discards:")[1].split("\n\n")[0]
        for kind in np.flatnonzero(state.discard):
            count = int(state.discard[kind])
            if NAMES[kind] in ("ranger", "poacher"):
                assert f"{count} x {NAMES[kind]}" in discards
            else:
                assert re.search(rf"{NAMES[kind]}{' twice' if count == 2 else ''}(,|$)", discards, re.MULTILINE)


@pytest.mark.parametrize("players", GAME.players)
def test_hand_of_the_player_to_move_shows_and_cards_of_others_only_where_all_know_them(players):
    for number, (game, _) in enumerate(eager_games(players, range(2))):
        state, text = game.state, drawn(game.state)
        if not game.running:
            assert "hand of" not in text
            continue
        hand = line_after(text, f"hand of player_{state.player}: ")
        assert sorted(hand.split(", ")) == sorted(words(kind) for kind in hand_of(state, int(state.player)))
        if number % 4 == 0:
            everyone = (1 << players) - 1
            for seat in range(players):
                part = text.split(f"\nplayer_{seat}  ")[1].split("\n\n")[0]
                seen = state.hand_seen[seat] == everyone
                known = [words(kind) for kind in sorted(state.hand[seat][seen].tolist())]
                assert ("known to be in hand: " + ", ".join(known) in part) if known else "known to be" not in part


def test_every_decision_is_told():
    told = {}
    for game, _ in eager_games(3, range(4)):
        if game.running and game.referee.phase not in told:
            line = drawn(game.state).splitlines()[1].removeprefix(f"player_{game.state.player} ")
            told[game.referee.phase] = re.sub("green|blue|red", "some", line)
    assert told == {
        "commit": "all commit a card, hidden until all have; player_0 is asked",
        "ranger": "takes an animal of the row with a ranger",
        "poacher": "takes the top card of a score pile with a poacher",
        "win": "picks a some animal",
        "offer": "is asked whether to show the hand",
        "put": "puts 3 more of the cards under the pile",
    }


def test_end_of_a_game_names_the_winners():
    shared = 0
    for seed in range(30):
        batch = Batch(GAME, 1, 4, "reconstructed", max_rounds=2)
        batch.reset(seed)
        while batch.running[0]:
            batch.step([int(np.flatnonzero(batch.action_mask[0])[-1])])
        returns = batch.returns()[0]
        winners = [f"player_{seat}" for seat in range(4) if returns[seat] == returns.max()]
        shared += len(winners) > 1
        assert f"the game is over: {' and '.join(winners)} won" in drawn(batch.states[0], SHIPPED)
    assert shared
