"""The numbers that boards are drawn from, and the axes along which they change."""

from dataclasses import dataclass

from africana_env.engine.game.contract import Axis

Range = tuple[int, int]
"""A least and a most number."""


@dataclass(frozen=True)
class Numbers:
    """The standard numbers. None: as in the edition whose documented data stay."""

    half_locations: int | None = None
    """Locations in each half."""
    routes: Range = (30, 34)
    """Routes on a map of 22 places; smaller maps have proportionally fewer."""
    routes_each: Range = (2, 5)
    """Routes at a location."""
    crossings: Range = (4, 6)
    """Routes across the equator."""
    mean_distance: tuple[float, float] = (2.5, 3.1)
    """Steps between two of 22 locations; `reconstructed` has 2.9. Smaller maps scale it by the root of their size."""
    journey: Range = (2, 21)
    """Steps from the start to the target of an expedition."""
    travel_cards: tuple[int, ...] | None = None
    """Travel cards of each colour, for the colours in random order."""
    silver_noise: tuple[int, ...] = (-1, 0, 0, 1)
    """Silver added to the usual pay of an expedition, each equally likely."""
    points_noise: tuple[int, ...] = (-1, 0, 0, 1)
    far_pay: int = 1
    """Pay for each of the first two steps of a journey beyond two; half as much where a card pays little."""
    expeditions: tuple[int, int, int] | None = None
    """Expeditions with the backs A, B and C."""
    removed: tuple[int, int, int] | None = None
    """C cards left out with 2, 3 and 4 players."""


AXES = (
    Axis(
        "size",
        "locations in each half; standard 11",
        {"medium": {"half_locations": 9}, "small": {"half_locations": 7}, "tiny": {"half_locations": 5}},
    ),
    Axis(
        "net",
        "routes; standard 30 to 34",
        {
            "sparse": {"routes": (26, 30), "mean_distance": (2.5, 3.6)},
            "dense": {"routes": (40, 43), "routes_each": (2, 7), "crossings": (5, 9), "mean_distance": (1.8, 2.8)},
            "full": {"routes": (48, 52), "routes_each": (2, 8), "crossings": (6, 14), "mean_distance": (1.8, 2.8)},
        },
    ),
    Axis(
        "distance",
        "steps from the start to the target of an expedition; standard 2 or more",
        {"next": {"journey": (1, 1)}, "near": {"journey": (1, 2)}, "far": {"journey": (4, 21)}},
    ),
    Axis(
        "mix",
        "travel cards of each colour; standard 8 to 16",
        {
            "uneven": {"travel_cards": (20, 15, 11, 8, 6)},
            "steep": {"travel_cards": (26, 16, 9, 6, 3)},
            "rare": {"travel_cards": (28, 26, 2, 2, 2)},
        },
    ),
    Axis(
        "pay",
        "silver and points of expeditions; standard 1 to 6 and 1 to 8",
        {
            "flat": {"silver_noise": (1,), "points_noise": (0,), "far_pay": 0},
            "poor": {"silver_noise": (-2,)},
            "wild": {"silver_noise": (-2, -2, 4), "points_noise": (-6, -6, -6, 16)},
        },
    ),
    Axis(
        "length",
        "expeditions in a game; standard 24 with two players",
        {
            "brief": {"expeditions": (4, 4, 6), "removed": (4, 3, 2)},
            "short": {"expeditions": (7, 7, 9), "removed": (6, 5, 3)},
            "long": {"removed": (0, 0, 0)},
        },
    ),
)
