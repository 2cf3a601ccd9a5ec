"""Faults of saved states beyond cards in the wrong place (`rules/zones.py`)."""

import numpy as np

from africana_env.engine.game.state import RUNNING
from africana_env.games.africana.rules import state as rules
from africana_env.games.africana.rules.scoring import COLLECTIONS

SEATS = np.arange(rules.MAX_PLAYERS)


def state_faults(table, states):
    """Yield each kind of fault, and the states that have it."""
    for what, faults in CHECKS:
        for wrong in faults(table, states):
            yield what, wrong


def memory_faults(table, states):
    """Remembered travel cards that cannot have moved like that, or that do not lead to the hands."""
    length = states["num_travel_events"][:, None]
    yield (states["travel_events"] != rules.EMPTY) != (np.arange(rules.TRAVEL_EVENTS) < length)
    events = states["travel_events"][:, : max(1, int(length.max()))]
    drew = events[..., None] == rules.DRAWN + SEATS
    gave = (events[..., None] == np.arange(rules.DRAWN)).reshape(*events.shape, rules.MAX_PLAYERS, rules.COLOURS)
    players = int(states["num_players"][0])
    yield drew[:, :, players:]
    yield gave[:, :, players:]
    era = (events == rules.SHUFFLED).cumsum(axis=1)
    yield era[:, -1] != states["era"]

    # Cards in hand after each event: first each colour, counting all draws of the era, then all colours together.
    rows = np.arange(len(states))
    drawn = states["drawn"].cumsum(axis=1, dtype=np.int16)
    held = drawn[rows[:, None], era] - gave.cumsum(axis=1, dtype=np.int16)
    yield held < 0
    yield held[:, -1] != states["travel"]
    yield drew.cumsum(axis=1) < gave.sum(axis=3).cumsum(axis=1)

    # In each era the draws match the cards drawn, and no colour exceeds its printed cards.
    in_era = (era[:, None] == np.arange(rules.ERAS)[:, None]).astype(np.int16)
    yield in_era @ drew != states["drawn"].sum(axis=3)
    given_up = in_era @ gave.sum(axis=2)
    around = drawn.sum(axis=2) - (given_up.cumsum(axis=1) - given_up)
    around[rows, states["era"]] += (states["travel_pile"][..., None] == np.arange(rules.COLOURS)).sum(axis=1)
    yield around > table.travel_cards


def expedition_faults(table, states):
    """A pile not sorted by backs, or wrong counts of finished expeditions."""
    pile, owner, drawn = states["expedition_pile"], states["expedition_owner"], states["next_expedition"]
    in_game = table.num_expeditions - table.removed[states["num_players"][0]]
    places = np.arange(rules.EXPEDITIONS)
    yield (states["expeditions_in_game"] != in_game) | (drawn > in_game)
    yield (pile == rules.EMPTY) != (places >= table.num_expeditions)
    backs = np.repeat(np.arange(rules.BACKS), table.backs)
    to_come = places[: len(backs)] >= drawn[:, None]
    yield to_come & (table.expedition_back[pile[:, : len(backs)]] != backs)
    yield owner >= states["num_players"][:, None]
    yield states["space"][:, table.num_spaces :] != rules.EMPTY
    yield (owner[:, None] == SEATS[:, None]) @ table.expedition_points.astype(np.int64) != states["expedition_points"]


def marker_faults(table, states):
    """Markers where no expedition lies."""
    yield (states["markers"] > 0) & (states["space"] == rules.EMPTY)


def book_faults(table, states):
    """A card of another book, or a card on top that was never seen."""
    size, left, seen = states["book_size"], states["book_left"], states["book_seen"]
    yield (left > size) | (np.minimum(left + 1, size) > seen) | (seen > size)
    other = table.adventure_book[states["book"]] != np.arange(rules.BOOKS)[:, None]
    yield other & (states["book"] != rules.EMPTY)


def adventure_faults(table, states):
    """Adventures in an impossible place, or wrong counts of a player's adventures."""
    place = states["adventure_place"]
    owned = (place != rules.IN_BOOK) & (place != rules.OUT_OF_GAME)
    yield owned & ((place - rules.IN_FRONT) % rules.MAX_PLAYERS >= states["num_players"][:, None])
    yield place[:, table.num_adventures :] != rules.OUT_OF_GAME
    in_front, beneath = adventures_at(place, rules.IN_FRONT), adventures_at(place, rules.BENEATH)
    artifact = table.adventure_artifact
    kept = {
        "adventures_in_front": in_front.sum(axis=2),
        "artifacts_in_front": in_front @ (artifact >= 0),
        "adventure_points": beneath @ np.where(artifact >= 0, table.adventure_points, 0),
        "assistant_adventures": beneath @ (artifact < 0),
        "artifacts": beneath @ (artifact[:, None] == np.arange(rules.ARTIFACTS)),
        "collection_points": COLLECTIONS[tuple(np.moveaxis(states["artifacts"], 2, 0))],
    }
    for name, values in kept.items():
        yield states[name] != values


def adventures_at(place, first):
    """Return 1 for each adventure at `first + seat`, else 0, of shape (states, seats, adventures)."""
    return (place[:, None] == first + SEATS[:, None]).astype(np.int64)


def company_faults(table, states):
    """A company outside the map, or with assistants that it did not gain, or with played cards that it does not
    have."""
    rows, mover = np.arange(len(states)), states["current_player"]
    players = int(states["num_players"][0])
    yield table.num_routes[states["location"][:, :players]] == 0
    yield (states["joker"][:, players:] > 0) | (states["silver"][:, players:] > 0)
    beneath = adventures_at(states["adventure_place"], rules.BENEATH)
    gained = beneath @ (table.adventure_assistant[:, None] == np.arange(rules.COLOURS))
    yield states["assistants"] > gained
    yield states["table_assistants"] > states["assistants"][rows, mover]
    yield states["table_joker"] > states["joker"][rows, mover]


def phase_faults(table, states):
    """A turn that begins beyond the limits, discards within them, or pages turned outside of buying."""
    phase, adventures = states["phase"], states["adventures_in_front"]
    hand = states["travel"].sum(axis=2) + states["assistants"].sum(axis=2) + states["joker"]
    running = states["status"] == RUNNING
    to_move = (states["current_player"][:, None] == SEATS) & running[:, None]
    waits = (states["current_player"][:, None] != SEATS) & running[:, None]
    yield running & ((states["round_number"] == 0) | ((states["pages_turned"] > 0) & (phase != rules.BUY)))
    yield (to_move & (hand > rules.MAX_HAND)) | (waits & (hand > rules.HAND_LIMIT))
    yield waits & (adventures > rules.ADVENTURE_LIMIT)
    yield to_move & (phase == rules.DISCARD_CARDS)[:, None] & (hand <= rules.HAND_LIMIT)
    yield to_move & (phase == rules.DISCARD_ADVENTURES)[:, None] & (adventures <= rules.ADVENTURE_LIMIT)


CHECKS = (
    ("what is remembered of hands", memory_faults),
    ("the expeditions", expedition_faults),
    ("the markers", marker_faults),
    ("the books", book_faults),
    ("the adventures", adventure_faults),
    ("the companies", company_faults),
    ("the phase", phase_faults),
)
