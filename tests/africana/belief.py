"""The exact probabilities of the others' hands of travel cards, for one player of Africana.

The cards are followed one at a time, without eras. The only assumption shared with the game's `hands` is that choices
are no evidence: a card given up counts as picked blindly.
"""

from collections import Counter, defaultdict

Hands = tuple[tuple[int, ...], ...]


class Belief:
    """Probabilities of the hands of all seats for an observer; hands are counts by colour."""

    def __init__(self, printed: tuple[int, ...], players: int, observer: int) -> None:
        self.observer = observer
        self.pile_and_hands = Counter(dict(enumerate(printed)))
        """All cards except those given up since the last shuffle."""
        self.given_up: Counter[int] = Counter()
        nothing = (0,) * len(printed)
        self.chances: dict[Hands, float] = {(nothing,) * players: 1.0}

    def draw(self, seat: int, colour: int) -> None:
        """Draw a card from the pile; the observer sees only its own."""
        after: defaultdict[Hands, float] = defaultdict(float)
        for hands, chance in self.chances.items():
            pile = self._pile(hands)
            for drawn in [colour] if seat == self.observer else pile:
                after[_with(hands, seat, drawn, 1)] += chance * pile[drawn] / pile.total()
        self._take(after)

    def give_up(self, seat: int, colour: int) -> None:
        after: defaultdict[Hands, float] = defaultdict(float)
        for hands, chance in self.chances.items():
            picked = 1.0 if seat == self.observer else hands[seat][colour] / sum(hands[seat])
            if picked:
                after[_with(hands, seat, colour, -1)] += chance * picked
        self.pile_and_hands[colour] -= 1
        self.given_up[colour] += 1
        self._take(after)

    def shuffle(self) -> None:
        self.pile_and_hands += self.given_up
        self.given_up.clear()

    def _pile(self, hands: Hands) -> Counter[int]:
        held = Counter({colour: sum(hand[colour] for hand in hands) for colour in range(len(hands[0]))})
        return self.pile_and_hands - held

    def _take(self, chances: dict[Hands, float]) -> None:
        total = sum(chances.values())
        self.chances = {hands: chance / total for hands, chance in chances.items() if chance}


def _with(hands: Hands, seat: int, colour: int, number: int) -> Hands:
    hand = list(hands[seat])
    hand[colour] += number
    return (*hands[:seat], tuple(hand), *hands[seat + 1 :])
