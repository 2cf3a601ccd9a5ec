"""The numbers that boards are drawn from, and the axes along which they change."""

from dataclasses import dataclass

from africana_env.engine.game.contract import Axis

Range = tuple[int, int]
"""A least and a most number."""
CHANCES = tuple(0.7 ** (6 - near) for near in range(7))


@dataclass(frozen=True)
class Numbers:
    """The standard numbers. None: as in the edition whose documented data stay."""

    spaces: int | None = None
    cities: int | None = None
    land: tuple[float, ...] = CHANCES
    """Chances of a sea place to become land, by its neighbours on land; the more they differ, the rounder the land."""
    width: int = 13
    """Largest width and height of the land, in hexagons."""
    height: int = 14
    swaps: int = 12
    """Markers that become markers of another kind."""
    kind: Range = (3, 12)
    """Animals of a species, and nomads."""
    mineral: Range = (3, 8)
    """Gold, or gems, of a value."""
    minerals: tuple[int, int] | None = None
    """Gold and gems of value 1 and of value 2, of each; the other kinds make room."""
    monuments: Range | None = None
    """Monuments, and those found when a game of two players ends; the other kinds make room."""


AXES = (
    Axis(
        "size",
        "spaces; standard 101",
        {"medium": {"spaces": 80}, "small": {"spaces": 65}, "tiny": {"spaces": 50}},
    ),
    Axis(
        "net",
        "how round the land is",
        {
            "round": {"land": tuple(0.2 ** (6 - near) for near in range(7))},
            "ragged": {"land": (1.0, 1.0, 0.4, 0.2, 0.1, 0.1, 0.1), "width": 18, "height": 19},
            "thin": {"land": (1.0, 1.0, 0.05, 0.01, 0.01, 0.01, 0.01), "width": 24, "height": 26},
        },
    ),
    Axis("starts", "cities; standard 5", {"many": {"cities": 9}, "most": {"cities": 15}}),
    Axis(
        "mix",
        "markers that change their kind; standard 12. Markers of a kind; standard 3 to 12",
        {
            "uneven": {"swaps": 60, "kind": (2, 14), "mineral": (1, 10)},
            "steep": {"swaps": 200, "kind": (1, 17), "mineral": (0, 10)},
            "rare": {"swaps": 400, "kind": (0, 20), "mineral": (0, 3)},
        },
    ),
    Axis(
        "pay",
        "gold and gems of value 1, and of value 2; standard 5 each",
        {"poor": {"minerals": (2, 0)}, "flat": {"minerals": (10, 0)}, "rich": {"minerals": (4, 10)}},
    ),
    Axis(
        "length",
        "monuments, and those found when a game of two ends; standard 11 and 9",
        {
            "brief": {"monuments": (4, 3)},
            "short": {"monuments": (7, 5)},
            "long": {"monuments": (16, 15)},
        },
    ),
)
