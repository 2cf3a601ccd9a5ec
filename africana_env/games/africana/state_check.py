"""State check: whether the rules can go on from a state that comes from outside. Every card and marker must be in one
place, and all that is kept beside them right; the numbers are in their ranges already, see `STATE_FIELDS`."""

from africana_env.engine.compiler import natural, rule
from africana_env.engine.state import RUNNING
from africana_env.games.africana.hidden.resample import lies_open
from africana_env.games.africana.rules.end_of_turn import hand_size
from africana_env.games.africana.rules.scoring import collections_value
from africana_env.games.africana.rules.state import (
    ADVENTURE_LIMIT,
    ADVENTURES,
    ARTIFACT_COPIES,
    ARTIFACTS,
    BACKS,
    BENEATH,
    BOOK_CARDS,
    BOOKS,
    BUY,
    COLOURS,
    DISCARD_ADVENTURES,
    DISCARD_CARDS,
    DRAWN,
    EMPTY,
    ERAS,
    EXPEDITIONS,
    GIVEN_UP,
    HAND_LIMIT,
    IN_BOOK,
    IN_FRONT,
    MARKERS,
    MAX_HAND,
    MAX_PLAYERS,
    NOBODY,
    OUT_OF_GAME,
    SHUFFLED,
    SPACES,
    TRAVEL_CARDS,
    TRAVEL_EVENTS,
)

STATE_FAULTS = (
    "nothing",
    "the travel cards",
    "what is remembered of hands",
    "the expeditions",
    "the markers",
    "the books",
    "the adventures",
    "the companies",
    "the phase",
)
NO_FAULT, TRAVEL, MEMORY, EXPEDITION_CARDS, COMPANY_MARKERS, BOOK_LINES, ADVENTURE_CARDS, COMPANIES, PHASE = range(
    len(STATE_FAULTS)
)


@rule
def state_fault(tables, state):
    """What is wrong with the state, as an index into `STATE_FAULTS`."""
    if not travel_cards_are_complete(tables, state):
        return TRAVEL
    if not memory_fits(tables, state):
        return MEMORY
    if not expeditions_fit(tables, state):
        return EXPEDITION_CARDS
    if not markers_fit(state):
        return COMPANY_MARKERS
    for book in range(BOOKS):
        if not book_fits(tables, state, book):
            return BOOK_LINES
    if not adventures_fit(tables, state):
        return ADVENTURE_CARDS
    if not companies_fit(tables, state):
        return COMPANIES
    return NO_FAULT if state.status != RUNNING or phase_fits(state) else PHASE


@rule
def travel_cards_are_complete(tables, state):
    """Every travel card is in a hand, on the table, in the pile or in the discard pile."""
    for place in range(TRAVEL_CARDS):
        if (state.travel_pile[place] != EMPTY) != (place < state.travel_pile_size):
            return False
    for colour in range(COLOURS):
        cards = state.table_travel[colour] + state.discard[colour]
        for player in range(MAX_PLAYERS):
            cards += state.travel[player, colour]
            if player >= state.num_players and state.travel[player, colour] > 0:
                return False
        for place in range(TRAVEL_CARDS):
            cards += state.travel_pile[place] == colour
        if cards != tables.travel_cards[colour]:
            return False
    return True


@rule
def memory_fits(tables, state):
    """What is remembered of the travel cards can have happened, and leads to the hands."""
    if not events_fit(state):
        return False
    for player in range(MAX_PLAYERS):
        if not draws_fit(state, player):
            return False
        for colour in range(COLOURS):
            if not giving_up_fits(state, player, colour):
                return False
    for colour in range(COLOURS):
        if not eras_fit(tables, state, colour):
            return False
    return True


@rule
def events_fit(state):
    """The events are of the seats that play, and as many of them are shuffles as there were eras."""
    number, era = state.num_travel_events, 0
    for index in range(TRAVEL_EVENTS):
        event = state.travel_events[index]
        if (event == EMPTY) != (index >= number):
            return False
        if event == SHUFFLED:
            era += 1
        elif event != EMPTY:
            player = event - DRAWN if event >= DRAWN else event // COLOURS
            if player >= state.num_players:
                return False
    return era == state.era


