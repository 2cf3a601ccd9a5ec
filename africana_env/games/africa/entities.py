"""Entity observations of Africa: everything a seat may know, in terms that hold for every edition.

Each space, walk, neighbour, species, good and trade has a row with the observer's possible gains. Spaces with a
face-down marker and distant spaces without a gain are absent. Markers next to the observer have rows as neighbours.
"""

import numpy as np

from africana_env.engine.game.entities import BYTE, EntityObservation, in_parts
from africana_env.engine.game.rule import natural, rule
from africana_env.engine.game.seats import rotated
from africana_env.engine.game.state import RUNNING, record_dtype
from africana_env.engine.game.turn import observe_turn
from africana_env.games.africa.entity_kinds import NEAR, entity_space
from africana_env.games.africa.greedy import FACE_DOWN_WORTH, MINERAL_WORTH, camp_worth, find_worth, steps_apart
from africana_env.games.africa.hidden.observation import MAX_SCORE
from africana_env.games.africa.rules import state as rules
from africana_env.games.africa.rules.board import gain_elsewhere, most_beside, pay_here, pay_there
from africana_env.games.africa.rules.discover import can_trade_for, mineral_value, trading_partner
from africana_env.games.africa.rules.researcher import can_enter, mark_walks, turn_is_new
from africana_env.games.africa.rules.scoring import exchange_points, total_score

START = entity_space.starts
OF_GAME, OF_SPACE, OF_WALK, OF_UNCOVER, OF_MOVE_PIECE, OF_SPECIES, OF_GOOD, OF_TRADE = entity_space.columns

scratch_dtype = record_dtype(
    [
        ("gain", np.int8, (rules.SPACES + 1,)),  # of moving the piece on a space; one more entry for OFF_THE_MAP
        ("walks", np.int8, (rules.WALKS,)),
        # values by `greedy` of a find and of a camp at hand, for the player to move
        ("find", np.float64),
        ("camp", np.float64),
    ]
)


@rule
def observe_entities(tables, state, seat, scratch, features):
    """Fill `features` with everything that `seat` may know."""
    seat = natural(seat)
    features[:] = 0
    find_gains(tables, state, scratch)
    scratch.find = find_worth(state)
    scratch.camp = camp_worth(state)
    observe_game(tables, state, seat, scratch, features)
    moves = state.status == RUNNING and state.current_player == seat
    observe_spaces(tables, state, seat, moves, scratch, features)
    observe_kinds(state, seat, features)
    if state.location[seat] != rules.NOWHERE:
        observe_here(tables, state, seat, natural(state.location[seat]), scratch, features)
        if moves and state.phase == rules.TURN:
            worth = best_worth_at(tables, state, natural(state.location[seat]), scratch)
            features[START.game + OF_GAME.worth_here] = in_parts(worth)
        if moves and state.phase == rules.TURN and state.walked == 0:
            observe_walks(tables, state, natural(state.location[seat]), scratch, features)
    if moves and state.phase == rules.TRADE:
        observe_trades(state, seat, features)


@rule
def find_gains(tables, state, scratch):
    """Fill `scratch.gain`: how much more the animal or nomad on each space would pay elsewhere."""
    for space in range(rules.SPACES + 1):
        scratch.gain[space] = 0
    for space in range(tables.num_spaces):
        if state.lying[space] < rules.PIECES:
            scratch.gain[space] = max(gain_elsewhere(tables, state, space), 0)


@rule
def observe_game(tables, state, seat, scratch, features):
    """Fill the row of the game: turn, markers to find, and players."""
    row = features[START.game :]
    observe_turn(state, seat, state.current_player, len(rules.PHASE_NAMES), rules.MAX_PLAYERS, row)
    row[OF_GAME.walked] = state.walked
    row[OF_GAME.actions_left] = state.actions_left
    row[OF_GAME.supply] = state.supply
    row[OF_GAME.monuments_left] = state.monuments_left
    for kind in range(rules.MARKER_KINDS):
        count = natural(state.face_down_kinds[kind])
        row[OF_GAME.face_down] += count
        if kind < rules.NOMAD:
            row[OF_GAME.face_down_animals] += count
        elif kind == rules.NOMAD:
            row[OF_GAME.face_down_nomads] = count
        elif kind == rules.MONUMENT:
            row[OF_GAME.face_down_monuments] = count
        elif kind < rules.GOOD:
            row[OF_GAME.face_down_minerals] += count
        else:
            row[OF_GAME.face_down_goods] += count
    if state.status == RUNNING and state.current_player == seat:
        row[OF_GAME.find_worth] = in_parts(scratch.find)
    row[OF_GAME.nomad_pay] = most_beside(state, rules.NOMAD)
    for other in range(state.num_players):
        relative = rotated(state, seat, other)
        row[OF_GAME.camps_own + relative] = state.camps[other]
        row[OF_GAME.score_own + relative] = min(total_score(state, other), MAX_SCORE)
        for mineral in range(rules.MINERALS):
            row[OF_GAME.gold_own + mineral * rules.MAX_PLAYERS + relative] = state.minerals[mineral, other]
        for good in range(rules.GOODS):
            features[START.good + good * len(OF_GOOD) + relative] = state.goods[other, good]
        if state.location[other] != rules.NOWHERE:
            place = START.space + natural(state.location[other]) * len(OF_SPACE)
            features[place + (OF_SPACE.own if relative == 0 else OF_SPACE.other)] = 1
            if state.location[seat] != rules.NOWHERE:
                steps = int(tables.distance[natural(state.location[seat]), natural(state.location[other])])
                row[OF_GAME.near_own + relative] = max(NEAR - steps, 0)


