"""The legend: the signs on the drawn board and their meanings."""

from africana_env.drawing.svg import element, seat_mark, small_board, text
from africana_env.engine.game.contract import Edition
from africana_env.games.africana.drawing.map_svg import tag
from africana_env.games.africana.drawing.signs import artifact_sign, assistant_sign, card, card_back, glyph, joker
from africana_env.games.africana.hidden.observation import SILVER_PER_GOLD
from africana_env.games.africana.rules.move import COLOUR_CHANGE_PRICE
from africana_env.games.africana.rules.names import colour_names
from africana_env.games.africana.rules.state import COLOURS


def legend(edition: Edition) -> list[tuple[str, str]]:
    """The signs, each with its meaning."""
    data = edition.data
    colours = "".join(glyph(data, colour, 8 + 13 * colour, 10) for colour in range(COLOURS))
    location = element("circle", cx=8, cy=10, r=5, class_="spot ink-edge")
    return [
        (small_board(68, 20, colours), f"the colours: {', '.join(colour_names(data))}"),
        (
            small_board(44, 20, location + glyph(data, 0, 22, 10, 4) + glyph(data, 3, 34, 10, 4)),
            "a location; a card of one of its colours pays for the step to it, any other card with "
            f"{COLOUR_CHANGE_PRICE} silver",
        ),
        (small_board(20, 20, seat_mark(10, 10, 0)), "a player: the explorer, the sheet, the marker on an expedition"),
        (small_board(18, 12, tag(2, 1, "1▸")), "here the expedition on space 1 starts"),
        (small_board(18, 12, tag(2, 1, "▸1")), "here it is to be finished, and an own adventure where its sign is"),
        (small_board(20, 22, card(data, 1, 2, 1, 2)), "travel cards of a colour, here two"),
        (
            small_board(20, 22, card(data, 1, 2, 1) + assistant_sign(2, 1)),
            "an assistant: a card of its colour that comes back after the turn",
        ),
        (small_board(20, 22, joker(2, 1)), "the joker: pays for any step, and comes back after the turn"),
        (small_board(20, 22, card_back(3, 2, 1)), "so many travel cards that only their owner sees"),
        (
            small_board(16, 14, artifact_sign("Ma", 2, 10)),
            "an adventure with an artifact, by two letters; one with an assistant has its colour",
        ),
        (
            small_board(34, 14, text(2, 10, "3s 4p", 8.5)),
            f"silver and points that it brings; 1 gold is {SILVER_PER_GOLD} silver",
        ),
    ]
