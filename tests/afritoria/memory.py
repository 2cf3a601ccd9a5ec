"""The memory of each seat in a game of Afritoria, from watching it."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from referees.afritoria import Player, Referee


@dataclass
class Put:
    """A card under the pile."""

    seat: int
    card: str
    show: int
    """The show that put it there, counted from 1 for the seat."""


@dataclass
class Shown:
    """The hand that a seat has shown last."""

    cards: list[str] = field(default_factory=list)
    played: Counter[str] = field(default_factory=Counter)
    """Shown cards that may be among the played ones: not all others knew another card like it."""
    put: int = 0
    """Number of shown cards put under the pile."""
    turned_up: Counter[str] = field(default_factory=Counter)
    """Shown cards that were put under the pile and came up in the row."""
    drawn: list[Counter[str]] = field(default_factory=list)
    """By seat: shown cards that this seat drew from under the pile."""
    number: int = 0
    """Hands shown by the seat so far."""

    def gone(self, card: str) -> int:
        """Count the cards like this one that are not sure to be in the hand or under the pile."""
        return self.played[card] + self.turned_up[card]


class Memory:
    """Watches a referee's game and remembers what each seat can follow: open cards, and its own under the pile."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        seats = range(referee.num_players)
        self.known: list[list[Counter[str]]] = [[Counter() for _ in seats] for _ in seats]
        """By observer and seat: cards in the hand that the observer knows; of its own hand, cards known to all."""
        self.shown = [Shown() for _ in seats]
        self.under: list[Put] = []
        """The cards put under the pile, top first."""
        self._drawer: int | None = None
        for name in ("fill_hand", "start_round", "draw", "reveal", "win", "show_hand", "put_under"):
            setattr(referee, name, _after(getattr(referee, name), getattr(self, f"_{name}")))

    def _seat(self, player: Player) -> int:
        return next(seat for seat, other in enumerate(self.referee.players) if other is player)

    # Each wraps the referee's function of this name, which is the first argument.

    def _fill_hand(self, act: Any, player: Player) -> None:
        self._drawer = self._seat(player)
        act(player)

    def _start_round(self, act: Any) -> None:
        self._drawer = None
        act()

    def _draw(self, act: Any) -> str:
        card = act()
        if len(self.under) > len(self.referee.pile):
            put = self.under.pop(0)
            if self._drawer is not None and put.seat != self._drawer:
                self.known[put.seat][self._drawer][put.card] += 1
            shown = self.shown[put.seat]
            if self._drawer is not None and put.show == shown.number and put.seat != self._drawer:
                shown.drawn[self._drawer][card] += 1
            if self._drawer is None and put.show == shown.number:
                if shown.gone(card) == shown.cards.count(card):
                    shown.played[card] -= 1  # another card was played
                shown.turned_up[card] += 1
        return card

    def _reveal(self, act: Any) -> None:
        for seat, player in enumerate(self.referee.players):
            card = str(player.played)
            aware = [self.known[observer][seat][card] > 0 for observer in self._others(seat)]
            for observer in self._others(seat):
                self.known[observer][seat] -= Counter([card])
            shown = self.shown[seat]
            if not all(aware) and shown.gone(card) < shown.cards.count(card):
                shown.played[card] += 1
        act()

    def _win(self, act: Any, player: Player, card: str) -> None:
        seat = self._seat(player)
        for observer in self._others(seat):
            self.known[observer][seat][card] += 1
        act(player, card)

    def _show_hand(self, act: Any) -> None:
        seat = self.referee.seat
        for observer in self._others(seat):
            self.known[observer][seat] = Counter()
        nothing = [Counter[str]() for _ in self.referee.players]
        self.shown[seat] = Shown(sorted(self.referee.mover.hand), drawn=nothing, number=self.shown[seat].number + 1)
        act()

    def _put_under(self, act: Any, card: str) -> None:
        seat = self.referee.seat
        self._drawer = seat
        shown = self.shown[seat]
        shown.put += 1
        self.under.append(Put(seat, card, shown.number))
        act(card)

    def _others(self, seat: int) -> list[int]:
        return [other for other in range(self.referee.num_players) if other != seat]

    def in_pile(self, seat: int) -> int:
        """Count the cards of a seat's last shown hand that are still under the pile."""
        return sum(put.seat == seat and put.show == self.shown[seat].number for put in self.under)


def _after(act: Any, watch: Any) -> Any:
    return lambda *arguments: watch(act, *arguments)
