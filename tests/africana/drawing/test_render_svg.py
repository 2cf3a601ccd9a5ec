"""The board of Africana as SVG."""

from support import whole_boards_differ

from africana_env.games.africana import GAME


def test_the_board_of_all_seats_shows_what_a_seat_cannot_know():
    assert whole_boards_differ(GAME)
