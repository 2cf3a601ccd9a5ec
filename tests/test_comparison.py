"""A difference between the compiled rules and a referee is reported, whichever compared part it is in."""

import re

import pytest
from afritoria.lockstep import random_game
from comparison import play_seeds


@pytest.fixture
def game():
    """Return a game after some actions, the same in both implementations."""
    begun, *_ = random_game(0)
    for _ in range(3):
        begun.play(min(begun.referee.legal_actions()))
    begun.compare()
    return begun


def test_every_difference_is_reported(game, monkeypatch):
    compiled, plain = game.positions()
    name = min(plain)
    first, *others = game.referee.legal_actions()
    scores, winners = game.referee.scores(), game.referee.winners()
    losers = [seat for seat in range(game.batch.num_players) if seat not in winners] or [0]
    other_scores = [{**scores[0], "total": 1000}, *scores[1:]]
    planted = [
        (game, "positions", (compiled, {**plain, name: "planted", "new": 1})),
        (game.referee, "legal_actions", [*others, "planted"]),
        (game.referee, "scores", other_scores),
        (game.referee, "winners", losers),
    ]
    reports = [
        f"compiled / referee: {name}: {compiled[name]} / planted; new: None / 1",
        f"only compiled: { ({first}) }; only referee: { ({'planted'}) }",
        f"compiled {scores}, referee {other_scores}",
        f"{game.batch.returns()[0]}, winners {losers}",
    ]
    for (where, method, wrong), report in zip(planted, reports, strict=True):
        with monkeypatch.context() as patched:
            patched.setattr(where, method, lambda wrong=wrong: wrong)
            with pytest.raises(AssertionError) as error:
                game.compare()
        assert str(error.value).startswith(f"{report}\nafter 3 actions, the last: {game.story}")


def test_a_difference_in_one_of_many_games_names_its_seed():
    def differs(seed):
        raise AssertionError("planted")

    with pytest.raises(AssertionError, match=re.escape("game of seed 7: planted")):
        play_seeds([7], differs, None)
