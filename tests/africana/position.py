"""Convert between compiled states of Africana and positions of the referee."""

from collections import Counter
from typing import Any

from referees.africana import Referee

from africana_env.engine.game.contract import Edition
from africana_env.engine.game.state import CUT_OFF, RUNNING
from africana_env.games.africana.edition import artifact_kinds
from africana_env.games.africana.rules.memory import remember_hands_alone
from africana_env.games.africana.rules.scoring import COLLECTIONS
from africana_env.games.africana.rules.state import (
    BENEATH,
    EMPTY,
    IN_BOOK,
    IN_FRONT,
    MARKERS,
    NOBODY,
    OUT_OF_GAME,
    PHASE_NAMES,
)


def colours(edition: Edition) -> list[str]:
    return [entry["colour"] for entry in edition.data["travel_cards"]]


def cards(edition: Edition, counts: Any) -> Counter[str]:
    """Return counts by colour as a counter without zeros."""
    assert min(counts) >= 0
    return +Counter(dict(zip(colours(edition), map(int, counts), strict=True)))


def position(state: Any, edition: Edition) -> dict[str, Any]:
    """Return the compiled `state` in the form of `Referee.snapshot()`."""
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
    """Return the travel pile, top first, as shuffled in the step that led to `state`.

    The cards drawn since are in one hand, so their order leaves no trace.
    """
    left = position(state, edition)["travel_pile"]
    drawn = Counter(discard)
    drawn.subtract(left)
    assert min(drawn.values(), default=0) >= 0, f"the new pile has other cards than the discard pile {discard}: {left}"
    return [*drawn.elements(), *left]


def referee_of_new_game(state: Any, edition: Edition, shuffle: Any) -> Referee:
    """Return a referee for a compiled game after `reset`. The referee deals and fills the spaces."""
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


def put_position(state: Any, edition: Edition, at: dict[str, Any]) -> None:
    """Bring the compiled `state` into the position `at`, without memory of hands."""
    names = colours(edition)
    locations = [entry["name"] for entry in edition.data["locations"]]
    state.current_player, state.round_number = at["player"], at["round"]
    state.phase = PHASE_NAMES.index(at["phase"])
    state.last_round, state.pages_turned = at["last_round"], at["pages_turned"]
    for kind in ("travel", "assistants"):
        state[f"table_{kind}"] = [at["table"][kind][name] for name in names]
    state.table_joker = at["table"]["joker"]
    state.discard = [at["discard"][name] for name in names]
    pile = [names.index(name) for name in at["travel_pile"][::-1]]
    state.travel_pile_size = len(pile)
    state.travel_pile = padded(pile, len(state.travel_pile))
    state.expedition_pile = padded(at["expedition_pile"], len(state.expedition_pile))
    state.next_expedition, state.expeditions_in_game = 0, len(at["expedition_pile"])
    state.space = padded([EMPTY if card is None else card for card in at["spaces"]], len(state.space))
    state.markers[: len(at["markers"])] = [sum(1 << seat for seat in seats) for seats in at["markers"]]
    state.expedition_owner, state.adventure_place = NOBODY, IN_BOOK
    state.adventure_place[len(edition.data["adventures"]) :] = OUT_OF_GAME
    state.adventure_place[sorted(at["removed"])] = OUT_OF_GAME
    for number, book in enumerate(at["books"]):
        line = book["left"][::-1] + book["right"]
        state.book[number] = padded(line, len(state.book[number]))
        state.book_size[number], state.book_left[number] = len(line), len(book["left"])
        state.book_seen[number] = min(len(book["left"]) + 1, len(line))
    for seat in range(state.num_players):
        for name in ("silver", "joker"):
            state[name][seat] = at[name][seat]
        for kind in ("travel", "assistants"):
            state[kind][seat] = [at[kind][seat][name] for name in names]
        state.location[seat] = locations.index(at["location"][seat])
        state.markers_left[seat] = MARKERS - sum(seat in seats for seats in at["markers"])
        put_contracts(state, edition, seat, at)
    remember_hands_alone(state)


def padded(numbers: list[int], size: int) -> list[int]:
    """Return the numbers followed by empty places."""
    return [*numbers, *[EMPTY] * (size - len(numbers))]


def put_contracts(state: Any, edition: Edition, seat: int, at: dict[str, Any]) -> None:
    """Set the finished and unfinished contracts of a company, and their counts."""
    data, kinds = edition.data, artifact_kinds(edition.data)
    to_do, done = ([data["adventures"][card] for card in sorted(at[place][seat])] for place in ("in_front", "beneath"))
    artifacts = [sum(entry.get("artifact") == kind for entry in done) for kind in kinds]
    state.adventure_place[sorted(at["in_front"][seat])] = IN_FRONT + seat
    state.adventure_place[sorted(at["beneath"][seat])] = BENEATH + seat
    state.expedition_owner[sorted(at["expeditions"][seat])] = seat
    state.expedition_points[seat] = sum(data["expeditions"][card]["points"] for card in at["expeditions"][seat])
    state.adventures_in_front[seat] = len(to_do)
    state.artifacts_in_front[seat] = sum("artifact" in entry for entry in to_do)
    state.artifacts[seat, : len(kinds)] = artifacts
    state.collection_points[seat] = COLLECTIONS[tuple(state.artifacts[seat])]
    state.adventure_points[seat] = sum(entry["points"] for entry in done)
    state.assistant_adventures[seat] = len(done) - sum(artifacts)
