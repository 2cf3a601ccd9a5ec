"""The words on a board of any edition are large, on it, and not on each other."""

import pytest
from picture_boxes import EDITIONS, boards, small_words, words_off_the_board, words_on_words
from support import GAMES


@pytest.mark.parametrize("game", [game for game in GAMES if game.editions is not None], ids=str)
def test_words_are_large_and_lie_on_the_board_and_not_on_each_other(game):
    for edition in EDITIONS[::3]:
        for svg in boards(game, edition, 60, every=20):
            assert words_off_the_board(svg) == [], edition
            assert small_words(svg) == [], edition
            assert words_on_words(svg) == [], edition
