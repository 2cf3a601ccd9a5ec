"""A difference between the compiled rules and a referee is reported, whichever compared part it is in."""

import re

import pytest
from africa import lockstep as africa
from africana import lockstep as africana
from afritoria import lockstep as afritoria
from comparison import play_seeds


@pytest.fixture(params=[africa, africana, afritoria], ids=["africa", "africana", "afritoria"])
def game(request):
    """Return a game after some actions, the same in both implementations."""
    begun, *_ = request.param.random_game(0)
    for _ in range(3):
        begun.play(min(begun.referee.legal_actions()))
    begun.compare()
    return begun


def difference(game):
    """Return the report of a comparison that fails."""
    with pytest.raises(AssertionError) as error:
        game.compare()
    report, story, _ = str(error.value).partition(f"\nafter 3 actions, the last: {game.story}")
    assert story, error.value
    return report


def test_another_position_is_reported_by_its_parts(game, monkeypatch):
    compiled, plain = game.positions()
    name = min(plain)
    monkeypatch.setattr(game, "positions", lambda: (compiled, {**plain, name: "planted", "new": 1}))
    assert difference(game) == f"compiled / referee: {name}: {compiled[name]} / planted; new: None / 1"


def test_other_legal_actions_are_reported(game, monkeypatch):
    first, *others = game.referee.legal_actions()
    monkeypatch.setattr(game.referee, "legal_actions", lambda: [*others, "planted"])
    assert difference(game) == f"only compiled: { ({first}) }; only referee: { ({'planted'}) }"


def test_other_scores_are_reported(game, monkeypatch):
    scores = game.referee.scores()
    planted = [{**scores[0], "total": 1000}, *scores[1:]]
    monkeypatch.setattr(game.referee, "scores", lambda: planted)
    assert difference(game) == f"compiled {scores}, referee {planted}"


def test_another_winner_is_reported(game, monkeypatch):
    seats = range(game.batch.num_players)
    losers = [seat for seat in seats if seat not in game.referee.winners()] or [0]
    monkeypatch.setattr(game.referee, "winners", lambda: losers)
    assert difference(game).startswith(f"{game.batch.returns()[0]}, winners {losers}")


def test_a_difference_in_one_of_many_games_names_its_seed():
    def differs(seed):
        raise AssertionError("planted")

    with pytest.raises(AssertionError, match=re.escape("game of seed 7: planted")):
        play_seeds([7], differs, None)
