"""State check: whether the rules can go on from a state that comes from outside. Every card must be in one
place, and all that is kept beside them right; the numbers are in their ranges already, see `STATE_FIELDS`."""

from africana_env.engine.compiler import natural, rule
from africana_env.engine.state import RUNNING
from africana_env.games.afritoria.rules.cards import (
    colour_of,
    everyone,
    is_animal,
    pile_place,
    shown_cards_put,
    strength_of,
)
from africana_env.games.afritoria.rules.specials import animals_in_row
from africana_env.games.afritoria.rules.state import (
    ANIMALS,
    CARDS,
    COLOURS,
    COMMIT,
    COMPETING,
    EMPTY,
    HAND,
    IN_HAND_OR_PILE,
    KINDS,
    MAX_PLAYERS,
    MAY_BE_PLAYED,
    NOT_PLAYED,
    NOT_PUT,
    OFFER,
    OUT,
    PICK,
    POACHER,
    PUT_BY,
    PUT_EARLIER_BY,
    PUT_UNDER,
    RANGER,
    RANGER_TAKES,
    ROW,
    SCORE_PILE,
    STEAL,
    TURNED_UP,
    WON,
)

STATE_FAULTS = (
    "nothing",
    "the hands",
    "the pile",
    "the score piles",
    "the hands that were shown",
    "the played cards",
    "the phase",
    "the number of cards of a kind",
)
NO_FAULT, HANDS, PILE, SCORED, SHOWN, PLAYED, PHASE, CARDS_OF_A_KIND = range(len(STATE_FAULTS))


@rule
def state_fault(tables, state):
    """What is wrong with the state, as an index into `STATE_FAULTS`."""
    if not hands_fit(tables, state):
        return HANDS
    if not pile_fits(state):
        return PILE
    if not score_piles_fit(tables, state):
        return SCORED
    if not shown_hands_fit(tables, state):
        return SHOWN
    if not played_cards_fit(state):
        return PLAYED
    if state.status == RUNNING and not phase_fits(tables, state):
        return PHASE
    in_dispute = state.phase in (RANGER_TAKES, STEAL, PICK)
    # A game that was given up has ended in the middle of a round, any other at its end, in whatever phase.
    complete = cards_are_complete(tables, state, in_dispute)
    if not complete and state.status != RUNNING:
        complete = cards_are_complete(tables, state, False)
    return NO_FAULT if complete else CARDS_OF_A_KIND


@rule
def hands_fit(tables, state):
    """The cards of a hand stand first, known to its owner; seats that nobody takes have none."""
    for player in range(MAX_PLAYERS):
        size = state.hand_size[player]
        if size > (tables.hand if player < state.num_players else 0):
            return False
        for slot in range(HAND):
            seen = state.hand_seen[player, slot]
            if slot < size:
                if state.hand[player, slot] == EMPTY or seen > everyone(state) or (seen >> player) & 1 == 0:
                    return False
            elif state.hand[player, slot] != EMPTY or seen != 0:
                return False
    return True


@rule
def pile_fits(state):
    """The pile fills its part of the ring; what was put under it lies at the bottom, by seats that play."""
    for depth in range(CARDS):
        place = pile_place(state, depth)
        put_by = state.pile_from[place]
        if (state.pile[place] != EMPTY) != (depth < state.pile_size):
            return False
        at_the_bottom = state.pile_size - state.put_size <= depth < state.pile_size
        if (put_by != NOT_PUT) != at_the_bottom:
            return False
        if put_by != NOT_PUT and (put_by - PUT_BY) % MAX_PLAYERS >= state.num_players:
            return False
    return state.put_size <= state.pile_size


@rule
def score_piles_fit(tables, state):
    """The animals of a score pile stand first, make up the points, and leave room for those of the rounds to come."""
    rounds_left = 1 + state.pile_size // state.num_players
    for player in range(MAX_PLAYERS):
        size = state.score_size[player]
        if size > (SCORE_PILE - rounds_left if player < state.num_players else 0):
            return False
        points = 0
        for place in range(SCORE_PILE):
            if (state.score_pile[player, place] > 0) != (place < size):
                return False
            if place < size:
                points += tables.value[strength_of(state.score_pile[player, place] - 1)]
        if state.points[player] != points:
            return False
    return True


@rule
def shown_hands_fit(tables, state):
    """A seat has shown a whole hand or none; of each card that it put under the pile since, the hand had one."""
    for player in range(MAX_PLAYERS):
        cards = 0
        while cards < HAND and state.shown[player, cards] != EMPTY:
            cards += 1
        if cards > (tables.hand if player < state.num_players else 0):
            return False
        for card in range(HAND):
            if (state.shown[player, card] != EMPTY) != (card < cards):
                return False
            if (state.shown_fate[player, card] > 0) != (card < cards):
                return False
    for place in range(CARDS):
        if PUT_BY <= state.pile_from[place] < PUT_EARLIER_BY:
            player = natural(state.pile_from[place] - PUT_BY)
            found = False
            for card in range(HAND):
                found |= state.shown[player, card] == state.pile[place]
            if not found:
                return False
    for player in range(MAX_PLAYERS):
        puts_under = state.to_put > 0 and state.current_player == player  # since when nobody has played
        for card in range(HAND):
            if puts_under and state.shown_fate[player, card] not in (0, IN_HAND_OR_PILE):
                return False
            drawn_by = state.shown_drawn[player, card]
            if drawn_by != 0 and state.shown_fate[player, card] not in (IN_HAND_OR_PILE, MAY_BE_PLAYED):
                return False
            if drawn_by > everyone(state) or (drawn_by >> player) & 1 == 1:
                return False
    for player in range(state.num_players):
        for seat in range(state.num_players):
            if seat != player and not fates_fit(tables, state, player, seat):
                return False
    return True


