"""The board of Afritoria as SVG."""

from support import whole_boards_differ

from africana_env.api.drawings import render_svg
from africana_env.engine.batch.batch import Batch
from africana_env.games.afritoria import GAME


def test_the_board_of_all_seats_shows_what_a_seat_cannot_know():
    assert whole_boards_differ(GAME)


def test_a_card_that_is_committed_is_not_counted_in_the_own_hand():
    batch = Batch(GAME, 1, 2)
    batch.reset_to(3)
    batch.step([int(batch.action_mask[0].argmax())])
    own, others = (render_svg(GAME, batch.edition_of(0), batch.states[0], seat) for seat in (0, 1))
    assert ("5 cards in hand" in own, "5 cards in hand" in others) == (True, False)
