"""A toy edition for the referee of Afritoria.

Its animals, from the weakest to the strongest: ant, bee, cat, dog, elk, fox. Their values follow another order.
"""

from collections import Counter
from itertools import chain

from refereed import play
from referees.afritoria import Referee

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
    """A short way to write cards: "ranger, green cat"."""
    return text.split(", ") if text else []


def game(hands, row=(), pile=PILE, piles=None, max_rounds=100, edition=NEVER_ASKED):
    """The start of a round; `hands` are filled up to six cards, `piles` are the score piles."""
    full = [[*hand, *FILLER[: 6 - len(hand)]] for hand in hands]
    assert not row or len(row) == len(hands)  # what starts a round with fewer is an exhausted pile
    referee = Referee(edition, len(hands), max_rounds, [*chain(*full), *row, *pile])
    for player, score_pile in zip(referee.players, piles or [], strict=False):
        player.score_pile = cards(score_pile)
    return referee


def reveal(played, row, **more):
    """A round right after everybody has revealed one card."""
    referee = game([[card] for card in cards(played)], cards(row), **more)
    play(referee, *(f"commit {card}" for card in cards(played)))
    return referee


def position(referee, *names):
    """Parts of the snapshot."""
    whole = referee.snapshot()
    return [whole[name] for name in names]


def gained(referee, seat):
    """What a hand holds besides the filler."""
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
    """After a round that cost every player a ranger only. Each hand is five cards; the pile tells what is drawn."""
    row = ["poacher"] * len(hands)
    referee = game([["ranger", *hand] for hand in hands], row, pile=pile, edition=TOY, **options)
    play(referee, *["commit ranger"] * len(hands))
    return referee
