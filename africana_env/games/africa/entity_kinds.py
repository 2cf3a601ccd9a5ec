"""The kinds of entities of Africa: spaces, walks, neighbours, species, goods and trades."""

from functools import partial

from africana_env.engine.game.entities import A_PART, BYTE, EntityKind, EntitySpace, Feature, seat_features
from africana_env.engine.game.turn import turn_features
from africana_env.games.africa.hidden.observation import MAX_SCORE, MAX_TRADE_GAIN, ROUND
from africana_env.games.africa.rules import state as rules

of_seats = partial(seat_features, rules.MAX_PLAYERS)
NEAR = 4
"""Spaces at this many steps or more are not near."""

entity_space = EntitySpace(
    EntityKind(
        "game",
        1,
        "the turn, the players and the markers to find",
        (
            *turn_features(rules.PHASE_NAMES, rules.MAX_PLAYERS, round_number=ROUND),
            Feature("walked", 1, "whether the walk before the next action is done"),
            Feature("actions_left", rules.MAX_ACTIONS, "actions left in this turn"),
            Feature("supply", rules.MAX_SUPPLY, "camps in the supply"),
            Feature("monuments_left", rules.MAX_OF_A_KIND, "monuments to find until the game ends"),
            Feature("face_down", rules.SPACES, "face-down markers"),
            Feature("face_down_animals", rules.SPACES, "face-down animals"),
            Feature("face_down_nomads", rules.MAX_OF_A_KIND, "face-down nomads"),
            Feature("face_down_monuments", rules.MAX_OF_A_KIND, "face-down monuments"),
            Feature("face_down_minerals", 2 * rules.MAX_VALUE * rules.MAX_OF_A_MINERAL, "face-down gold and gems"),
            Feature("face_down_goods", rules.GOODS * rules.GOODS_OF_A_KIND, "face-down goods"),
            Feature("find_worth", BYTE, f"mean value of a face-down marker by `greedy`, in {A_PART} points"),
            *of_seats("camps", rules.MAX_FIRST_CAMPS + rules.MAX_SUPPLY, "camps at hand"),
            *of_seats("score", MAX_SCORE, f"points if the game ended now, at most {MAX_SCORE}"),
            *of_seats("gold", rules.MAX_VALUE * rules.MAX_OF_A_MINERAL, "markers of gold"),
            *of_seats("gems", rules.MAX_VALUE * rules.MAX_OF_A_MINERAL, "markers of gems"),
            *of_seats("near", NEAR, f"{NEAR} minus the steps from the researcher to the observer's, at least 0"),
            Feature("camp_here", 1, "whether the space of the observer's researcher is free for a camp"),
            Feature("sights_here", rules.DIRECTIONS, "points for a camp for research there"),
            Feature("minerals_here", rules.DIRECTIONS, "minerals for a camp for minerals there"),
            Feature("face_down_here", rules.DIRECTIONS, "face-down markers next to it"),
            Feature("nomad_pay", rules.DIRECTIONS, "the most that a nomad would pay"),
            Feature("worth_here", BYTE, f"value of the best action here by `greedy`, in {A_PART} points"),
            Feature("worth_of_walking", BYTE, f"value of the best action after a walk by `greedy`, in {A_PART} points"),
        ),
    ),
    EntityKind(
        "space",
        rules.SPACES,
        "a space without a face-down marker, near the observer or with a gain",
        (
            Feature("free", 1, "whether it is empty"),
            Feature("animal", 1, "an animal"),
            Feature("nomad", 1, "a nomad"),
            Feature("monument", 1, "a monument"),
            Feature("mineral", rules.MAX_VALUE, "value of the gold or gems there"),
            Feature("camp", 1, "a camp"),
            Feature("city", 1, "a city, in the set-up"),
            Feature("own", 1, "whether the observer's researcher stands there"),
            Feature("other", 1, "whether another researcher stands there"),
            Feature("near", NEAR, f"{NEAR} minus the steps to the observer's researcher, at least 0"),
            Feature("gain_of_moving", rules.DIRECTIONS, "how much more the animal or nomad there would pay elsewhere"),
            Feature("gain_near", rules.DIRECTIONS, "largest such gain there or next to it, if a researcher can enter"),
            Feature("face_down", rules.DIRECTIONS, "face-down markers next to it, if a researcher can go there"),
            Feature("sights", rules.DIRECTIONS, "points for a camp for research there, if it is free"),
            Feature("minerals", rules.DIRECTIONS, "minerals for a camp for minerals there, if it is free"),
            Feature("worth", BYTE, f"value of the best action after a jump by `greedy`, in {A_PART} points"),
            Feature("piece", 1, "whether the animal or nomad to put lies there"),
            Feature("gain", rules.DIRECTIONS, "how much more that piece would pay there"),
            Feature("apart", BYTE, "in the set-up: steps from all researchers, or from all cities if there is none"),
        ),
    ),
    EntityKind(
        "walk",
        rules.WALKS,
        "a walk that the observer may take now",
        (
            Feature("open", 1, "whether it is legal"),
            Feature("far", 1, "two steps"),
            Feature("face_down", rules.DIRECTIONS, "face-down markers next to its end"),
            Feature("sights", rules.DIRECTIONS, "points for a camp for research there; 0 if none can be set"),
            Feature("minerals", rules.DIRECTIONS, "minerals for a camp for minerals there; 0 if none can be set"),
            Feature("gain", rules.DIRECTIONS, "largest gain of moving an animal or nomad there or next to it"),
            Feature("worth", BYTE, f"value of the best action there by `greedy`, in {A_PART} points"),
        ),
    ),
    EntityKind(
        "uncover",
        rules.DIRECTIONS,
        "a face-down marker next to the observer's researcher",
        (
            Feature("there", 1, "whether there is one"),
            Feature("face_down", rules.DIRECTIONS, "other face-down markers next to it"),
            Feature("free", rules.DIRECTIONS, "free spaces next to it"),
            Feature("sights", rules.DIRECTIONS, "animals, nomads and monuments next to it"),
        ),
    ),
    EntityKind(
        "move_piece",
        1 + rules.DIRECTIONS,
        "an animal or nomad on the space of the observer's researcher or next to it",
        (
            Feature("animal", 1, "an animal"),
            Feature("nomad", 1, "a nomad"),
            Feature("pay", rules.DIRECTIONS, "its points where it lies"),
            Feature("gain", rules.DIRECTIONS, "how much more it would pay elsewhere"),
        ),
    ),
    EntityKind(
        "species",
        rules.SPECIES,
        "a species of animals",
        (
            Feature("face_down", rules.MAX_OF_A_KIND, "face-down animals of the species"),
            Feature("most", rules.DIRECTIONS, "the most that an animal would pay"),
            Feature("piece", 1, "whether the animal to put is of this species"),
        ),
    ),
    EntityKind(
        "good",
        rules.GOODS,
        "a kind of good",
        (
            *of_seats("goods", rules.GOODS_OF_A_KIND, "goods of this kind"),
            Feature("face_down", rules.GOODS_OF_A_KIND, "face-down goods of this kind"),
            Feature("found", 1, "whether it was just found and can be traded"),
        ),
    ),
    EntityKind(
        "trade",
        (rules.MAX_PLAYERS - 1) * rules.GOODS,
        "a trade that the observer may make now",
        (
            Feature("open", 1, "whether it is legal"),
            Feature("amount", rules.GOODS_OF_A_KIND, "goods exchanged, of each kind"),
            Feature("gain", MAX_TRADE_GAIN, "points that the observer would gain"),
            Feature("loss", MAX_TRADE_GAIN, "points that the observer would lose"),
            Feature("partner_gain", MAX_TRADE_GAIN, "points that the partner would gain"),
            Feature("partner_loss", MAX_TRADE_GAIN, "points that the partner would lose"),
            Feature("partner_score", MAX_SCORE, f"the partner's points, at most {MAX_SCORE}"),
        ),
    ),
)
