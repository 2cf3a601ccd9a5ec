"""The numbers that animals are drawn from, and the axes along which they change."""

from dataclasses import dataclass

from africana_env.engine.game.contract import Axis


@dataclass(frozen=True)
class Numbers:
    """The standard numbers. None: as in the edition whose documented data stay."""

    animals: int | None = None
    """Animals of a colour."""
    weakest: tuple[float, float] = (5.0, 10.0)
    """Value of the weakest animal, least and most."""
    strongest: tuple[float, float] = (2.0, 6.0)
    """Value of the strongest animal."""
    least_fall: float = 0.0
    """Least difference from the strongest animal up to the weakest."""
    noise: float = 1.5
    """Largest difference between a value and the line from the weakest to the strongest animal."""
    specials: tuple[int, int] | None = None
    """Rangers and poachers."""
    copies: int | None = None
    """Cards of an animal."""
    hand: tuple[int, int, int] | None = None
    """Cards in a hand, animals of one colour that it needs to be shown, and cards then put under the pile."""


AXES = (
    Axis(
        "size",
        "animals of a colour; standard 11",
        {"medium": {"animals": 9}, "small": {"animals": 7}, "tiny": {"animals": 5}},
    ),
    Axis(
        "mix",
        "rangers and poachers; standard 4 each",
        {"uneven": {"specials": (4, 1)}, "steep": {"specials": (0, 4)}, "rare": {"specials": (0, 0)}},
    ),
    Axis(
        "pay",
        "values of animals; standard 5 to 10 for the weakest, 2 to 6 for the strongest",
        {
            "flat": {"weakest": (6.0, 6.0), "strongest": (6.0, 6.0), "noise": 0.0},
            "rising": {"weakest": (2.0, 4.0), "strongest": (10.0, 16.0), "least_fall": -14.0},
            "wild": {"noise": 12.0},
        },
    ),
    Axis("length", "cards of an animal; standard 2", {"short": {"copies": 1}}),
    Axis(
        "hidden",
        "cards in a hand; standard 6",
        {"few": {"hand": (5, 4, 2)}, "fewer": {"hand": (4, 3, 2)}, "least": {"hand": (3, 2, 1)}},
    ),
)
