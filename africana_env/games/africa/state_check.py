"""State check: what the rules cannot go on from, beside markers that are not in one place (`rules/zones.py`)."""

import numpy as np

from africana_env.engine.game.state import RUNNING
from africana_env.engine.game.zones import somewhere
from africana_env.games.africa.rules.scoring import FIRST_POINTS, GOODS_POINTS, SECOND_POINTS
from africana_env.games.africa.rules.state import (
    DIRECTIONS,
    FACE_DOWN,
    FREE,
    GOOD,
    MARKER_KINDS,
    MAX_PLAYERS,
    MONUMENT,
    NO_SPACE,
    NOTHING,
    NOWHERE,
    OFF_THE_MAP,
    PIECES,
    PUT_FIND,
    PUT_MOVED,
    SET_UP,
    SPACES,
    SPECIES,
    TRADE,
)

SEATS = np.arange(MAX_PLAYERS)


def state_faults(table, states):
    """Yield what can be wrong, and in which states it is."""
    monuments = (states["lying"] == MONUMENT).sum(axis=1)
    yield "what lies on the map", map_is_wrong(table, states)
    yield "the researchers", researchers_are_wrong(states)
    yield "the markers of a kind", markers_are_wrong(table, states)
    yield "the monuments left", states["monuments_left"] + monuments != table.monuments[states["num_players"]]
    yield "the points for gold, gems and goods", points_are_wrong(states)
    yield "what is counted beside a space", counts_are_wrong(table, states)
    yield "the phase", (states["status"] == RUNNING) & phase_is_wrong(table, states)


def map_is_wrong(table, states):
    """Whether something lies beyond the map, a good lies open, or it is not known what lies face down."""
    lying = states["lying"]
    wrong = somewhere((lying == NO_SPACE) != (np.arange(SPACES + 1) >= table.num_spaces))
    wrong |= somewhere((lying >= GOOD) & (lying < MARKER_KINDS))
    return wrong | somewhere((lying[:, :SPACES] == FACE_DOWN) != (states["face_down"] != NOTHING))


def researchers_are_wrong(states):
    """Whether researchers are not where they should be: each alone, on no face-down marker, and in the set-up only
    those that had their turn."""
    location, rows = states["location"], np.arange(len(states))[:, None]
    had_turn = np.where(states["phase"] == SET_UP, states["current_player"], states["num_players"])
    placed = had_turn[:, None] > SEATS
    wrong = somewhere((location != NOWHERE) != placed)
    wrong |= somewhere((location[..., None] == np.arange(SPACES + 1)).sum(axis=1) != states["occupied"])
    return wrong | somewhere(placed & np.isin(states["lying"][rows, location], (FACE_DOWN, NO_SPACE)))


def markers_are_wrong(table, states):
    """Whether the face-down markers are miscounted, or there are more of one value of gold or gems than are printed."""
    kinds = np.arange(MARKER_KINDS)
    face_down, lying = ((states[name][..., None] == kinds).sum(axis=1) for name in ("face_down", "lying"))
    return somewhere(face_down != states["face_down_kinds"]) | somewhere(face_down + lying > table.markers)


def points_are_wrong(states):
    """Whether what is kept of the final scoring is wrong, or seats that nobody takes have points."""
    players = int(states["num_players"][0])
    own = states["minerals"][..., None]
    others = states["minerals"][:, :, None, :players]
    more, equal = (others > own).sum(axis=3), np.maximum((others == own).sum(axis=3), 1)
    first = np.where(equal == 1, FIRST_POINTS, (FIRST_POINTS + SECOND_POINTS) // equal)
    points = np.select([more == 0, more == 1], [first, SECOND_POINTS // equal]) * (states["minerals"] > 0)
    wrong = somewhere(points != states["mineral_points"]) | somewhere(states["points"][:, players:])
    return wrong | somewhere(np.array(GOODS_POINTS)[states["goods"]].sum(axis=2) != states["goods_points"])


def counts_are_wrong(table, states):
    """Whether what is kept of the neighbours of every space, and of all free spaces together, is wrong."""
    lying, beside = states["lying"], states["beside"]
    minerals = (lying > MONUMENT) & (lying < GOOD)
    animals = [lying == species for species in range(SPECIES)]
    counted = np.stack([*animals, lying == FREE, lying == FACE_DOWN, lying <= MONUMENT, minerals], axis=1)
    on_map = (np.arange(SPACES) < table.num_spaces)[:, None]
    around = np.where(on_map, table.neighbour, OFF_THE_MAP)
    wrong = somewhere(counted[:, :, around].sum(axis=3) != beside)
    levels = np.arange(DIRECTIONS + 1)[:, None]
    free = lying[:, None, None, :SPACES] == FREE
    places = (free & (beside[:, :PIECES, None] == levels)).sum(axis=3)
    return wrong | somewhere(places != states["places"])


def phase_is_wrong(table, states):
    """Whether the phase does not go with the round or with what it is about."""
    rows, phase, actions = np.arange(len(states)), states["phase"], states["actions_left"]
    setting_up, trading = phase == SET_UP, phase == TRADE
    putting = (phase == PUT_FIND) | (phase == PUT_MOVED)
    wrong = (setting_up != (states["round_number"] == 0)) | (setting_up != (actions == 0))
    wrong |= (actions > table.actions) | (states["monuments_left"] == 0) | (setting_up & (states["walked"] == 1))
    wrong |= (states["piece_space"] != NOWHERE) != putting
    wrong |= (states["found_good"] != NOTHING) != trading
    wrong |= putting & (states["lying"][rows, states["piece_space"]] >= PIECES)
    return wrong | (trading & (states["goods"][rows, states["current_player"], states["found_good"]] == 0))
