"""The legend of the drawn board."""

from africana_env.drawing.svg import element, seat_mark, small_board, text
from africana_env.engine.game.contract import Edition
from africana_env.games.africana.drawing.map_svg import tag
from africana_env.games.africana.drawing.signs import artifact_sign, assistant_sign, card, card_back, glyph, joker
from africana_env.games.africana.hidden.observation import SILVER_PER_GOLD
from africana_env.games.africana.rules.move import COLOUR_CHANGE_PRICE
from africana_env.games.africana.rules.names import colour_names
from africana_env.games.africana.rules.state import COLOURS


def legend(edition: Edition) -> list[tuple[str, str]]:
    """Return the signs with their meanings."""
    data = edition.data
    colours = "".join(glyph(data, colour, 8 + 13 * colour, 10) for colour in range(COLOURS))
    location = element("circle", cx=8, cy=10, r=5, class_="spot ink-edge")
    return [
        (small_board(68, 20, colours), f"the colours: {', '.join(colour_names(data))}"),
        (
            small_board(44, 20, location + glyph(data, 0, 22, 10, 4) + glyph(data, 3, 34, 10, 4)),
            "a location: step there with a card of one of its colours, or any other card and "
            f"{COLOUR_CHANGE_PRICE} silver",
        ),
        (small_board(20, 20, seat_mark(10, 10, 0)), "a player: explorer, sheet, marker on an expedition"),
        (small_board(18, 12, tag(2, 1, "1▸")), "start of the expedition on space 1"),
        (
            small_board(18, 12, tag(2, 1, "▸1")),
            "target of this expedition; signs of your adventures mark their targets",
        ),
        (small_board(20, 22, card(data, 1, 2, 1, 2)), "two travel cards of a colour"),
        (
            small_board(20, 22, card(data, 1, 2, 1) + assistant_sign(2, 1)),
            "an assistant: a card of its colour that returns after the turn",
        ),
        (small_board(20, 22, joker(2, 1)), "the joker: pays for any step and returns after the turn"),
        (small_board(20, 22, card_back(3, 2, 1)), "three travel cards that only their owner sees"),
        (
            small_board(16, 14, artifact_sign("Ma", 2, 10)),
            "an adventure with an artifact, in two letters; one with an assistant shows its colour",
        ),
        (
            small_board(34, 14, text(2, 10, "3s 4p", 8.5)),
            f"its silver and points; 1 gold is {SILVER_PER_GOLD} silver",
        ),
    ]
