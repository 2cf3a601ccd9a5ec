"""Results of deals: what is noted of a game is of that game alone."""

import pytest

from africana_env import load_edition, load_game, make_bot
from africana_env.arena.evaluate import play_match


@pytest.mark.parametrize("name", ["africana_v0", "afritoria_v0"])
def test_results_do_not_depend_on_how_many_games_are_played_at_once(name):
    game, found = load_game(name), []
    for rows in (2, 5, 16):
        bots = [make_bot("greedy", game, rows), make_bot("random", game, rows)]
        results = play_match(game, bots, load_edition(game, "reconstructed"), 8, seed=3, rows=rows)
        found.append({(result.deal.number, seat): one for result in results for seat, one in enumerate(result.games)})
    assert found[0] == found[1] == found[2]
    assert len(found[0]) == 16
