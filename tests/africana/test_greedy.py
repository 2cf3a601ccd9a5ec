"""`greedy` in Africana."""

from africana_env import Batch, Seating, make_bot
from africana_env.arena.matches.loop import deal_seeds, play_games
from africana_env.games.africana import GAME


def test_it_gains_assistants_in_play():
    games = 100
    batch, seating = Batch(GAME, games, 2, observe=False), Seating(games, 2)
    seats = seating.add([make_bot("greedy", GAME, games)] * 2)[:1].repeat(games, axis=0)
    assistants = 0
    for step in play_games(batch, seating, deal_seeds(1, games), seats):
        assistants += batch.states["assistant_adventures"][step.over].sum()
    assert assistants > games
