"""The text drawing of Afritoria: nothing hidden in it, nothing open missing."""

import re
from collections import Counter

import numpy as np
import pytest
from afritoria.eager import EASILY_SHOWN, SHIPPED, eager_games
from afritoria.lockstep import GAME, hand_of
from support import first_and_last

from africana_env import Batch
from africana_env.drawing.text import counted, width_of, without_codes
from africana_env.games.afritoria.drawing.render_text import WIDTH, render_text
from africana_env.games.afritoria.rules.names import kind_names
from africana_env.games.afritoria.rules.state import EMPTY

NAMES = kind_names(SHIPPED.data)


def drawn(state, edition=EASILY_SHOWN, seat=None):
    """The drawing for a seat (or the player to move) without its colours, its lists in one line each."""
    text = without_codes(render_text(edition, state, int(state.current_player) if seat is None else seat))
    return re.sub(r",\n +", ", ", text)


def words(kind, edition=EASILY_SHOWN):
    """Return the expected text of a card."""
    if NAMES[kind] in ("ranger", "poacher"):
        return NAMES[kind]
    strength = kind % 11
    return f"{NAMES[kind]} {strength + 1}/{edition.data['animals'][strength]['value']}"


def line_after(text, start):
    """Return the rest of the line that begins with `start`."""
    return next(line.removeprefix(start) for line in text.splitlines() if line.startswith(start))


@pytest.mark.parametrize("players", first_and_last(GAME.players))
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
            part = text.split(f"\nplayer {seat + 1}  ")[1].split("\n\n")[0]
            size = int(state.hand_size[seat])
            assert part.startswith(f"{counted(state.points[seat], 'point')}, {counted(size, 'card')} in hand")
            scored = [words(int(kind) - 1) for kind in state.score_pile[seat] if kind][::-1]
            assert f"scored, top first: {', '.join(scored[:5]) or '-'}" in part
            played = at["played"][seat]
            assert (f"played: {played}" in part) == (played is not None and at["fates"][seat] != "hidden")
            shown = Counter(memory.shown[seat].cards) - memory.shown[seat].turned_up
            assert ("last shown" in part) == bool(shown)
            assert all(card in part for card in shown)
            assert part.count("(or played)") == memory.shown[seat].played.total()
        assert f"pile:     {counted(state.pile_size, 'card')}" in text
        for depth, put in enumerate(memory.under, len(at["pile"]) - len(memory.under) + 1):
            own = put.seat == state.current_player and game.running
            assert f"  card {depth} was put there by player {put.seat + 1}{f': {put.card}' if own else ''}\n" in text
        discards = text.split("discards:")[1].split("\n\n")[0]
        for kind in np.flatnonzero(state.discard):
            count = int(state.discard[kind])
            if NAMES[kind] in ("ranger", "poacher"):
                assert f"{count} x {NAMES[kind]}" in discards
            else:
                assert re.search(rf"{NAMES[kind]}{' twice' if count == 2 else ''}(,|$)", discards, re.MULTILINE)


@pytest.mark.parametrize("players", first_and_last(GAME.players))
def test_hand_of_the_seat_that_looks_shows_and_cards_of_others_only_where_all_know_them(players):
    for number, (game, _) in enumerate(eager_games(players, range(2))):
        state, looking = game.state, number % players
        text = drawn(state, seat=looking)
        if not game.running:
            assert "hand of" not in text
            continue
        hand = line_after(text, f"hand of player {looking + 1}: ")
        assert sorted(hand.split(", ")) == sorted(words(kind) for kind in hand_of(state, looking)) or hand == "-"
        assert text.count("hand of") == 1
        if number % 4 == 0:
            everyone = (1 << players) - 1
            for seat in range(players):
                part = text.split(f"\nplayer {seat + 1}  ")[1].split("\n\n")[0]
                seen = state.hand_seen[seat] == everyone
                known = [words(kind) for kind in sorted(state.hand[seat][seen].tolist())]
                assert ("known to be in hand: " + ", ".join(known) in part) if known else "known to be" not in part


def test_committed_card_shows_to_its_seat_alone():
    batch = Batch(GAME, 1, 3, "reconstructed")
    batch.reset(1)
    kind = int(batch.states[0].hand[0, 2])
    batch.step([GAME.actions.starts.commit + kind])
    assert "committed of these: " + words(kind, SHIPPED) in drawn(batch.states[0], SHIPPED, 0)
    for seat in (1, 2):
        assert "committed of these" not in drawn(batch.states[0], SHIPPED, seat)


def test_every_decision_is_shown():
    described = {}
    for game, _ in eager_games(3, range(4)):
        if game.running and game.referee.phase not in described:
            line = drawn(game.state).splitlines()[1].removeprefix(f"player {game.state.current_player + 1} ")
            described[game.referee.phase] = re.sub("green|blue|red", "some", line)
    assert set(described) == {"commit", "ranger", "poacher", "win", "offer", "put"}
    assert len({*described.values()}) == 6
    assert described["put"] == "puts 3 more cards under the pile"


def test_end_of_a_game_shows_scores_and_winners():
    shared = 0
    for seed in range(30):
        batch = Batch(GAME, 1, 4, "reconstructed", max_rounds=2)
        batch.reset(seed)
        while batch.running[0]:
            batch.step([int(np.flatnonzero(batch.action_mask[0])[-1])])
        returns = batch.returns()[0]
        winners = [f"player {seat + 1}" for seat in range(4) if returns[seat] == returns.max()]
        shared += len(winners) > 1
        text = drawn(batch.states[0], SHIPPED)
        assert f"The game is over: stopped at the round limit. Won by {' and '.join(winners)}\n" in text
        for seat, row in enumerate(batch.scores()[0]):
            assert re.search(rf"\nplayer {seat + 1}\s+" + r"\s+".join(map(str, row)) + r"\n", text)
    assert shared


def test_lines_fit_80_columns():
    for game, _ in eager_games(4, range(2)):
        assert max(map(width_of, render_text(EASILY_SHOWN, game.state, 0).splitlines())) <= WIDTH
