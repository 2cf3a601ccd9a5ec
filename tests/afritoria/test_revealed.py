"""What is told of rangers and poachers that nobody decides about."""

from itertools import chain

from support import Setting, games_in_progress

from africana_env import load_game
from africana_env.games.afritoria.revealed import specials
from africana_env.games.afritoria.state import POACHER, RANGER, RANGER_TAKES, STEAL

GAME = load_game("afritoria_v0")


def test_specials_are_told_of_as_they_were_played():
    met = set()
    for batch in chain(
        *(games_in_progress(Setting(GAME, "reconstructed", 3), seed, max_rounds=60) for seed in range(12))
    ):
        state = batch.states[0]
        played = state.played[: state.num_players].tolist()
        told, rangers, poachers = specials(state), played.count(RANGER), played.count(POACHER)
        if state.phase == RANGER_TAKES:
            assert told == ("the ranger stops the poacher" if poachers else "")
        elif state.phase == STEAL or rangers + poachers == 0:
            assert told == ""
        else:
            parts = [f"{rangers} ranger" + "s" * (rangers > 1)] * (rangers > 0)
            parts += [f"{poachers} poacher" + "s" * (poachers > 1)] * (poachers > 0)
            assert told == " and ".join(parts) + " without effect"
        met.add((int(state.phase), bool(told)))
    assert {(RANGER_TAKES, True), (RANGER_TAKES, False), (STEAL, False)} < met
