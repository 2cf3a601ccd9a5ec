"""A compiled state of Africana in the referee's terms, and a referee that goes on from a compiled state."""

from collections import Counter
from copy import deepcopy
from typing import Any

from referees.africana import Player, Referee, Space, Table

from africana_env.engine.contract import Edition
from africana_env.engine.state import CUT_OFF, RUNNING
from africana_env.games.africana.rules.state import (
    BENEATH,
    EMPTY,
    IN_FRONT,
    OUT_OF_GAME,
    PHASE_NAMES,
)


def colours(edition: Edition) -> list[str]:
    return [entry["colour"] for entry in edition.data["travel_cards"]]


def cards(edition: Edition, counts: Any) -> Counter[str]:
    """Counts by colour as a counter without zeros."""
    assert min(counts) >= 0
    return +Counter(dict(zip(colours(edition), map(int, counts), strict=True)))


def position(state: Any, edition: Edition) -> dict[str, Any]:
    """The compiled `state` as `Referee.snapshot()` would give it."""
    names = colours(edition)
    locations = [entry["name"] for entry in edition.data["locations"]]
    seats, number = range(state.num_players), len(edition.data["spaces"])
    places = state.adventure_place[: len(edition.data["adventures"])].tolist()
    owners = state.expedition_owner.tolist()
    lines = [line[:size].tolist() for line, size in zip(state.book, state.book_size, strict=True)]
    lefts = state.book_left.tolist()

    def lying(place: int) -> set[int]:
        return {adventure for adventure, where in enumerate(places) if where == place}

    return {
        "player": int(state.current_player),
        "phase": PHASE_NAMES[state.phase] if state.status == RUNNING else "over",
        "round": int(state["round_number"]),
        "last_round": bool(state.last_round),
        "truncated": bool(state.status == CUT_OFF),
        "pages_turned": int(state.pages_turned),
        "silver": [int(state.silver[seat]) for seat in seats],
        "location": [locations[state.location[seat]] for seat in seats],
        "joker": [bool(state.joker[seat]) for seat in seats],
        "assistants": [cards(edition, state.assistants[seat]) for seat in seats],
        "travel": [cards(edition, state.travel[seat]) for seat in seats],
        "in_front": [lying(IN_FRONT + seat) for seat in seats],
        "beneath": [lying(BENEATH + seat) for seat in seats],
        "expeditions": [{card for card, owner in enumerate(owners) if owner == seat} for seat in seats],
        "table": {
            "travel": cards(edition, state.table_travel),
            "assistants": cards(edition, state.table_assistants),
            "joker": bool(state.table_joker),
        },
        "travel_pile": [names[colour] for colour in state.travel_pile[: state.travel_pile_size][::-1].tolist()],
        "discard": cards(edition, state.discard),
        "expedition_pile": state.expedition_pile[state.next_expedition : state.expeditions_in_game].tolist(),
        "spaces": [None if card == EMPTY else card for card in state.space[:number].tolist()],
        "markers": [{seat for seat in seats if markers >> seat & 1} for markers in state.markers[:number].tolist()],
        "books": [{"left": line[:left][::-1], "right": line[left:]} for line, left in zip(lines, lefts, strict=True)],
        "removed": lying(OUT_OF_GAME),
    }


def order_after_a_shuffle(state: Any, edition: Edition, discard: Counter[str]) -> list[str]:
    """The travel pile, top first, as the compiled rules shuffled it in the step that led to `state`.

    The cards drawn since are in one hand, so their order among themselves leaves no trace.
    """
    left = position(state, edition)["travel_pile"]
    drawn = Counter(discard)
    drawn.subtract(left)
    assert min(drawn.values(), default=0) >= 0, f"the new pile has other cards than the discard pile {discard}: {left}"
    return [*drawn.elements(), *left]


def referee_of_new_game(state: Any, edition: Edition, shuffle: Any) -> Referee:
    """The referee for a compiled game that was just reset: it deals and fills the spaces by itself."""
    start = position(state, edition)
    dealt = [card for hand in start["travel"] for card in hand.elements()]
    return Referee(
        edition.data,
        int(state.num_players),
        int(state.max_rounds),
        dealt + start["travel_pile"],
        state.expedition_pile[: state.expeditions_in_game].tolist(),
        tuple(book["right"] for book in start["books"]),
        shuffle,
    )


def referee_at(state: Any, edition: Edition, shuffle: Any) -> Referee:
    """A referee that stands where the compiled `state` stands."""
    here = deepcopy(position(state, edition))
    referee = Referee(edition.data, int(state.num_players), int(state.max_rounds), [], [], ([], []), shuffle)
    for name in ("round", "phase", "last_round", "truncated", "pages_turned"):
        setattr(referee, name, here[name])
    for name in ("travel_pile", "discard", "expedition_pile", "removed"):
        setattr(referee, name, here[name])
    referee.seat = here["player"]
    referee.table = Table(**here["table"])
    referee.books = dict(zip(("north", "south"), here["books"], strict=True))
    referee.spaces = [Space(card, seats) for card, seats in zip(here["spaces"], here["markers"], strict=True)]
    of_each_player = ("silver", "location", "joker", "travel", "assistants", "in_front", "beneath", "expeditions")
    referee.players = [
        Player(**{name: here[name][seat] for name in of_each_player}) for seat in range(state.num_players)
    ]
    return referee
