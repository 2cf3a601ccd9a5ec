"""Changing the state of a new game of Africana by hand, without losing a card."""

from typing import Any

from africana_env.engine.contract import Edition
from africana_env.games.africana.rules.draw import give_up_travel_card, take_travel_card
from africana_env.games.africana.rules.scoring import COLLECTIONS
from africana_env.games.africana.rules.state import BENEATH, EMPTY, IN_FRONT, MOVE


class Editor:
    """Edits a game that was just reset."""

    def __init__(self, state: Any, edition: Edition) -> None:
        self.state = state
        self.data = edition.data
        self.tables: Any = edition.tables[0]

    def place(self, seat: int, location: str) -> None:
        """Put the explorer there."""
        self.state.location[seat] = [entry["name"] for entry in self.data["locations"]].index(location)

    def deal(self, seat: int, number: int) -> None:
        """Give travel cards from the top of the pile."""
        for _ in range(number):
            take_travel_card(self.state, seat)

    def discard(self, number: int) -> None:
        """Put travel cards from the top of the pile onto the discard pile, as if the player to move had them."""
        for _ in range(number):
            self.state.discard[self._give_up_the_next()] += 1

    def put_on_the_table(self, number: int) -> None:
        """Lay travel cards from the top of the pile on the table, as if played in this action."""
        self.state.phase = MOVE
        for _ in range(number):
            self.state.table_travel[self._give_up_the_next()] += 1

    def _give_up_the_next(self) -> int:
        state = self.state
        colour = int(state.travel_pile[state.travel_pile_size - 1])
        take_travel_card(state, state.current_player)
        give_up_travel_card(state, state.current_player, colour)
        return colour

    def hand_out(self, adventure: int, seat: int, finished: bool) -> None:
        """Put an adventure of a book in front of a seat, or beneath its company card with all that comes of it."""
        state, tables = self.state, self.tables
        book = tables.adventure_book[adventure]
        line = [card for card in state.book[book].tolist() if card not in (EMPTY, adventure)]
        assert len(line) == state.book_size[book] - 1
        state.book[book] = EMPTY
        state.book[book, : len(line)] = line
        state.book_size[book] = len(line)
        state.book_seen[book] = min(1, len(line))
        artifact = tables.adventure_artifact[adventure]
        state.adventure_place[adventure] = seat + (BENEATH if finished else IN_FRONT)
        if not finished:
            state.adventures_in_front[seat] += 1
            state.artifacts_in_front[seat] += artifact >= 0
        elif artifact >= 0:
            state.artifacts[seat, artifact] += 1
            state.collection_points[seat] = COLLECTIONS[tuple(state.artifacts[seat])]
            state.adventure_points[seat] += tables.adventure_points[adventure]
        else:
            state.assistant_adventures[seat] += 1
            state.assistants[seat, tables.adventure_assistant[adventure]] += 1

    def finish_from_the_pile(self, seat: int, number: int) -> None:
        """Count the next expeditions of the pile as finished by a seat."""
        for _ in range(number):
            self._finish(seat, self.state.expedition_pile[self.state.next_expedition])
            self.state.next_expedition += 1

    def finish_on_space(self, seat: int, space: int) -> None:
        """Count the expedition on a space as finished by a seat, the space as not yet refilled."""
        self._finish(seat, self.state.space[space])
        self.state.space[space] = EMPTY

    def _finish(self, seat: int, card: int) -> None:
        self.state.expedition_owner[card] = seat
        self.state.expedition_points[seat] += self.tables.expedition_points[card]

    @property
    def expeditions_left(self) -> int:
        """Cards in the expedition pile."""
        return int(self.state.expeditions_in_game - self.state.next_expedition)
