"""A toy edition of Afritoria, played by the referee and the compiled rules together.

Its animals, from the weakest to the strongest: ant, bee, cat, dog, elk, fox. Their values follow another order.
"""

from collections import Counter
from itertools import chain

from afritoria.lockstep import GAME, Lockstep
from refereed import BothSides, plain_edition, play
from referees import afritoria as plain

from africana_env.games.afritoria.rules.state import EMPTY, NOT_PLAYED, NOT_PUT

COLOURS = ["green", "blue", "red", "yellow"]
VALUES = {"ant": 5, "bee": 1, "cat": 4, "dog": 2, "elk": 6, "fox": 3}


def edition_of(values, **more):
    return {
        "colours": [{"name": colour, "park": f"{colour} park"} for colour in COLOURS],
        "animals": [
            {"name": name, "strength": strength, "value": value, "copies": 2}
            for strength, (name, value) in enumerate(values.items(), start=1)
        ],
        "specials": [{"name": "ranger", "count": 4}, {"name": "poacher", "count": 4}],
        "deal": {"hand": 6},
        "show": {"animals": 5, "cards": 3},
        **more,
    }


TOY = edition_of(VALUES)
NEVER_ASKED = TOY | {"show": {"animals": 5, "cards": 99}}  # the pile is too small for a show: rounds end at once
ELEVEN = edition_of({f"animal{number}": (7 * number) % 11 + 1 for number in range(1, 12)})
FILLER = ["ranger", "ranger", "poacher", "poacher", "green ant"]  # never five animals of one colour
PILE = ["blue bee", "poacher", "green bee", "ranger", "blue cat", "green cat", "blue dog", "green dog"]
NEXT, SECOND, THIRD = (f"steal from {which} player" for which in ("the next", "the 2nd next", "the 3rd next"))


def cards(text):
    """Return the cards of a text like "ranger, green cat"."""
    return text.split(", ") if text else []


class Toy(Lockstep):
    observes = False

    def put_position(self):
        """Bring the compiled state to the start of a round without cards under the pile."""
        state, kind_of, at = self.state, self.names.index, self.referee.snapshot()
        assert at["phase"] == "commit"
        assert not any([*at["played"], *at["under"]])
        state.round_number = at["round"]
        state.played, state.standing, state.committed = EMPTY, NOT_PLAYED, EMPTY
        fill(state.row, map(kind_of, at["row"]))
        fill(state.pile, map(kind_of, at["pile"]))
        state.pile_first, state.pile_size, state.pile_from = 0, len(at["pile"]), NOT_PUT
        state.discard = state.in_sight = 0
        for card, count in at["discard"].items():
            state.discard[kind_of(card)] = count
        for card in [*at["row"], *Counter(at["discard"]).elements(), *chain(*at["score_piles"])]:
            state.in_sight[kind_of(card)] += 1
        for seat, (hand, scored) in enumerate(zip(at["hands"], at["score_piles"], strict=True)):
            fill(state.hand[seat], map(kind_of, hand))
            state.hand_seen[seat], state.hand_size[seat] = 1 << seat, len(hand)
            state.score_pile[seat, : len(scored)] = [kind_of(card) + 1 for card in scored]
            state.score_size[seat], state.points[seat] = len(scored), self.points_of(seat)

    def points_of(self, seat):
        return plain.Referee.scores(self.referee)[seat]["points"]


class Referee(BothSides, plain.Referee):
    def __init__(self, edition, num_players, max_rounds, deck):
        super().__init__(edition, num_players, max_rounds, deck)
        hands = {"cards": edition["deal"]["hand"]}
        hands |= {f"show_{what}": number for what, number in edition["show"].items()}
        data = {**edition, "hands": [hands]}
        self.game = Toy(plain_edition(GAME, data), num_players, max_rounds, seed=0)


def fill(places, kinds):
    """Put cards on the first places, and clear the others."""
    kinds = list(kinds)
    places[:] = EMPTY
    places[: len(kinds)] = kinds


def game(hands, row=(), pile=PILE, piles=None, max_rounds=100, edition=NEVER_ASKED):
    """Return the start of a round; `hands` are filled up to six cards, `piles` are the score piles."""
    full = [[*hand, *FILLER[: 6 - len(hand)]] for hand in hands]
    assert not row or len(row) == len(hands)  # only an exhausted pile gives a shorter row
    referee = Referee(edition, len(hands), max_rounds, [*chain(*full), *row, *pile])
    for player, score_pile in zip(referee.players, piles or [], strict=False):
        player.score_pile = cards(score_pile)
    return referee


def reveal(played, row, **more):
    """Return a round right after each player has revealed one card."""
    referee = game([[card] for card in cards(played)], cards(row), **more)
    play(referee, *(f"commit {card}" for card in cards(played)))
    return referee


def position(referee, *names):
    """Return parts of the snapshot."""
    whole = referee.snapshot()
    return [whole[name] for name in names]


def gained(referee, seat):
    """Return the cards of a hand besides the filler."""
    return sorted((Counter(referee.snapshot()["hands"][seat]) - Counter(FILLER)).elements())


def on_offer(texts):
    return {f"take {card}" for card in cards(texts)}


def full_deck(edition, num_players):
    return [
        *(
            f"{colour['name']} {animal['name']}"
            for colour in edition["colours"][:num_players]
            for animal in edition["animals"]
            for _ in range(animal["copies"])
        ),
        *(special["name"] for special in edition["specials"] for _ in range(special["count"])),
    ]


GREENS = cards("green ant, green bee, green cat, green dog, green elk")
OTHERS = cards("blue ant, blue bee, ranger, ranger, poacher")


def shower(hands=(GREENS, OTHERS), pile=PILE, **options):
    """Return the offers to show after a round in which every player lost a ranger and drew a card of the pile."""
    row = ["poacher"] * len(hands)
    referee = game([["ranger", *hand] for hand in hands], row, pile=pile, edition=TOY, **options)
    play(referee, *["commit ranger"] * len(hands))
    return referee
