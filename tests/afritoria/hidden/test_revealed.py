"""Text about rangers and poachers without a decision, and about the results of a round."""

from itertools import chain

from support import Setting, games_in_progress

from africana_env import load_game
from africana_env.games.afritoria.hidden.revealed import revealed, specials
from africana_env.games.afritoria.rules.state import OFFER, POACHER, PUT_UNDER, RANGER, RANGER_TAKES, STEAL, WON

GAME = load_game("afritoria_v0")


def test_specials_are_shown_as_they_were_played():
    met = set()
    for batch in chain(
        *(games_in_progress(Setting(GAME, "reconstructed", 3), seed, max_rounds=60) for seed in range(12))
    ):
        state = batch.states[0]
        played = state.played[: state.num_players].tolist()
        shown, rangers, poachers = specials(state), played.count(RANGER), played.count(POACHER)
        if state.phase == RANGER_TAKES:
            assert shown == ("the ranger stops the poacher" if poachers else "")
        elif state.phase == STEAL or rangers + poachers == 0:
            assert shown == ""
        else:
            parts = [f"{rangers} ranger" + "s" * (rangers > 1)] * (rangers > 0)
            parts += [f"{poachers} poacher" + "s" * (poachers > 1)] * (poachers > 0)
            assert shown == " and ".join(parts) + " without effect"
        met.add((int(state.phase), bool(shown)))
    assert {(RANGER_TAKES, True), (RANGER_TAKES, False), (STEAL, False)} < met


def test_at_the_end_of_a_round_all_see_what_became_of_each_animal():
    setting = Setting(GAME, "reconstructed", 3)
    settled, last = 0, None
    for batch in games_in_progress(setting, 5, max_rounds=20):
        if last is not None and last.phase not in (OFFER, PUT_UNDER) and batch.states[0].phase == OFFER:
            state = batch.states[0]
            words = revealed(batch.edition, last, 0, state, 1)
            animals = [seat for seat in range(3) if state.played[seat] < RANGER]
            assert [f"of player_{seat} " in words for seat in (0, 2)] == [seat in animals for seat in (0, 2)]
            assert ("your " in words) == (1 in animals)
            assert words.count("has won") == (state.standing[:3] == WON).sum()
            settled += 1
        last = batch.states[0].copy()
    assert settled > 5
