"""Results of deals are independent of each other."""

from types import SimpleNamespace

import numpy as np
import pytest
from support import FirstLegal

from africana_env import Batch, derive_seed, load_edition, load_game, make_bot
from africana_env.arena.evaluate import play_match
from africana_env.arena.matches.deals import GameLog, play_deals
from africana_env.arena.matches.guard import GuardedBot
from africana_env.arena.matches.schedule import Deal


@pytest.mark.parametrize("name", ["africana_v0", "afritoria_v0"])
def test_results_do_not_depend_on_how_many_games_are_played_at_once(name):
    game, found = load_game(name), []
    for rows in (2, 5, 16):
        bots = [make_bot("greedy", game, rows), make_bot("random", game, rows)]
        results = play_match(game, bots, load_edition(game, "reconstructed"), 8, seed=3, rows=rows)
        assert [result.deal.number for result in results] == list(range(8))
        found.append({(result.deal.number, seat): one for result in results for seat, one in enumerate(result.games)})
    assert found[0] == found[1] == found[2]
    assert len(found[0]) == 16


def test_what_stands_in_for_a_bot_that_failed_is_not_its_decision():
    class Fails(FirstLegal):
        def act(self, batch, rows, actions):
            raise ValueError

    game, kept = load_game("africana_v0"), []
    bots = {"fails": GuardedBot(Fails()), "greedy": make_bot("greedy", game, 4)}
    deals = [Deal(("fails", "greedy"), number) for number in range(3)]
    finished = play_deals(Batch(game, 4, 2), bots, deals, 1, lambda deal, rotation, record: kept.append((deal, record)))
    results = [result for some in finished for result in some]
    assert len(kept) == 2 * len(results) == 6
    assert [record.seed for _, record in kept] == [derive_seed(1, deal.number) for deal, _ in kept]
    for result in results:
        for seat, played in enumerate(result.games):
            assert played.failure.seat == seat
            assert sum(played.decisions[seat]) == 0
            assert played.winners == [1 - seat]
    assert sorted(len(record.actions) > 0 for _, record in kept) == [False] * 3 + [True] * 3


@pytest.mark.parametrize("actions", [[39_999], [*range(1, 1300)]], ids=["of a large space", "of a long game"])
def test_actions_are_noted_as_they_are(actions):
    space = SimpleNamespace(groups=[SimpleNamespace(size=40_000)])
    log = GameLog(SimpleNamespace(num_games=1, num_players=2, game=SimpleNamespace(actions=space)))
    one = np.zeros(1, np.int64)
    for action in actions:
        log.add(SimpleNamespace(games=one, rows=np.ones(1, np.bool_), players=one, actions=one + action))
    assert log._actions[0, : len(actions)].tolist() == actions
