"""A toy edition of Africana, played by the referee and the compiled rules together.

Its map is a ring of six locations: Ada, Bor and Cid north of the equator, Dar, Elo and Fez south of it.
"""

from itertools import pairwise

from africana.lockstep import GAME, Lockstep
from refereed import BothSides, plain_edition
from referees import africana as plain

DRAW, END = "draw travel cards", "end turn"


def adventure(book, target, silver=0, points=0, **kind):
    return {"book": book, "target": target, "silver": silver, "points": points, "status": "assumed", **kind}


def expedition(back, start, target, silver, points):
    return {"back": back, "start": start, "target": target, "silver": silver, "points": points, "status": "assumed"}


TOY = {
    "companies": [
        {"name": name, "start": start, "silver": silver}
        for name, start, silver in [
            ("Italy", "Ada", 2),
            ("France", "Fez", 2),
            ("Germany", "Bor", 3),
            ("England", "Cid", 4),
        ]
    ],
    "travel_cards": [
        {"colour": colour, "count": count}
        for colour, count in [("gray", 6), ("orange", 6), ("violet", 6), ("magenta", 0), ("turquoise", 0)]
    ],
    "spaces": [{"silver": silver, "travel_cards": cards} for silver, cards in [(2, 0), (0, 1), (1, 0), (0, 1), (2, 0)]],
    "locations": [
        {"name": "Ada", "half": "north", "symbols": ["gray"], "position": [0, 0]},
        {"name": "Bor", "half": "north", "symbols": ["orange"]},
        {"name": "Cid", "half": "north", "symbols": ["gray", "violet"]},
        {"name": "Dar", "half": "south", "symbols": ["violet"]},
        {"name": "Elo", "half": "south", "symbols": ["orange"]},
        {"name": "Fez", "half": "south", "symbols": ["gray", "orange"]},
    ],
    "routes": [{"between": list(pair)} for pair in pairwise(["Ada", "Bor", "Cid", "Dar", "Elo", "Fez", "Ada"])],
    "expeditions": [
        expedition("A", "Ada", "Bor", 3, 1),
        expedition("A", "Ada", "Cid", 4, 1),
        expedition("A", "Ada", "Bor", 3, 2),
        expedition("A", "Ada", "Dar", 5, 2),
        expedition("A", "Ada", "Elo", 4, 2),
        expedition("B", "Fez", "Cid", 2, 4),
        expedition("B", "Bor", "Elo", 2, 5),
        expedition("B", "Cid", "Fez", 3, 4),
        expedition("C", "Dar", "Bor", 1, 6),
        expedition("C", "Elo", "Ada", 1, 7),
    ],
    "removals": [],
    "adventures": [
        adventure("north", "Dar", 3, 2, artifact="Mask"),
        adventure("north", "Elo", 2, 3, artifact="Mask"),
        adventure("north", "Fez", 4, 1, artifact="Drum"),
        adventure("north", "Dar", 2, 2, artifact="Vase"),
        adventure("north", "Elo", assistant="gray"),
        adventure("north", "Fez", assistant="violet"),
        adventure("south", "Ada", 3, 2, artifact="Mask"),
        adventure("south", "Bor", 2, 3, artifact="Drum"),
        adventure("south", "Cid", 4, 1, artifact="Vase"),
        adventure("south", "Bor", 2, 2, artifact="Idol"),
        adventure("south", "Ada", assistant="gray"),
        adventure("south", "Cid", assistant="orange"),
    ],
}
NORTH, SOUTH = list(range(6)), list(range(6, 12))
PILE = ["gray", "orange", "violet"] * 6


class Referee(BothSides, plain.Referee):
    shuffles = 300

    def __init__(self, num_players, max_rounds, travel_pile, expedition_pile, books, shuffle):
        super().__init__(TOY, num_players, max_rounds, list(travel_pile), list(expedition_pile), books, shuffle)
        self.game = Lockstep(EDITION, num_players, max_rounds, seed=0)


EDITION = plain_edition(GAME, TOY)


def game(
    num_players=2, travel_pile=PILE, expedition_pile=range(10), max_rounds=100, books=(NORTH, SOUTH), shuffle=None
):
    return Referee(num_players, max_rounds, travel_pile, expedition_pile, books, shuffle or in_alphabetical_order)


def in_alphabetical_order(discard):
    return sorted(discard.elements())