@rule
def draws_fit(state, player):
    """A player drew as many cards in each era as there were draws, and gave none up with an empty hand."""
    era, cards, draws = 0, 0, 0
    for index in range(state.num_travel_events):
        event = state.travel_events[index]
        if event == SHUFFLED:
            if draws != cards_drawn(state, player, era):
                return False
            draws = 0
            era += 1
        elif event == DRAWN + player:
            draws += 1
            cards += 1
        elif event < DRAWN and event // COLOURS == player:
            cards -= 1
            if cards < 0:
                return False
    if draws != cards_drawn(state, player, era):
        return False
    for later in range(era + 1, ERAS):
        if cards_drawn(state, player, later) > 0:
            return False
    return True


@rule
def cards_drawn(state, player, era):
    """By a player in an era, of all colours."""
    cards = 0
    for colour in range(COLOURS):
        cards += state.drawn[era, player, colour]
    return cards


@rule
def giving_up_fits(state, player, colour):
    """A player gave up cards of a colour in eras when they were in the hand, and holds the rest."""
    era, cards = 0, int(state.drawn[0, player, colour])
    for index in range(state.num_travel_events):
        event = state.travel_events[index]
        if event == SHUFFLED:
            era += 1
            cards += state.drawn[era, player, colour]
        elif event == GIVEN_UP + COLOURS * player + colour:
            cards -= 1
            if cards < 0:
                return False
    return cards == state.travel[player, colour]


@rule
def eras_fit(tables, state, colour):
    """In no era are more cards of a colour than are printed in hands or drawn, and in the last one in the pile."""
    era = 0
    in_hands = drawn_of(state, colour, era)
    in_era = in_hands
    for index in range(state.num_travel_events):
        event = state.travel_events[index]
        if event == SHUFFLED:
            if in_era > tables.travel_cards[colour]:
                return False
            era += 1
            in_hands += drawn_of(state, colour, era)
            in_era = in_hands
        elif event < DRAWN and event % COLOURS == colour:
            in_hands -= 1
    for place in range(state.travel_pile_size):
        in_era += state.travel_pile[place] == colour
    return in_era <= tables.travel_cards[colour]


@rule
def drawn_of(state, colour, era):
    """The cards of a colour drawn in an era, by all players."""
    cards = 0
    for player in range(MAX_PLAYERS):
        cards += state.drawn[era, player, colour]
    return cards


@rule
def expeditions_fit(tables, state):
    """Every expedition is finished, on a space or still to come, sorted by their backs."""
    drawn = 0
    for card in range(EXPEDITIONS):
        owner, open_now = state.expedition_owner[card], lies_open(state, card)
        if owner >= state.num_players or (owner != NOBODY and open_now):
            return False
        if card >= tables.num_expeditions and (owner != NOBODY or open_now):
            return False
        drawn += owner != NOBODY or open_now
    for space in range(SPACES):
        for other in range(space):
            if state.space[space] != EMPTY and state.space[other] == state.space[space]:
                return False
        if space >= tables.num_spaces and state.space[space] != EMPTY:
            return False
    in_game = tables.num_expeditions - tables.removed[state.num_players]
    if state.expeditions_in_game != in_game or drawn != state.next_expedition or drawn > in_game:
        return False
    still_to_come = 0  # a bit for each card
    back, stop = 0, int(tables.backs[0])
    for place in range(EXPEDITIONS):
        while place >= stop and back + 1 < BACKS:
            back += 1
            stop += tables.backs[back]
        card = state.expedition_pile[place]
        if (card == EMPTY) != (place >= tables.num_expeditions):
            return False
        if state.next_expedition <= place < tables.num_expeditions:
            known = state.expedition_owner[natural(card)] != NOBODY or lies_open(state, card)
            if card >= tables.num_expeditions or known or tables.expedition_back[natural(card)] != back:
                return False
            if (still_to_come >> int(card)) & 1 == 1:
                return False
            still_to_come |= 1 << int(card)
    return expedition_points_fit(tables, state)


@rule
def expedition_points_fit(tables, state):
    """What the finished expeditions of each player bring."""
    for player in range(MAX_PLAYERS):
        points = 0
        for card in range(tables.num_expeditions):
            if state.expedition_owner[card] == player:
                points += tables.expedition_points[card]
        if points != state.expedition_points[player]:
            return False
    return True


