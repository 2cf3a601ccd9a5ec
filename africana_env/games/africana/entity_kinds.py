"""The kinds of entities of Africana: locations, cards, adventures, expedition spaces, artifacts, steps and pages."""

from functools import partial

from africana_env.engine.game.entities import A_PART, BYTE, EntityKind, EntitySpace, Feature, seat_features
from africana_env.engine.game.turn import turn_features
from africana_env.games.africana.hidden.observation import (
    LOWEST_SCORE,
    MAX_DISTANCE,
    MAX_EXPEDITION_POINTS,
    MAX_EXPEDITION_SILVER,
    MAX_GOLD,
    MAX_NEARER,
    MAX_SCORE,
    PURSE_LIMIT,
    SILVER_PER_GOLD,
)
from africana_env.games.africana.lacking import MAX_LACKING
from africana_env.games.africana.rules import state as rules

of_seats = partial(seat_features, rules.MAX_PLAYERS)
DEPTHS = 4
"""Cards shown from the top of each half of a book."""
FAR = MAX_LACKING + 1
card_features = (
    Feature("lacking", FAR, f"missing cards to get to its target, at most {FAR}"),
    Feature("points", 20, "its points"),
    Feature("silver", 9, "its silver"),
    Feature("artifact", 1, "an artifact"),
    Feature("assistant", 1, "an assistant"),
    Feature("gain", BYTE, "points that its artifact adds to the observer's collections"),
)
"""Features of the face of an adventure, in its own row and in the row of the page that uncovers it."""