@rule
def observe_spaces(tables, state, seat, moves, scratch, features):
    """Fill the rows of spaces without a face-down marker."""
    setting_up = state.phase == rules.SET_UP
    starts = setting_up and moves
    chooses = moves and (starts or (state.phase == rules.TURN and turn_is_new(tables, state)))
    piece = state.piece_space if moves else rules.NOWHERE
    kind = natural(state.lying[natural(piece)])
    paid = pay_here(state, natural(piece)) if piece != rules.NOWHERE else 0
    away = state.location[seat] == rules.NOWHERE
    here = natural(state.location[seat])
    for space in range(tables.num_spaces):
        content = state.lying[space]
        if content == rules.FACE_DOWN:
            continue
        row = features[START.space + space * len(OF_SPACE) :]
        free = content == rules.FREE
        if not away:
            row[OF_SPACE.near] = max(NEAR - int(tables.distance[here, space]), 0)
        row[OF_SPACE.gain_of_moving] = scratch.gain[space]
        if free:
            row[OF_SPACE.sights] = state.beside[rules.SIGHTS_BESIDE, space]
            row[OF_SPACE.minerals] = state.beside[rules.MINERALS_BESIDE, space]
        if chooses and can_enter(state, space):
            row[OF_SPACE.face_down] = state.beside[rules.FACE_DOWN_BESIDE, space]
            row[OF_SPACE.gain_near] = gain_near(tables, scratch, space)
            if not starts:
                row[OF_SPACE.worth] = in_parts(best_worth_at(tables, state, space, scratch))
            if starts and tables.city[space] == 1:
                row[OF_SPACE.city] = 1
                row[OF_SPACE.apart] = min(steps_apart(tables, state, space), BYTE)
        if piece != rules.NOWHERE and free:
            row[OF_SPACE.gain] = max(pay_there(tables, state, natural(piece), space) - paid, 0)
        matters = space == piece
        for column in range(len(OF_SPACE)):
            matters |= row[column] != 0
        if matters:
            row[OF_SPACE.free] = free
            row[OF_SPACE.animal] = content < rules.NOMAD
            row[OF_SPACE.nomad] = content == rules.NOMAD
            row[OF_SPACE.monument] = content == rules.MONUMENT
            row[OF_SPACE.camp] = content == rules.CAMP
            if rules.MINERAL <= content < rules.GOOD:
                row[OF_SPACE.mineral] = mineral_value(content)
    if piece != rules.NOWHERE:
        features[START.space + natural(piece) * len(OF_SPACE) + OF_SPACE.piece] = 1
        if kind < rules.NOMAD:
            features[START.species + kind * len(OF_SPECIES) + OF_SPECIES.piece] = 1


@rule
def gain_near(tables, scratch, space):
    """Return the most that moving a piece on a space or next to it could gain."""
    most = int(scratch.gain[space])
    for number in range(rules.DIRECTIONS):
        most = max(most, int(scratch.gain[natural(tables.next_space[space, number])]))
    return most


@rule
def best_worth_at(tables, state, space, scratch):
    """Return the value of `greedy.best_action_at` from the gains in `scratch`; 0 without an action."""
    most = float(gain_near(tables, scratch, space))
    if state.beside[rules.FACE_DOWN_BESIDE, space] > 0:
        most = max(most, scratch.find)
    if state.lying[space] == rules.FREE and state.camps[natural(state.current_player)] > 0:
        most = max(most, float(state.beside[rules.SIGHTS_BESIDE, space]) - scratch.camp)
        most = max(most, MINERAL_WORTH * state.beside[rules.MINERALS_BESIDE, space] - scratch.camp)
    return most + FACE_DOWN_WORTH * state.beside[rules.FACE_DOWN_BESIDE, space] if most > 0.0 else 0.0


