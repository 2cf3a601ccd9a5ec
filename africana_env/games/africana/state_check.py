"""State check: what the rules cannot go on from, beside cards that are not in one place (`rules/zones.py`)."""

import numpy as np

from africana_env.engine.game.state import RUNNING
from africana_env.engine.game.zones import somewhere
from africana_env.games.africana.rules.scoring import COLLECTIONS
from africana_env.games.africana.rules.state import (
    ADVENTURE_LIMIT,
    ARTIFACTS,
    BACKS,
    BENEATH,
    BOOKS,
    BUY,
    COLOURS,
    DISCARD_ADVENTURES,
    DISCARD_CARDS,
    DRAWN,
    EMPTY,
    ERAS,
    EXPEDITIONS,
    HAND_LIMIT,
    IN_BOOK,
    IN_FRONT,
    MAX_HAND,
    MAX_PLAYERS,
    OUT_OF_GAME,
    SHUFFLED,
    TRAVEL_EVENTS,
)

SEATS = np.arange(MAX_PLAYERS)


def state_faults(table, states):
    """Yield what can be wrong, and in which states it is."""
    yield "what is remembered of hands", memory_is_wrong(table, states)
    yield "the expeditions", expeditions_are_wrong(table, states)
    yield "the markers", somewhere((states["markers"] > 0) & (states["space"] == EMPTY))
    yield "the books", books_are_wrong(table, states)
    yield "the adventures", adventures_are_wrong(table, states)
    yield "the companies", companies_are_wrong(table, states)
    yield "the phase", (states["status"] == RUNNING) & phase_is_wrong(states)


def memory_is_wrong(table, states):
    """Whether what is remembered of the travel cards cannot have happened, or does not lead to the hands."""
    length = states["num_travel_events"][:, None]
    wrong = somewhere((states["travel_events"] != EMPTY) != (np.arange(TRAVEL_EVENTS) < length))
    events = states["travel_events"][:, : max(1, int(length.max()))]
    drew = events[..., None] == DRAWN + SEATS
    gave = (events[..., None] == np.arange(DRAWN)).reshape(*events.shape, MAX_PLAYERS, COLOURS)
    players = int(states["num_players"][0])
    wrong |= somewhere(drew[:, :, players:]) | somewhere(gave[:, :, players:])
    era = (events == SHUFFLED).cumsum(axis=1)
    wrong |= era[:, -1] != states["era"]

    # Cards in hand after each event, first of each colour, with all that is drawn in the era, then of all together.
    drawn = states["drawn"].cumsum(axis=1, dtype=np.int16)
    held = drawn[np.arange(len(states))[:, None], np.minimum(era, ERAS - 1)] - gave.cumsum(axis=1, dtype=np.int16)
    wrong |= somewhere(held < 0) | somewhere(held[:, -1] != states["travel"])
    wrong |= somewhere(drew.cumsum(axis=1) < gave.sum(axis=3).cumsum(axis=1))

    # In each era as many cards are drawn as there are draws, and no more of a colour are around than are printed.
    in_era = (era[:, None] == np.arange(ERAS)[:, None]).astype(np.int16)
    wrong |= somewhere(in_era @ drew != states["drawn"].sum(axis=3))
    given_up = in_era @ gave.sum(axis=2)
    around = drawn.sum(axis=2) - (given_up.cumsum(axis=1) - given_up)
    pile = (states["travel_pile"][..., None] == np.arange(COLOURS)).sum(axis=1)
    around[np.arange(len(states)), states["era"]] += pile
    return wrong | somewhere(around > table.travel_cards)


