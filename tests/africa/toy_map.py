"""A toy map of Africa, played by the referee and the compiled rules together.

It has four rows of six hexagons, each row half a hexagon further east than the previous row:

    a0 a1 a2 a3 a4 a5
      b0 b1 b2 b3 b4 b5        around b2: b3 east, a3 northeast, a2 northwest, b1 west, c1 southwest, c2 southeast
        c0 c1 c2 c3 c4 c5      two steps from b2: b4, a4, a1, b0, c0, d0, d1, d2, c3; three more are off the map
          d0 d1 d2 d3 d4 d5    cities: a0, a5, d0, d5 and c0
"""

from africa.lockstep import GAME, Lockstep
from refereed import BothSides, legal, plain_edition, play
from referees import africa as plain

SPACES = [f"{row}{column}" for row in "abcd" for column in range(6)]
CITIES = ["a0", "a5", "d0", "d5", "c0"]
LION, IBEX = ("animal", "lion"), ("animal", "ibex")
SALT, IVORY, CLOTH = ("good", "salt"), ("good", "ivory"), ("good", "cloth")
GOLD, GOLD_2, GEMS, GEMS_2 = ("gold", 1), ("gold", 2), ("gems", 1), ("gems", 2)
NOMAD, MONUMENT = ("nomad",), ("monument",)
END, SKIP, LEAVE, NO_TRADE = "end turn", "skip action", "leave piece", "do not trade"
RESEARCH, FOR_MINERALS = "camp for research", "camp for minerals"
DIRECTIONS = ["east", "northeast", "northwest", "west", "southwest", "southeast"]
AROUND_B2 = ["b3", "a3", "a2", "b1", "c1", "c2"]
WALKS = {  # how far each leads, in axial coordinates
    "walk east": (1, 0),
    "walk northeast": (1, -1),
    "walk northwest": (0, -1),
    "walk west": (-1, 0),
    "walk southwest": (-1, 1),
    "walk southeast": (0, 1),
    "walk twice east": (2, 0),
    "walk twice northeast": (2, -2),
    "walk twice northwest": (0, -2),
    "walk twice west": (-2, 0),
    "walk twice southwest": (-2, 2),
    "walk twice southeast": (0, 2),
    "walk southeast and east": (1, 1),
    "walk east and northeast": (2, -1),
    "walk northeast and northwest": (1, -2),
    "walk northwest and west": (-1, -1),
    "walk west and southwest": (-2, 1),
    "walk southwest and southeast": (-1, 2),
}
FROM_B2 = {  # all walks that stay on the map
    **{f"walk {direction}": space for direction, space in zip(DIRECTIONS, AROUND_B2, strict=True)},
    "walk twice east": "b4",
    "walk east and northeast": "a4",
    "walk northwest and west": "a1",
    "walk twice west": "b0",
    "walk west and southwest": "c0",
    "walk twice southwest": "d0",
    "walk southwest and southeast": "d1",
    "walk twice southeast": "d2",
    "walk southeast and east": "c3",
}
BENT_FROM_B2 = {  # the two spaces between
    "walk east and northeast": ("b3", "a3"),
    "walk northwest and west": ("a2", "b1"),
    "walk west and southwest": ("b1", "c1"),
    "walk southwest and southeast": ("c1", "c2"),
    "walk southeast and east": ("c2", "b3"),
}


def hexagon(name, q, r, **more):
    return {"name": name, "q": q, "r": r, **more}


TOY = {
    "spaces": [
        hexagon(name, int(name[1]), "abcd".index(name[0]), **({"city": True} if name in CITIES else {}))
        for name in SPACES
    ],
    "species": [{"name": "lion", "count": 6}, {"name": "ibex", "count": 6}],
    "goods": [{"name": name, "count": 5} for name in ("salt", "ivory", "cloth", "tea", "wax")],
    "camps": {"supply": 10, "per_player": 2},
    "turn": {"actions": 2},
}
YOUNG = TOY | {"turn": {"actions": 1}}


class Toy(Lockstep):
    """A game whose last monument is set by the test."""

    def positions(self):
        compiled, plain_position = super().positions()
        return compiled | {"monuments": self.referee.last_monument - self.state.monuments_left}, plain_position


class Referee(BothSides, plain.Referee):
    def __init__(self, edition, num_players, max_rounds, markers):
        super().__init__(edition, num_players, max_rounds, markers)
        self.game = Toy(compiled_edition(edition), num_players, max_rounds, seed=0)


def compiled_edition(edition):
    """Return the edition with nomads on all spaces, to be replaced by the markers of a test."""
    inland = sum(not space.get("city") for space in edition["spaces"])
    none = {"count": 0}
    return plain_edition(
        GAME,
        {
            **edition,
            **{section: [{**entry, **none} for entry in edition[section]] for section in ("species", "goods")},
            "minerals": [],
            "nomads": {"count": inland},
            "monuments": {**none, "last_of_two": 0},
            "camps": {"supply_of_two": 0, **edition["camps"]},
        },
    )


def new_game(num_players=2, down=None, edition=TOY, max_rounds=100):
    down = down or {}
    return Referee(edition, num_players, max_rounds, [down.get(space["name"]) for space in edition["spaces"]])


def game(at="b2", others=("a0",), down=None, up=None, camps=(), last_monument=11, **more):
    """Return the start of seat 0's turn, its researcher on `at`, the others on `others`."""
    referee = new_game(1 + len(others), down, **more)
    play(referee, *(f"put researcher on {city}" for city in CITIES[: 1 + len(others)]))
    for player, space in zip(referee.players, (at, *others), strict=True):
        player.researcher = space
    referee.face_up = dict(up or {})
    referee.camps = set(camps)
    referee.last_monument = last_monument
    return referee


def packed(*free, down=None, up=None, **more):
    """Return a game with a camp on every space except the free ones and those with a marker."""
    down, up = down or {}, up or {}
    return game(camps=[space for space in SPACES if space not in {*free, *down, *up}], down=down, up=up, **more)


def destinations(referee):
    return {action.removeprefix("put piece on ") for action in legal(referee, "put piece on ")}


def position(referee, *names):
    """Return parts of the snapshot as a list; for one name, the part itself."""
    whole = referee.snapshot()
    return [whole[name] for name in names] if len(names) > 1 else whole[names[0]]


def board(referee, *spaces):
    return [position(referee, "board")[space] for space in spaces]


def points(referee, seat=0):
    return position(referee, "points")[seat]


def give(referee, seat, **goods):
    referee.players[seat].goods.update(goods)


def goods(referee, seat):
    """Return the goods of a seat without zeros."""
    return {kind: number for kind, number in position(referee, "goods")[seat].items() if number}
