"""The legend: the signs on the drawn board and their meanings."""

from africana_env.drawing.svg import element, seat_mark, small_board, text
from africana_env.engine.game.contract import Edition
from africana_env.games.afritoria.drawing.card_svg import RIM, back, coin, eye, read_deck, sign, tile
from africana_env.games.afritoria.rules.state import COLOURS, POACHER, RANGER, STRENGTHS


def legend(edition: Edition) -> list[tuple[str, str]]:
    """The signs, each with its meaning."""
    deck = read_deck(edition)
    shades = [deck[colour * STRENGTHS].colour.shade for colour in range(COLOURS)]
    parks = [
        (small_board(18, 18, sign(colour, 9, 9, 6, shades[colour], RIM)), f"{entry['name']}: {entry['park']}")
        for colour, entry in enumerate(edition.data["colours"])
    ]
    strength = text(9, 14, "8", 13, "ink bold", "middle")
    return [
        *parks,
        (small_board(18, 18, strength), "strength of an animal, on the left of its card"),
        (small_board(18, 18, coin(9, 9)), "points that it is worth once it is scored"),
        (small_board(26, 16, tile(deck[RANGER], 2, 1)), "ranger: puts an animal of the row onto the own score pile"),
        (small_board(26, 16, tile(deck[POACHER], 2, 1)), "poacher: steals the top card of somebody's score pile"),
        (small_board(26, 16, tile(deck[4], 2, 1)), "a card by its colour and its strength"),
        (
            small_board(26, 16, element("g", tile(deck[4], 2, 1), opacity=0.5)),
            "pale, in a hand that was shown: it may have been played since",
        ),
        (small_board(18, 18, eye(9, 9)), "all players know that this card is in the hand"),
        (small_board(46, 60, back(2, 1)), "a card face down; on the pile, how many there are"),
        (small_board(20, 20, seat_mark(10, 10, 0)), "a player; beside cards under the pile, who put them there"),
    ]
