"""Faults of saved states beyond markers in the wrong place (`rules/zones.py`)."""

import numpy as np

from africana_env.engine.game.state import RUNNING
from africana_env.games.africa.rules import state as rules
from africana_env.games.africa.rules.scoring import FIRST_POINTS, GOODS_POINTS, SECOND_POINTS

SEATS = np.arange(rules.MAX_PLAYERS)


def state_faults(table, states):
    """Yield each kind of fault, and the states that have it."""
    for what, faults in CHECKS:
        for wrong in faults(table, states):
            yield what, wrong


def map_faults(table, states):
    """Markers beyond the map, open goods, or spaces that lack their face-down marker."""
    lying = states["lying"]
    yield (lying == rules.NO_SPACE) != (np.arange(rules.SPACES + 1) >= table.num_spaces)
    yield (lying >= rules.GOOD) & (lying < rules.MARKER_KINDS)
    yield (lying[:, : rules.SPACES] == rules.FACE_DOWN) != (states["face_down"] != rules.NOTHING)


def researcher_faults(table, states):
    """Researchers who share a space, stand on a face-down marker, or are placed before their turn."""
    location, rows = states["location"], np.arange(len(states))[:, None]
    had_turn = np.where(states["phase"] == rules.SET_UP, states["current_player"], states["num_players"])
    placed = had_turn[:, None] > SEATS
    yield (location != rules.NOWHERE) != placed
    yield (location[..., None] == np.arange(rules.SPACES + 1)).sum(axis=1) != states["occupied"]
    below = states["lying"][rows, location]
    yield placed & ((below == rules.FACE_DOWN) | (below == rules.NO_SPACE))


def marker_faults(table, states):
    """Wrong counts of face-down markers, or too many gold or gem markers of one value."""
    kinds = np.arange(rules.MARKER_KINDS)
    face_down, lying = ((states[name][..., None] == kinds).sum(axis=1) for name in ("face_down", "lying"))
    yield face_down != states["face_down_kinds"]
    yield face_down + lying > table.markers


def monument_faults(table, states):
    """Wrong numbers of monuments to be found."""
    monuments = (states["lying"] == rules.MONUMENT).sum(axis=1)
    yield states["monuments_left"] + monuments != table.monuments[states["num_players"]]


def point_faults(table, states):
    """Wrong points of the final scoring, or points of seats that do not play."""
    players = int(states["num_players"][0])
    own = states["minerals"][..., None]
    others = states["minerals"][:, :, None, :players]
    more, equal = (others > own).sum(axis=3), np.maximum((others == own).sum(axis=3), 1)
    first = np.where(equal == 1, FIRST_POINTS, (FIRST_POINTS + SECOND_POINTS) // equal)
    second = np.where(more == 1, SECOND_POINTS // equal, 0)
    points = np.where(more == 0, first, second) * (states["minerals"] > 0)
    yield points != states["mineral_points"]
    yield states["points"][:, players:] != 0
    yield np.array(GOODS_POINTS)[states["goods"]].sum(axis=2) != states["goods_points"]


def count_faults(table, states):
    """Wrong counts of the neighbours of a space, or of the free spaces."""
    lying, beside = states["lying"], states["beside"]
    minerals = (lying > rules.MONUMENT) & (lying < rules.GOOD)
    animals = [lying == species for species in range(rules.SPECIES)]
    others = [lying == rules.FREE, lying == rules.FACE_DOWN, lying <= rules.MONUMENT, minerals]
    counted = np.stack([*animals, *others], axis=1)
    on_map = (np.arange(rules.SPACES) < table.num_spaces)[:, None]
    around = np.where(on_map, table.neighbour, rules.OFF_THE_MAP)
    yield counted[:, :, around].sum(axis=3) != beside
    levels = np.arange(rules.DIRECTIONS + 1)[:, None]
    free = lying[:, None, None, : rules.SPACES] == rules.FREE
    yield (free & (beside[:, : rules.PIECES, None] == levels)).sum(axis=3) != states["places"]


def phase_faults(table, states):
    """A phase that does not fit the round, or that lacks its piece or good."""
    rows, phase, actions = np.arange(len(states)), states["phase"], states["actions_left"]
    setting_up, trading = phase == rules.SET_UP, phase == rules.TRADE
    putting = (phase == rules.PUT_FIND) | (phase == rules.PUT_MOVED)
    wrong = (setting_up != (states["round_number"] == 0)) | (setting_up != (actions == 0))
    wrong |= (actions > table.actions) | (states["monuments_left"] == 0) | (setting_up & (states["walked"] == 1))
    wrong |= (states["piece_space"] != rules.NOWHERE) != putting
    wrong |= (states["found_good"] != rules.NOTHING) != trading
    wrong |= putting & (states["lying"][rows, states["piece_space"]] >= rules.PIECES)
    wrong |= trading & (states["goods"][rows, states["current_player"], states["found_good"]] == 0)
    yield wrong & (states["status"] == RUNNING)


CHECKS = (
    ("what lies on the map", map_faults),
    ("the researchers", researcher_faults),
    ("the markers of a kind", marker_faults),
    ("the monuments left", monument_faults),
    ("the points for gold, gems and goods", point_faults),
    ("what is counted beside a space", count_faults),
    ("the phase", phase_faults),
)