entity_space = EntitySpace(
    EntityKind(
        "game",
        1,
        "the turn, the companies and the piles",
        (
            *turn_features(rules.PHASE_NAMES, rules.MAX_PLAYERS),
            Feature("last_round", 1, "whether the last round runs"),
            Feature("pages_turned", rules.PAGES_COUNTED, "pages turned in this action"),
            Feature("travel_pile", rules.TRAVEL_CARDS, "cards in the travel pile"),
            Feature("discarded", rules.TRAVEL_CARDS, "discarded travel cards"),
            *of_seats("gold", MAX_GOLD, "silver // 5"),
            *of_seats("silver", SILVER_PER_GOLD - 1, "silver % 5"),
            *of_seats("purse", PURSE_LIMIT, f"silver, at most {PURSE_LIMIT}"),
            *of_seats("joker", 1, "has the joker, on the table or not"),
            *of_seats("travel_cards", rules.MAX_HAND, "travel cards in hand"),
            *of_seats("assistants", 2 * rules.COLOURS, "assistants, on the table or not"),
            *of_seats("markers_left", rules.MARKERS, "company markers not on an expedition"),
            *of_seats("score", MAX_SCORE, f"current points plus {-LOWEST_SCORE}"),
            *of_seats("assistant_adventures", 2 * rules.COLOURS, "finished assistant adventures"),
            *of_seats("unfinished", rules.ADVENTURES, "unfinished adventures"),
            *(Feature(f"next_{back}", 1, "back of the next expedition card") for back in "abc"),
            *(Feature(f"left_{back}", rules.EXPEDITIONS, "expedition cards in the pile by back") for back in "abc"),
            Feature("book_left", rules.BOOK_CARDS, "cards on the left half of the book at hand"),
            Feature("book_right", rules.BOOK_CARDS, "cards on the right half of the book at hand"),
            Feature("other_book_left", rules.BOOK_CARDS, "cards on the left half of the other book"),
            Feature("other_book_right", rules.BOOK_CARDS, "cards on the right half of the other book"),
            Feature("move_worth", BYTE, f"estimate by `greedy` of the best move from here, in {A_PART} points"),
        ),
    ),
    EntityKind(
        "location",
        rules.LOCATIONS,
        "a location with a goal or an explorer, or a route from the observer's",
        (
            *of_seats("explorer", 1, "where the explorer stands"),
            Feature("distance", MAX_DISTANCE, f"steps from the observer, at most {MAX_DISTANCE}"),
            Feature("next", 1, "whether a route leads there from the observer's location"),
            Feature("same_half", 1, "whether it lies in the same half of the map as the observer"),
            Feature("routes", rules.LOCATIONS, "routes that lead there"),
            Feature("cards", rules.MAX_HAND, "the observer's playable cards of a colour that it shows"),
            Feature("lacking", FAR, f"missing cards to get there, at most {FAR}"),
            Feature("goal_points", BYTE, "points, with collections, of contracts that the observer could finish there"),
            Feature("goal_silver", BYTE, "silver of these contracts"),
            Feature("starts", rules.SPACES, "expeditions that start there and that the observer has not joined"),
            Feature("start_points", BYTE, "points of these expeditions"),
            Feature("rival_goals", BYTE, "contracts that others could finish there"),
            Feature("nearer_targets", MAX_NEARER, f"own targets that it is nearer to, if next; at most {MAX_NEARER}"),
            Feature("nearer_starts", MAX_NEARER, "starts of unjoined expeditions that it is nearer to, if next"),
        ),
    ),
    EntityKind(
        "card",
        rules.CARD_KINDS,
        "a kind of card: travel cards of a colour, assistants of a colour, the joker",
        (
            Feature("travel", 1, "travel cards"),
            Feature("assistant", 1, "assistants"),
            Feature("joker", 1, "the joker"),
            Feature("own", rules.MAX_HAND, "in the observer's hand, not on the table"),
            Feature("table", rules.MAX_HAND, "on the table"),
            Feature("same_colour", rules.MAX_HAND, "the observer's playable travel cards and assistants of the colour"),
            Feature("discarded", rules.TRAVEL_CARDS, "discarded travel cards of the colour"),
            Feature("known", rules.TRAVEL_CARDS, "travel cards known to be in the others' hands"),
            Feature("held", rules.MAX_HAND, "own travel cards held since the last shuffle"),
            Feature("next", rules.LOCATIONS, "next locations that show the colour"),
        ),
    ),
    EntityKind(
        "space",
        rules.SPACES,
        "a space for an expedition",
        (
            Feature("filled", 1, "whether an expedition lies there"),
            Feature("bonus_silver", 5, "silver for joining"),
            Feature("bonus_cards", 1, "travel cards for joining"),
            *of_seats("marker", 1, "whose markers lie there"),
            Feature("start_distance", MAX_DISTANCE, f"steps to the start, at most {MAX_DISTANCE}"),
            Feature("target_distance", MAX_DISTANCE, f"steps to the target, at most {MAX_DISTANCE}"),
            Feature("length", MAX_DISTANCE, f"steps from the start to the target, at most {MAX_DISTANCE}"),
            Feature("start_lacking", FAR, f"missing cards to get to the start, at most {FAR}"),
            Feature("target_lacking", FAR, f"missing cards to get to the target, at most {FAR}"),
            Feature("points", MAX_EXPEDITION_POINTS, "its points"),
            Feature("silver", MAX_EXPEDITION_SILVER, "its silver"),
            Feature("rival_near", MAX_DISTANCE, "10 minus the steps to the target of the nearest rival with a marker"),
        ),
    ),
    EntityKind(
        "adventure",
        rules.ADVENTURES,
        "an adventure in front of a player or near the top of a book",
        (
            *of_seats("owner", 1, "its owner, while unfinished"),
            Feature("left", DEPTHS, f"near the top of the left half of its book: {DEPTHS} is the top"),
            Feature("right", DEPTHS, f"near the top of the right half of its book: {DEPTHS} is the top"),
            Feature("at_hand", 1, "whether that is the book at hand"),
            Feature("distance", MAX_DISTANCE, f"steps to its target, at most {MAX_DISTANCE}"),
            *card_features,
            Feature("copies", rules.ARTIFACT_COPIES, "artifacts of the kind that the observer has finished"),
            Feature("rival_gain", BYTE, "the most points that it would add to another player's collections"),
        ),
    ),
    EntityKind(
        "artifact",
        rules.ARTIFACTS,
        "a kind of artifact",
        (
            *of_seats("finished", rules.ARTIFACT_COPIES, "finished artifacts of the kind"),
            Feature("unfinished", rules.ARTIFACT_COPIES, "the observer's unfinished artifacts of the kind"),
        ),
    ),
    EntityKind(
        "step",
        rules.LOCATIONS * rules.CARD_KINDS,
        "a step to a next location with a card, if the observer may take it now",
        (
            Feature("free", 1, "the location shows the card's colour, or the card is the joker"),
            Feature("worth", BYTE, f"estimate by `greedy` of the best route that begins with it, in {A_PART} points"),
        ),
    ),
    EntityKind(
        "turn_page",
        rules.BOOKS,
        "a turn of the page of the book at hand, forward or back",
        (
            Feature("forward", 1, "forward"),
            Feature("back", 1, "back"),
            Feature("cards", rules.BOOK_CARDS, "cards on the half from which it takes one"),
            Feature("seen", 1, "whether the uncovered card has been seen; the features that follow are that card's"),
            *card_features,
        ),
    ),
)
