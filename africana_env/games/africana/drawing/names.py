"""Names of components as coloured terminal text."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from africana_env.drawing.text import BOLD, SEAT_CODES, paint
from africana_env.games.africana.edition import BACK_LETTERS
from africana_env.games.africana.rules.names import colour_names

COLOUR_CODES = {"magenta": "35", "turquoise": "36", "gray": "38;5;250", "orange": "38;5;208", "violet": "38;5;99"}


def painted(colour: str, text: str) -> str:
    """Return `text` in its colour, or bold if the colour has no ANSI code."""
    return paint(text, COLOUR_CODES.get(colour, BOLD))


def letters(data: Mapping[str, Any]) -> dict[str, str]:
    """Return the abbreviation of each colour: its shortest unique beginning."""
    names = colour_names(data)
    return {
        name: next(
            (name[:size] for size in range(1, len(name)) if sum(other.startswith(name[:size]) for other in names) == 1),
            name,
        )
        for name in names
    }


def label_pieces(data: Mapping[str, Any], location: int) -> list[tuple[str, str]]:
    """Return a location with its symbols, `Lagos [g,o]`, as texts with ANSI codes."""
    entry, short = data["locations"][location], letters(data)
    pieces = [(entry["name"], BOLD), (" [", "")]
    for colour in entry["symbols"]:
        pieces += [(short[colour], COLOUR_CODES.get(colour, BOLD)), (",", "")]
    return [*pieces[:-1], ("]", "")]


def label(data: Mapping[str, Any], location: int) -> str:
    """Return `label_pieces` as one text."""
    return "".join(paint(text, code) for text, code in label_pieces(data, location))


def card_counts(data: Mapping[str, Any], counts: Sequence[int]) -> list[str]:
    """Return `2 magenta` and so on, without zeros."""
    return [
        painted(name, f"{count} {name}") for name, count in zip(colour_names(data), counts, strict=True) if count > 0
    ]


def assistant_cards(data: Mapping[str, Any], counts: Sequence[int]) -> list[str]:
    """Return `gray assistant` and so on, one entry per card."""
    names = colour_names(data)
    return [painted(name, f"{name} assistant") for name, count in zip(names, counts, strict=True) for _ in range(count)]


def adventure_text(data: Mapping[str, Any], adventure: int) -> str:
    """Return the print of an adventure, `Mask at Cairo (3s 4p)`, with its silver and points."""
    entry = data["adventures"][adventure]
    if "assistant" in entry:
        return f"{painted(entry['assistant'], entry['assistant'])} assistant at {entry['target']}"
    return f"{entry['artifact']} at {entry['target']} ({entry['silver']}s {entry['points']}p)"


def seat_mark(seat: int) -> str:
    """Return a seat's number in its colour."""
    return paint(str(seat + 1), SEAT_CODES[seat])


def company(data: Mapping[str, Any], seat: int) -> str:
    """Return a company with its seat number, in its colour."""
    return paint(f" {seat + 1} {data['companies'][seat]['name']} ", SEAT_CODES[seat])


def expedition_pile(tables: Any, state: Any) -> str:
    """Return the expedition pile: the next card's back, and the number of cards of each back."""
    pile = state.expedition_pile[state.next_expedition : state.expeditions_in_game]
    printed = tables.expedition_back
    backs = Counter(BACK_LETTERS[printed[card]] for card in pile)
    counts = ", ".join(f"{backs[back]} {back}" for back in BACK_LETTERS if backs[back])
    return f"{counts} (next card: {min(backs)})" if backs else "empty"
