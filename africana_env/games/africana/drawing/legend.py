"""The legend of the drawn board."""

from africana_env.drawing.svg import element, seat_mark, small_board, text
from africana_env.engine.game.contract import Edition
from africana_env.games.africana.drawing.map_places import pin
from africana_env.games.africana.drawing.map_svg import location, tag
from africana_env.games.africana.drawing.pictures import picture_names, use
from africana_env.games.africana.drawing.signs import (
    CARD,
    CARD_HIGH,
    assistant_card,
    card,
    card_back,
    explorer,
    glyph,
    joker,
)
from africana_env.games.africana.hidden.observation import SILVER_PER_GOLD
from africana_env.games.africana.rules.move import COLOUR_CHANGE_PRICE
from africana_env.games.africana.rules.names import colour_names
from africana_env.games.africana.rules.state import COLOURS


def legend(edition: Edition) -> list[tuple[str, str]]:
    """Return the signs with their meanings."""
    data = edition.data
    colours = "".join(glyph(data, colour, 8 + 13 * colour, 10) for colour in range(COLOURS))
    names = tuple(colour_names(data))
    plate = location(19, 12, (0, 3), pin((19, 12), 2))
    pictures = "".join(use(name, 10 + 20 * number, 10) for number, name in enumerate(picture_names(data).values()))
    return [
        (small_board(68, 20, colours), f"the colours: {', '.join(names)}"),
        (
            small_board(38, 24, plate),
            "a location: step there with a card of one of its colours, or any other card and "
            f"{COLOUR_CHANGE_PRICE} silver",
        ),
        (
            small_board(40, 28, explorer(10, 26, 0) + seat_mark(30, 14, 0)),
            "a player: explorer, marker on an expedition",
        ),
        (small_board(18, 16, tag(1, 1, 0, is_start=True)), "start of the expedition on space 1"),
        (
            small_board(18, 16, tag(1, 1, 0, is_start=False)),
            "target of this expedition; pictures of your adventures mark their targets",
        ),
        (as_card(card(data, 1, 2)), "two travel cards of a colour"),
        (as_card(assistant_card(1)), "an assistant: a card of its colour that returns after the turn"),
        (as_card(joker()), "the joker: pays for any step and returns after the turn"),
        (as_card(card_back(3)), "three travel cards that only their owner sees"),
        (small_board(20 * len(picture_names(data)), 20, pictures), f"the artifacts: {', '.join(picture_names(data))}"),
        (
            small_board(40, 14, text(2, 11, "3s 4p")),
            f"silver and points of an adventure or expedition; 1 gold is {SILVER_PER_GOLD} silver",
        ),
        (small_board(56, 14, text(2, 11, "+2 silver")), "what joining this expedition gives at once"),
    ]


def as_card(drawn: str) -> str:
    return small_board(CARD + 8, CARD_HIGH + 8, element("g", drawn, transform="translate(2 6)"))
