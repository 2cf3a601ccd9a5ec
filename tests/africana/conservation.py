"""Where every card and marker of Africana is."""

from collections import Counter

from africana.position import cards, position

from africana_env.games.africana.rules.state import COLOURS, DRAWN, EMPTY, GIVEN_UP, MARKERS, SHUFFLED


def check_conservation(state, edition):
    """Fail unless every card is in one place, and every count kept beside the cards is right."""
    at, data = position(state, edition), edition.data
    seats = range(state.num_players)

    travel = [*at["travel"], at["discard"], at["table"]["travel"], Counter(at["travel_pile"])]
    assert sum(travel, Counter()) == cards(edition, [entry["count"] for entry in data["travel_cards"]])
    assert (state.travel_pile[state.travel_pile_size :] == EMPTY).all()

    open_now = [card for card in at["spaces"] if card is not None]
    finished = [card for owned in at["expeditions"] for card in owned]
    left_out = state.expedition_pile[state.expeditions_in_game : len(data["expeditions"])].tolist()
    everywhere = at["expedition_pile"] + open_now + finished + left_out
    assert sorted(everywhere) == list(range(len(data["expeditions"])))
    assert [data["expeditions"][card]["back"] for card in left_out] == ["C"] * len(left_out)
    backs = [data["expeditions"][card]["back"] for card in at["expedition_pile"]]
    assert backs == sorted(backs)

    in_books = [card for book in at["books"] for half in book.values() for card in half]
    owned = [card for place in at["in_front"] + at["beneath"] for card in place]
    gone = [card for card in at["removed"] if card < len(data["adventures"])]
    assert sorted(in_books + owned + gone) == list(range(len(data["adventures"])))
    for book, half in enumerate(("north", "south")):
        line = state.book[book]
        assert all(data["adventures"][card]["book"] == half for card in line[: state.book_size[book]])
        assert (line[state.book_size[book] :] == EMPTY).all()
        shown = min(state.book_left[book] + 1, state.book_size[book])
        assert shown <= state.book_seen[book] <= state.book_size[book]

    for seat in range(len(state.silver)):
        out = sum(seat in markers for markers in at["markers"])
        assert state.markers_left[seat] == (MARKERS - out if seat in seats else 0)
    for space in range(len(at["spaces"])):
        assert at["spaces"][space] is not None or not at["markers"][space]

    events = state.travel_events[: state.num_travel_events].tolist()
    assert events.count(SHUFFLED) == state.era
    assert (state.travel_events[state.num_travel_events :] == EMPTY).all()
    for seat in seats:
        done = [data["adventures"][card] for card in at["beneath"][seat]]
        todo = [data["adventures"][card] for card in at["in_front"][seat]]
        gained = Counter(entry["assistant"] for entry in done if "assistant" in entry)
        assert at["assistants"][seat] <= gained
        assert state.assistant_adventures[seat] == gained.total()
        assert state.adventures_in_front[seat] == len(todo)
        assert state.artifacts_in_front[seat] == sum("artifact" in entry for entry in todo)
        assert state.adventure_points[seat] == sum(entry["points"] for entry in done)
        assert state.artifacts[seat].sum() == len(done) - gained.total()
        won = sum(data["expeditions"][card]["points"] for card in at["expeditions"][seat])
        assert state.expedition_points[seat] == won
        assert state.silver[seat] >= 0
        given_up = [events.count(GIVEN_UP + COLOURS * seat + colour) for colour in range(COLOURS)]
        assert (state.drawn[:, seat].sum(axis=0) - given_up == state.travel[seat]).all()
        assert state.drawn[:, seat].sum() == events.count(DRAWN + seat)
    assert at["table"]["assistants"] <= at["assistants"][state.current_player]
    assert at["table"]["joker"] <= at["joker"][state.current_player]
