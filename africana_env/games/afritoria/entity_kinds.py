"""The kinds of entities of Afritoria: cards, colours and the others' score piles."""

from functools import partial

from africana_env.engine.game.entities import A_PART, BYTE, EntityKind, EntitySpace, Feature, seat_features
from africana_env.engine.game.turn import turn_features
from africana_env.games.afritoria.hidden.observation import MAX_VALUE, MOVER
from africana_env.games.afritoria.rules import state as rules

of_seats = partial(seat_features, rules.MAX_PLAYERS)
STANDINGS = ("competing", "won", "out")

entity_space = EntitySpace(
    EntityKind(
        "game",
        1,
        "the turn, the players and their piles",
        (
            *turn_features(rules.PHASE_NAMES, rules.MAX_PLAYERS, mover=MOVER),
            Feature("pile", rules.CARDS, "cards in the pile"),
            *of_seats("hand", rules.HAND, "cards in hand"),
            *of_seats("points", BYTE, f"points on the score pile, at most {BYTE}"),
            *of_seats("cards", rules.SCORE_PILE, "cards on the score pile"),
            *of_seats("top_value", MAX_VALUE, "points of the top card of the score pile"),
            *(feature for name in STANDINGS for feature in of_seats(name, 1, f"the played card: {name}")),
            *of_seats("played_ranger", 1, "played a ranger this round"),
            *of_seats("played_poacher", 1, "played a poacher this round"),
            Feature("best_gain", BYTE, f"largest `gain` of the observer's cards, see `card`, in {A_PART} points"),
        ),
    ),
    EntityKind(
        "card",
        rules.KINDS,
        "a kind of card, an animal of a colour, ranger or poacher, if the place of one is known",
        (
            Feature("ranger", 1, "the ranger"),
            Feature("poacher", 1, "the poacher"),
            Feature("strength", rules.STRENGTHS, "its strength, from 1; 0 for ranger and poacher"),
            Feature("value", MAX_VALUE, "its points"),
            Feature("own", rules.MAX_COPIES, "in the observer's hand"),
            Feature("committed", 1, "the observer's committed card"),
            Feature("row", rules.ROW, "in the row"),
            *of_seats("played", 1, "played this round"),
            *of_seats("known", rules.MAX_COPIES, "known to be in the hand of this seat", 1),
            Feature("known_of_own", rules.MAX_COPIES, "in the observer's hand, and known to another player"),
            *of_seats("shown", rules.MAX_COPIES, "of the hand shown last: in hand or under the pile"),
            *of_seats("top", 1, "the top card of the score pile"),
            Feature("unseen", rules.MAX_COPIES, "in a place unknown to the observer"),
            Feature("put", rules.HAND, "under the pile, put there by the observer"),
            Feature("row_of_colour", rules.ROW, "cards of its colour in the row; for a special, of any colour"),
            Feature("row_value", MAX_VALUE, "the most points among these"),
            Feature("own_of_colour", rules.HAND, "cards of its colour in the observer's hand"),
            Feature("own_stronger", rules.HAND, "stronger cards of its colour in the observer's hand"),
            Feature("unseen_stronger", rules.ANIMALS, "stronger cards of its colour, unseen"),
            Feature(
                "known_stronger",
                rules.HAND * rules.MAX_PLAYERS,
                "stronger cards of its colour, known in others' hands",
            ),
            Feature("played_stronger", rules.MAX_PLAYERS, "stronger cards of its colour, played this round"),
            Feature("disputed", 1, "its colour is picking"),
            Feature("gain", BYTE, f"expected points of committing it by `greedy`, else 0; in {A_PART} points"),
            Feature("worth", BYTE, f"value in the observer's hand by `greedy`, in {A_PART} points"),
        ),
    ),
    EntityKind(
        "colour",
        rules.COLOURS,
        "a colour",
        (
            Feature("own", rules.HAND, "cards in the observer's hand"),
            Feature("row", rules.ROW, "cards in the row"),
            Feature("row_value", MAX_VALUE, "the most points among them"),
            Feature("played", rules.MAX_PLAYERS, "cards played this round"),
            Feature("unseen", rules.ANIMALS, "unseen cards"),
            Feature("disputed", 1, "whether it is picking"),
        ),
    ),
    EntityKind(
        "steal",
        rules.MAX_PLAYERS - 1,
        "the score pile of another player",
        (
            Feature("cards", rules.SCORE_PILE, "cards on it"),
            Feature("points", BYTE, f"points on it, at most {BYTE}"),
            Feature("top_value", MAX_VALUE, "points of its top card"),
            Feature("ahead", BYTE, f"points more than the observer's, from 0 to {BYTE}"),
        ),
    ),
)