@rule
def observe_kinds(state, seat, features):
    """Fill the rows of species and goods."""
    for species in range(rules.SPECIES):
        row = features[START.species + species * len(OF_SPECIES) :]
        row[OF_SPECIES.face_down] = state.face_down_kinds[species]
        row[OF_SPECIES.most] = most_beside(state, species)
    for good in range(rules.GOODS):
        row = features[START.good + good * len(OF_GOOD) :]
        row[OF_GOOD.face_down] = state.face_down_kinds[rules.GOOD + good]
        row[OF_GOOD.found] = state.found_good == good


@rule
def observe_here(tables, state, seat, here, scratch, features):
    """Fill in the space of the observer's researcher and its neighbours."""
    row = features[START.game :]
    free = state.lying[here] == rules.FREE
    row[OF_GAME.camp_here] = free
    if free:
        row[OF_GAME.sights_here] = state.beside[rules.SIGHTS_BESIDE, here]
        row[OF_GAME.minerals_here] = state.beside[rules.MINERALS_BESIDE, here]
    row[OF_GAME.face_down_here] = state.beside[rules.FACE_DOWN_BESIDE, here]
    observe_movable(state, here, 0, scratch, features)
    for direction in range(rules.DIRECTIONS):
        there = natural(tables.neighbour[here, direction])
        if state.lying[there] == rules.FACE_DOWN:
            row = features[START.uncover + direction * len(OF_UNCOVER) :]
            row[OF_UNCOVER.there] = 1
            row[OF_UNCOVER.face_down] = state.beside[rules.FACE_DOWN_BESIDE, there]
            row[OF_UNCOVER.free] = state.beside[rules.NOMAD, there]
            row[OF_UNCOVER.sights] = state.beside[rules.SIGHTS_BESIDE, there]
        else:
            observe_movable(state, there, 1 + direction, scratch, features)


@rule
def observe_movable(state, space, number, scratch, features):
    """Fill the row of an animal or nomad that the observer can move, if one is on the space."""
    content = state.lying[space]
    if content < rules.PIECES:
        row = features[START.move_piece + number * len(OF_MOVE_PIECE) :]
        row[OF_MOVE_PIECE.animal] = content < rules.NOMAD
        row[OF_MOVE_PIECE.nomad] = content == rules.NOMAD
        row[OF_MOVE_PIECE.pay] = pay_here(state, space)
        row[OF_MOVE_PIECE.gain] = scratch.gain[space]


@rule
def observe_walks(tables, state, here, scratch, features):
    """Fill the rows of legal walks with the gains at their ends."""
    mark_walks(tables, state, scratch.walks)
    has_camp = state.camps[natural(state.current_player)] > 0
    most = 0
    for walk in range(rules.WALKS):
        if scratch.walks[walk] != 0:
            there = natural(tables.walk_to[here, walk])
            row = features[START.walk + walk * len(OF_WALK) :]
            row[OF_WALK.open] = 1
            row[OF_WALK.far] = walk >= rules.DIRECTIONS
            row[OF_WALK.face_down] = state.beside[rules.FACE_DOWN_BESIDE, there]
            row[OF_WALK.gain] = gain_near(tables, scratch, there)
            worth = in_parts(best_worth_at(tables, state, there, scratch))
            row[OF_WALK.worth] = worth
            most = max(most, worth)
            if has_camp and state.lying[there] == rules.FREE:
                row[OF_WALK.sights] = state.beside[rules.SIGHTS_BESIDE, there]
                row[OF_WALK.minerals] = state.beside[rules.MINERALS_BESIDE, there]
    features[START.game + OF_GAME.worth_of_walking] = most


@rule
def observe_trades(state, seat, features):
    """Fill the rows of legal trades with the gains of both players."""
    found = natural(state.found_good)
    for number in range(state.num_players - 1):
        partner = natural(trading_partner(state, number))
        for good in range(rules.GOODS):
            if can_trade_for(state, seat, found, partner, good):
                amount = natural(state.goods[partner, good])
                gain = exchange_points(state, seat, good, found, amount)
                theirs = exchange_points(state, partner, found, good, amount)
                row = features[START.trade + (number * rules.GOODS + good) * len(OF_TRADE) :]
                row[OF_TRADE.open] = 1
                row[OF_TRADE.amount] = amount
                row[OF_TRADE.gain] = max(gain, 0)
                row[OF_TRADE.loss] = max(-gain, 0)
                row[OF_TRADE.partner_gain] = max(theirs, 0)
                row[OF_TRADE.partner_loss] = max(-theirs, 0)
                row[OF_TRADE.partner_score] = min(total_score(state, partner), MAX_SCORE)


entity_observation = EntityObservation(entity_space, observe_entities, scratch_dtype)
