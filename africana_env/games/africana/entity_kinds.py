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
"""Cards from the top of a half of a book that are shown."""
FAR = MAX_LACKING + 1

entity_space = EntitySpace(
    EntityKind(
        "game",
        1,
        "what is no thing on the board",
        (
            *turn_features(rules.PHASE_NAMES, rules.MAX_PLAYERS),
            Feature("last_round", 1, "whether the last round runs"),
            Feature("pages_turned", rules.PAGES_COUNTED, "pages turned in this action"),
            Feature("travel_pile", rules.TRAVEL_CARDS, "cards in the travel pile"),
            Feature("discarded", rules.TRAVEL_CARDS, "discarded travel cards"),
            *of_seats("gold", MAX_GOLD, "silver // 5"),
            *of_seats("silver", SILVER_PER_GOLD - 1, "silver % 5"),
            *of_seats("purse", PURSE_LIMIT, f"the silver, at most {PURSE_LIMIT} of it"),
            *of_seats("joker", 1, "has the joker, on the table or not"),
            *of_seats("travel_cards", rules.MAX_HAND, "travel cards in hand"),
            *of_seats("assistants", 2 * rules.COLOURS, "assistants, on the table or not"),
            *of_seats("markers_left", rules.MARKERS, "company markers not on an expedition"),
            *of_seats("score", MAX_SCORE, f"points as they stand, plus {-LOWEST_SCORE}"),
            *of_seats("assistant_adventures", 2 * rules.COLOURS, "finished assistant adventures"),
            *of_seats("unfinished", rules.ADVENTURES, "unfinished adventures"),
            *(Feature(f"next_{back}", 1, "back of the next expedition card") for back in "abc"),
            *(Feature(f"left_{back}", rules.EXPEDITIONS, "expedition cards in the pile by back") for back in "abc"),
            Feature("book_left", rules.BOOK_CARDS, "cards on the left half of the book at hand"),
            Feature("book_right", rules.BOOK_CARDS, "cards on its right half"),
            Feature("other_book_left", rules.BOOK_CARDS, "cards on the left half of the other book"),
            Feature("other_book_right", rules.BOOK_CARDS, "cards on its right half"),
            Feature("move_worth", BYTE, f"what `greedy` takes the best move from here to be worth, in {A_PART} points"),
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
            Feature(
                "cards", rules.MAX_HAND, "own travel cards and assistants, not on the table, of a colour that it shows"
            ),
            Feature("lacking", FAR, f"cards beyond those in hand to come there, at most {FAR}"),
            Feature("goal_points", BYTE, "points, collections included, of what the observer could finish there"),
            Feature("goal_silver", BYTE, "silver of what the observer could finish there"),
            Feature("starts", rules.SPACES, "expeditions that start there and that the observer has not joined"),
            Feature("start_points", BYTE, "points of these expeditions"),
            Feature("rival_goals", BYTE, "what others could finish there"),
            Feature(
                "nearer_targets", MAX_NEARER, f"own targets that are nearer from there, if next; at most {MAX_NEARER}"
            ),
            Feature(
                "nearer_starts", MAX_NEARER, "starts of expeditions not joined that are nearer from there, if next"
            ),
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
            Feature("same_colour", rules.MAX_HAND, "own travel cards and assistants of the colour, not on the table"),
            Feature("discarded", rules.TRAVEL_CARDS, "discarded travel cards of the colour"),
            Feature("known", rules.TRAVEL_CARDS, "travel cards known to be in the others' hands"),
            Feature("held", rules.MAX_HAND, "own travel cards held since the discard pile was last shuffled"),
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
            Feature("start_lacking", FAR, f"cards beyond those in hand to come to the start, at most {FAR}"),
            Feature("target_lacking", FAR, f"cards beyond those in hand to come to the target, at most {FAR}"),
            Feature("points", MAX_EXPEDITION_POINTS, "its points"),
            Feature("silver", MAX_EXPEDITION_SILVER, "what it pays"),
            Feature("rival_near", MAX_DISTANCE, "how near a rival with a marker is to the target: 10 less the steps"),
        ),
    ),
    EntityKind(
        "adventure",
        rules.ADVENTURES,
        "an adventure that lies in front of somebody or near the top of a book",
        (
            *of_seats("owner", 1, "who owns it, unfinished"),
            Feature("left", DEPTHS, f"near the top of the left half of its book: {DEPTHS} is the top"),
            Feature("right", DEPTHS, f"near the top of the right half of its book: {DEPTHS} is the top"),
            Feature("at_hand", 1, "whether that is the book at hand"),
            Feature("distance", MAX_DISTANCE, f"steps to its target, at most {MAX_DISTANCE}"),
            Feature("lacking", FAR, f"cards beyond those in hand to come to its target, at most {FAR}"),
            Feature("points", 20, "its points"),
            Feature("silver", 9, "what it pays"),
            Feature("artifact", 1, "an artifact"),
            Feature("assistant", 1, "an assistant"),
            Feature("gain", BYTE, "by how much its artifact makes the observer's collections more valuable"),
            Feature("copies", rules.ARTIFACT_COPIES, "artifacts of the kind that the observer has finished"),
            Feature("rival_gain", BYTE, "by how much it would make those of another more valuable, at most"),
        ),
    ),
    EntityKind(
        "artifact",
        rules.ARTIFACTS,
        "a kind of artifact",
        (
            *of_seats("finished", rules.ARTIFACT_COPIES, "finished artifacts of the kind"),
            Feature("unfinished", rules.ARTIFACT_COPIES, "the observer's unfinished ones"),
        ),
    ),
    EntityKind(
        "step",
        rules.LOCATIONS * rules.CARD_KINDS,
        "a step to a next location with a card, if the observer may take it now",
        (
            Feature("free", 1, "the location shows the card's colour, or it is the joker"),
            Feature(
                "worth", BYTE, f"what `greedy` takes the best way to be worth that begins with it, in {A_PART} points"
            ),
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
            Feature("seen", 1, "whether the card that it uncovers has been seen; if so, what follows is of that card"),
            Feature("lacking", FAR, f"cards beyond those in hand to come to its target, at most {FAR}"),
            Feature("points", 20, "its points"),
            Feature("silver", 9, "what it pays"),
            Feature("artifact", 1, "an artifact"),
            Feature("assistant", 1, "an assistant"),
            Feature("gain", BYTE, "by how much its artifact makes the observer's collections more valuable"),
        ),
    ),
)