def expeditions_are_wrong(table, states):
    """Whether the pile is not sorted by backs, or what is kept of the finished expeditions is wrong."""
    pile, owner, drawn = states["expedition_pile"], states["expedition_owner"], states["next_expedition"]
    in_game = table.num_expeditions - table.removed[states["num_players"][0]]
    places = np.arange(EXPEDITIONS)
    wrong = (states["expeditions_in_game"] != in_game) | (drawn > in_game)
    wrong |= somewhere((pile == EMPTY) != (places >= table.num_expeditions))
    backs = np.repeat(np.arange(BACKS), table.backs)
    to_come = places[: len(backs)] >= drawn[:, None]
    wrong |= somewhere(to_come & (table.expedition_back[pile[:, : len(backs)]] != backs))
    wrong |= somewhere(owner >= states["num_players"][:, None])
    wrong |= somewhere(states["space"][:, table.num_spaces :] != EMPTY)
    points = (owner[:, None] == SEATS[:, None]) @ table.expedition_points.astype(np.int64)
    return wrong | somewhere(points != states["expedition_points"])


def books_are_wrong(table, states):
    """Whether a book has cards of another, or what has been on top of it is not seen."""
    size, left, seen = states["book_size"], states["book_left"], states["book_seen"]
    wrong = somewhere((left > size) | (np.minimum(left + 1, size) > seen) | (seen > size))
    other = table.adventure_book[states["book"]] != np.arange(BOOKS)[:, None]
    return wrong | somewhere(other & (states["book"] != EMPTY))


def adventures_are_wrong(table, states):
    """Whether adventures are where they cannot be, or what is counted of a player's is wrong."""
    place = states["adventure_place"]
    owned = (place != IN_BOOK) & (place != OUT_OF_GAME)
    wrong = somewhere(owned & ((place - IN_FRONT) % MAX_PLAYERS >= states["num_players"][:, None]))
    wrong |= somewhere(place[:, table.num_adventures :] != OUT_OF_GAME)
    in_front, beneath = cards_at(place, IN_FRONT), cards_at(place, BENEATH)
    artifact = table.adventure_artifact
    kept = {
        "adventures_in_front": in_front.sum(axis=2),
        "artifacts_in_front": in_front @ (artifact >= 0),
        "adventure_points": beneath @ np.where(artifact >= 0, table.adventure_points, 0),
        "assistant_adventures": beneath @ (artifact < 0),
        "artifacts": beneath @ (artifact[:, None] == np.arange(ARTIFACTS)),
        "collection_points": COLLECTIONS[tuple(np.moveaxis(states["artifacts"], 2, 0))],
    }
    for name, values in kept.items():
        wrong |= somewhere(states[name] != values)
    return wrong


def cards_at(place, first):
    """1 for each adventure that is at a place of the player in seat 0, `first`, or in the same of another; by seat."""
    return (place[:, None] == first + SEATS[:, None]).astype(np.int64)


def companies_are_wrong(table, states):
    """Whether a company is nowhere, has assistants that were not gained, or plays what it does not have."""
    rows, mover = np.arange(len(states)), states["current_player"]
    players = int(states["num_players"][0])
    wrong = somewhere(table.num_routes[states["location"][:, :players]] == 0)
    wrong |= somewhere(states["joker"][:, players:]) | somewhere(states["silver"][:, players:])
    beneath = cards_at(states["adventure_place"], BENEATH)
    gained = beneath @ (table.adventure_assistant[:, None] == np.arange(COLOURS))
    wrong |= somewhere(states["assistants"] > gained)
    wrong |= somewhere(states["table_assistants"] > states["assistants"][rows, mover])
    return wrong | (states["table_joker"] > states["joker"][rows, mover])


def phase_is_wrong(states):
    """Whether the turn begins beyond the limits, or discards within them, or pages are turned where nobody buys."""
    phase, adventures = states["phase"], states["adventures_in_front"]
    hand = states["travel"].sum(axis=2) + states["assistants"].sum(axis=2) + states["joker"]
    to_move = states["current_player"][:, None] == SEATS
    wrong = (states["round_number"] == 0) | ((states["pages_turned"] > 0) & (phase != BUY))
    wrong |= somewhere(hand > np.where(to_move, MAX_HAND, HAND_LIMIT))
    wrong |= somewhere((adventures > ADVENTURE_LIMIT) & ~to_move)
    wrong |= (phase == DISCARD_CARDS) & somewhere((hand <= HAND_LIMIT) & to_move)
    return wrong | ((phase == DISCARD_ADVENTURES) & somewhere((adventures <= ADVENTURE_LIMIT) & to_move))