@rule
def fates_fit(tables, state, player, seat):
    """The cards of the hand that `player` showed can be where another seat has reason to think they are: as many went
    under the pile as were to, and of those that are neither there, nor drawn from there, nor played, each is in the
    hand."""
    if state.shown[player, 0] == EMPTY:
        return True
    drawn = shown_cards_put(tables, state, player)
    least, most = 0, 0
    for card in range(HAND):
        kind = state.shown[player, card]
        like_it, in_pile, gone, must_be_there, first = 0, 0, 0, 0, kind != EMPTY
        for other in range(HAND):
            if state.shown[player, other] == kind:
                first &= other >= card
                like_it += 1
                drawn_by_seat = (state.shown_drawn[player, other] >> seat) & 1
                gone += state.shown_fate[player, other] == TURNED_UP or drawn_by_seat == 1
                must_be_there += state.shown_fate[player, other] == IN_HAND_OR_PILE and drawn_by_seat == 0
        if first:
            for place in range(CARDS):
                in_pile += state.pile_from[place] == PUT_BY + player and state.pile[place] == kind
            for slot in range(state.hand_size[player]):
                unknown = (state.hand_seen[player, slot] >> seat) & 1 == 0
                must_be_there -= unknown and state.hand[player, slot] == kind
            if in_pile + gone > like_it:
                return False
            drawn -= in_pile + gone
            least += max(0, must_be_there - in_pile)
            most += like_it - in_pile - gone
    return least <= drawn <= most


@rule
def played_cards_fit(state):
    """A card is played by every seat or by none; specials do not compete."""
    for player in range(MAX_PLAYERS):
        kind, standing = state.played[player], state.standing[player]
        all_play = player < state.num_players and state.played[0] != EMPTY
        if (kind != EMPTY) != all_play or (standing != NOT_PLAYED) != all_play:
            return False
        if kind >= ANIMALS and standing != OUT:
            return False
    return True


@rule
def phase_fits(tables, state):
    """The player to move has what the phase is about, and every hand has room for what it may still get."""
    phase, mover = state.phase, natural(state.current_player)
    if state.colour > (0 if phase == COMMIT else COLOURS) or (state.to_put > 0) != (phase == PUT_UNDER):
        return False
    for player in range(state.num_players):
        if state.committed[player] != EMPTY:
            if phase != COMMIT or player == mover:
                return False
            if not 0 <= state.committed[player] < state.hand_size[player]:
                return False
        if (phase == COMMIT) != (state.played[player] == EMPTY):
            return False
        if phase == COMMIT and state.hand_size[player] == 0:
            return False
        in_dispute = phase in (RANGER_TAKES, STEAL, PICK)
        if in_dispute and state.hand_size[player] + (state.standing[player] != WON) > tables.hand:
            return False
    if phase == RANGER_TAKES:
        return state.played[mover] == RANGER and animals_in_row(state) > 0
    if phase == STEAL:
        return state.played[mover] == POACHER and somebody_else_has_scored(state, mover)
    if phase == PICK:
        competes = state.standing[mover] == COMPETING and is_animal(state.played[mover])
        return competes and colour_of(state.played[mover]) == state.colour and colour_lies_in_row(state)
    if phase == OFFER:
        return state.pile_size >= tables.show_cards
    if phase == PUT_UNDER:
        drawn = tables.show_cards - state.to_put
        return 0 <= drawn <= state.pile_size and state.to_put <= state.hand_size[mover] <= tables.hand - drawn
    return True


@rule
def somebody_else_has_scored(state, player):
    """Whether a score pile other than the player's holds an animal."""
    for other in range(state.num_players):
        if other != player and state.score_size[other] > 0:
            return True
    return False


@rule
def colour_lies_in_row(state):
    """Whether the row has an animal of the colour in dispute."""
    for place in range(ROW):
        if is_animal(state.row[place]) and colour_of(state.row[place]) == state.colour:
            return True
    return False


@rule
def cards_are_complete(tables, state, in_dispute):
    """Every card of the edition is in one place, and those in sight are counted; `in_dispute` says whether the played
    animals that won nothing yet lie before their players."""
    for kind in range(KINDS):
        in_sight = int(state.discard[kind])
        for place in range(ROW):
            in_sight += state.row[place] == kind
        hidden = 0
        for player in range(state.num_players):
            for place in range(state.score_size[player]):
                in_sight += state.score_pile[player, place] == kind + 1
            waits = in_dispute and kind < ANIMALS and state.standing[player] in (COMPETING, OUT)
            in_sight += waits and state.played[player] == kind
            for slot in range(state.hand_size[player]):
                hidden += state.hand[player, slot] == kind
        for place in range(CARDS):
            hidden += state.pile[place] == kind
        if in_sight != state.in_sight[kind] or in_sight + hidden != tables.copies[state.num_players, kind]:
            return False
    return True