@rule
def markers_fit(state):
    """Markers are where an expedition lies, or with the seats that play."""
    for space in range(SPACES):
        if state.markers[space] >= (1 << state.num_players if state.space[space] != EMPTY else 1):
            return False
    for player in range(MAX_PLAYERS):
        markers = state.markers_left[player]
        for space in range(SPACES):
            markers += (state.markers[space] >> player) & 1
        if markers != (MARKERS if player < state.num_players else 0):
            return False
    return True


@rule
def book_fits(tables, state, book):
    """A book holds the adventures that are in it, and what has been on top of it is seen."""
    size, left, seen = state.book_size[book], state.book_left[book], state.book_seen[book]
    if not (left <= size and min(left + 1, size) <= seen <= size):
        return False
    in_book = 0  # a bit for each card
    for place in range(BOOK_CARDS):
        card = state.book[book, place]
        if (card == EMPTY) != (place >= size):
            return False
        if place < size:
            there = state.adventure_place[natural(card)] == IN_BOOK and tables.adventure_book[natural(card)] == book
            if card >= tables.num_adventures or not there or (in_book >> int(card)) & 1 == 1:
                return False
            in_book |= 1 << int(card)
    for card in range(tables.num_adventures):
        if state.adventure_place[card] == IN_BOOK and tables.adventure_book[card] == book:
            size -= 1
    return size == 0


@rule
def adventures_fit(tables, state):
    """Adventures are where they can be, and what is counted of each player's is right."""
    for card in range(ADVENTURES):
        place = state.adventure_place[card]
        if card >= tables.num_adventures and place != OUT_OF_GAME:
            return False
        if place not in (IN_BOOK, OUT_OF_GAME) and (place - IN_FRONT) % MAX_PLAYERS >= state.num_players:
            return False
    for player in range(MAX_PLAYERS):
        in_front = artifacts_in_front = points = assistants = 0
        for card in range(tables.num_adventures):
            has_artifact = tables.adventure_artifact[card] >= 0
            if state.adventure_place[card] == IN_FRONT + player:
                in_front += 1
                artifacts_in_front += has_artifact
            elif state.adventure_place[card] == BENEATH + player:
                if has_artifact:
                    points += tables.adventure_points[card]
                else:
                    assistants += 1
        if state.adventures_in_front[player] != in_front or state.artifacts_in_front[player] != artifacts_in_front:
            return False
        if state.adventure_points[player] != points or state.assistant_adventures[player] != assistants:
            return False
        if not artifacts_fit(tables, state, player):
            return False
    return True


@rule
def artifacts_fit(tables, state, player):
    """The artifacts of a player's finished adventures, and what they bring."""
    for artifact in range(ARTIFACTS):
        number = 0
        for card in range(tables.num_adventures):
            beneath = state.adventure_place[card] == BENEATH + player
            number += beneath and tables.adventure_artifact[card] == artifact
        if number != state.artifacts[player, artifact] or number > ARTIFACT_COPIES:
            return False
    return state.collection_points[player] == collections_value(state.artifacts[player])


@rule
def companies_fit(tables, state):
    """A company is at a location of the map and has no more assistants than were gained, and none that are not there
    lie on the table."""
    for player in range(MAX_PLAYERS):
        if player < state.num_players and tables.num_routes[natural(state.location[player])] == 0:
            return False
        for colour in range(COLOURS):
            gained = 0
            for card in range(tables.num_adventures):
                beneath = state.adventure_place[card] == BENEATH + player
                gained += beneath and tables.adventure_assistant[card] == colour
            if state.assistants[player, colour] > gained:
                return False
        if player >= state.num_players and (state.joker[player] > 0 or state.silver[player] > 0):
            return False
    mover = natural(state.current_player)
    for colour in range(COLOURS):
        if state.table_assistants[colour] > state.assistants[mover, colour]:
            return False
    return state.table_joker <= state.joker[mover]


@rule
def phase_fits(state):
    """A turn that does not discard begins within the limits; pages are turned where adventures are bought."""
    if state.round_number == 0 or (state.pages_turned > 0 and state.phase != BUY):
        return False
    for player in range(state.num_players):
        to_move = player == state.current_player
        if hand_size(state, player) > (MAX_HAND if to_move else HAND_LIMIT):
            return False
        too_many = state.adventures_in_front[player] > ADVENTURE_LIMIT
        if too_many and not to_move:
            return False
        if to_move and state.phase == DISCARD_CARDS and hand_size(state, player) <= HAND_LIMIT:
            return False
        if to_move and state.phase == DISCARD_ADVENTURES and not too_many:
            return False
    return True
