"""State check: whether the rules can go on from a state that comes from outside. Every marker and camp must be in one
place, and all that is kept beside them right; the numbers are in their ranges already, see `STATE_FIELDS`."""

from africana_env.engine.compiler import natural, rule
from africana_env.engine.state import RUNNING
from africana_env.games.africa.rules.board import is_mineral
from africana_env.games.africa.rules.scoring import GOODS_POINTS, majority
from africana_env.games.africa.rules.state import (
    CAMP,
    COUNTS,
    DIRECTIONS,
    FACE_DOWN,
    FACE_DOWN_BESIDE,
    FREE,
    FREE_BESIDE,
    GOOD,
    GOODS,
    MARKER_KINDS,
    MAX_PLAYERS,
    MAX_VALUE,
    MINERAL,
    MINERALS,
    MINERALS_BESIDE,
    MONUMENT,
    NO_SPACE,
    NOTHING,
    NOWHERE,
    OFF_THE_MAP,
    PIECES,
    PUT_FIND,
    PUT_MOVED,
    SET_UP,
    SIGHTS_BESIDE,
    SPACES,
    TRADE,
)

STATE_FAULTS = (
    "nothing",
    "what lies on the map",
    "the researchers",
    "the markers of a kind",
    "the camps",
    "the monuments left",
    "the points for gold, gems and goods",
    "what is counted beside a space",
    "the phase",
)
NO_FAULT, MAP, RESEARCHERS, MARKERS, CAMPS, MONUMENTS, POINTS, BESIDE, PHASE = range(len(STATE_FAULTS))


@rule
def state_fault(tables, state):
    """What is wrong with the state, as an index into `STATE_FAULTS`."""
    if not map_fits(tables, state):
        return MAP
    if not researchers_fit(tables, state):
        return RESEARCHERS
    if not markers_are_complete(tables, state):
        return MARKERS
    if not camps_are_complete(tables, state):
        return CAMPS
    if state.monuments_left != tables.monuments[state.num_players] - number_of(MONUMENT, state.lying):
        return MONUMENTS
    if not points_fit(state):
        return POINTS
    if not counts_fit(tables, state):
        return BESIDE
    return NO_FAULT if state.status != RUNNING or phase_fits(tables, state) else PHASE


@rule
def map_fits(tables, state):
    """Markers lie on spaces of the map, goods face down only; what lies there is known of each that lies face down."""
    for space in range(SPACES + 1):
        content = state.lying[space]
        if (content == NO_SPACE) != (space >= tables.num_spaces) or GOOD <= content < MARKER_KINDS:
            return False
        if space < SPACES and (content == FACE_DOWN) != (state.face_down[space] != NOTHING):
            return False
    return True


@rule
def number_of(content, places):
    """On how many spaces this lies."""
    number = 0
    for space in range(SPACES):
        number += places[space] == content
    return number


@rule
def researchers_fit(tables, state):
    """Each stands alone, and on no face-down marker; in the set-up those that had their turn, later all."""
    standing = 0
    for player in range(MAX_PLAYERS):
        space = state.location[player]
        placed = player < (state.current_player if state.phase == SET_UP else state.num_players)
        if (space != NOWHERE) != placed:
            return False
        if placed:
            standing += 1
            if state.occupied[natural(space)] != 1 or state.lying[natural(space)] in (FACE_DOWN, NO_SPACE):
                return False
            for other in range(player):
                if state.location[other] == space:
                    return False
    for space in range(SPACES + 1):
        standing -= state.occupied[space]
    return standing == 0


@rule
def markers_are_complete(tables, state):
    """Every marker of the edition lies on the map or is with a player, who remembers no value of gold and gems."""
    for kind in range(MARKER_KINDS):
        face_down = number_of(kind, state.face_down)
        seen = face_down + number_of(kind, state.lying)
        if kind >= GOOD:
            for player in range(state.num_players):
                seen += state.goods[player, natural(kind - GOOD)]
        if face_down != state.face_down_kinds[kind] or seen > tables.markers[kind]:
            return False
        if seen < tables.markers[kind] and not is_mineral(kind):
            return False
    for mineral in range(MINERALS):
        left = 0
        for value in range(MAX_VALUE):
            kind = MINERAL + MAX_VALUE * mineral + value
            left += tables.markers[kind] - number_of(kind, state.face_down) - number_of(kind, state.lying)
        for player in range(MAX_PLAYERS):
            left -= state.minerals[mineral, player]
        if left != 0:
            return False
    return True


@rule
def camps_are_complete(tables, state):
    """Every camp is in the supply, with a player or on the map."""
    camps = state.supply + number_of(CAMP, state.lying)
    for player in range(MAX_PLAYERS):
        camps += state.camps[player]
        if player >= state.num_players and state.camps[player] != 0:
            return False
    return camps == tables.supply[state.num_players] + tables.camps * state.num_players


@rule
def points_fit(state):
    """What is kept of the final scoring is right; seats that nobody takes have nothing."""
    for player in range(MAX_PLAYERS):
        goods_points = 0
        for good in range(GOODS):
            goods_points += GOODS_POINTS[natural(state.goods[player, good])]
        if goods_points != state.goods_points[player]:
            return False
        for mineral in range(MINERALS):
            if state.mineral_points[mineral, player] != majority(state, mineral, player):
                return False
        if player >= state.num_players:
            if goods_points != 0 or state.points[player] != 0:
                return False
            for mineral in range(MINERALS):
                if state.minerals[mineral, player] != 0:
                    return False
    return True


@rule
def counts_fit(tables, state):
    """What is kept of the neighbours of every space, and of all free spaces together."""
    for kind in range(PIECES):
        for level in range(DIRECTIONS + 1):
            free = 0
            for space in range(SPACES):
                free += state.lying[space] == FREE and state.beside[kind, space] == level
            if free != state.places[kind, level]:
                return False
    for space in range(SPACES):
        for count in range(COUNTS):
            number = 0
            if space < tables.num_spaces:
                for direction in range(DIRECTIONS):
                    there = tables.neighbour[space, direction]
                    number += there != OFF_THE_MAP and counts_as(state.lying[there], count)
            if number != state.beside[count, space]:
                return False
    return True


@rule
def counts_as(content, count):
    """Whether something that lies on a space is one of those that a count beside it is about."""
    if count == FREE_BESIDE:
        return content == FREE
    if count == FACE_DOWN_BESIDE:
        return content == FACE_DOWN
    if count == SIGHTS_BESIDE:
        return content <= MONUMENT
    if count == MINERALS_BESIDE:
        return is_mineral(content) == 1
    return content == count


@rule
def phase_fits(tables, state):
    """The phase goes with the round and with what it is about."""
    phase = state.phase
    if (phase == SET_UP) != (state.round_number == 0) or (phase == SET_UP) != (state.actions_left == 0):
        return False
    if state.actions_left > tables.actions or state.monuments_left == 0 or (phase == SET_UP and state.walked == 1):
        return False
    putting = phase in (PUT_FIND, PUT_MOVED)
    if (state.piece_space != NOWHERE) != putting or (state.found_good != NOTHING) != (phase == TRADE):
        return False
    if putting and state.lying[natural(state.piece_space)] >= PIECES:
        return False
    return phase != TRADE or state.goods[natural(state.current_player), natural(state.found_good)] > 0
