"""The legend of the drawn board."""

from africana_env.drawing.svg import element, seat_mark, small_board, text
from africana_env.engine.game.contract import Edition
from africana_env.games.afritoria.drawing.card_svg import RIM, back, coin, eye, read_deck, sign, tile
from africana_env.games.afritoria.rules.state import COLOURS, POACHER, RANGER, STRENGTHS


def legend(edition: Edition) -> list[tuple[str, str]]:
    """Return the signs with their meanings."""
    deck = read_deck(edition)
    shades = [deck[colour * STRENGTHS].colour.shade for colour in range(COLOURS)]
    parks = [
        (small_board(18, 18, sign(colour, 9, 9, 6, shades[colour], RIM)), f"{entry['name']}: {entry['park']}")
        for colour, entry in enumerate(edition.data["colours"])
    ]
    strength = text(9, 14, "8", 13, "ink bold", "middle")
    return [
        *parks,
        (small_board(18, 18, strength), "an animal's strength, on the left of its card"),
        (small_board(18, 18, coin(9, 9)), "points for scoring the animal"),
        (small_board(26, 16, tile(deck[RANGER], 2, 1)), "ranger: takes an animal from the row to your score pile"),
        (small_board(26, 16, tile(deck[POACHER], 2, 1)), "poacher: steals the top card of another player's score pile"),
        (small_board(26, 16, tile(deck[4], 2, 1)), "a card, by colour and strength"),
        (
            small_board(26, 16, element("g", tile(deck[4], 2, 1), opacity=0.5)),
            "pale: a card of a shown hand that may have been played since",
        ),
        (small_board(18, 18, eye(9, 9)), "all players know that this card is in hand"),
        (small_board(46, 60, back(2, 1)), "a face-down card; on the pile, the number of cards"),
        (
            small_board(20, 20, seat_mark(10, 10, 0)),
            "a player; next to cards under the pile: who put them there",
        ),
    ]
