"""The kinds of entities of Africa: spaces, walks, neighbours, species, goods and trades."""

from functools import partial

from africana_env.engine.game.entities import A_PART, BYTE, EntityKind, EntitySpace, Feature, seat_features
from africana_env.engine.game.turn import turn_features
from africana_env.games.africa.hidden.observation import MAX_SCORE, MAX_TRADE_GAIN, ROUND
from africana_env.games.africa.rules import state as rules

of_seats = partial(seat_features, rules.MAX_PLAYERS)
NEAR = 4
"""Spaces that are so many steps away are not near any more."""

entity_space = EntitySpace(
    EntityKind(
        "game",
        1,
        "what is no thing on the map",
        (
            *turn_features(rules.PHASE_NAMES, rules.MAX_PLAYERS, round_number=ROUND),
            Feature("walked", 1, "whether the walk before the next action is done"),
            Feature("actions_left", rules.MAX_ACTIONS, "actions left in this turn"),
            Feature("supply", rules.MAX_SUPPLY, "camps in the supply"),
            Feature("monuments_left", rules.MAX_OF_A_KIND, "monuments to be found until the game ends"),
            Feature("face_down", rules.SPACES, "markers that lie face down"),
            Feature("face_down_animals", rules.SPACES, "animals among them"),
            Feature("face_down_nomads", rules.MAX_OF_A_KIND, "nomads among them"),
            Feature("face_down_monuments", rules.MAX_OF_A_KIND, "monuments among them"),
            Feature("face_down_minerals", 2 * rules.MAX_VALUE * rules.MAX_OF_A_MINERAL, "gold and gems among them"),
            Feature("face_down_goods", rules.GOODS * rules.GOODS_OF_A_KIND, "goods among them"),
            Feature("find_worth", BYTE, f"what `greedy` takes one to be worth on average, in {A_PART} points"),
            *of_seats("camps", rules.MAX_FIRST_CAMPS + rules.MAX_SUPPLY, "camps at hand"),
            *of_seats("score", MAX_SCORE, f"points with the final scoring as it is, at most {MAX_SCORE}"),
            *of_seats("gold", rules.MAX_VALUE * rules.MAX_OF_A_MINERAL, "markers of gold"),
            *of_seats("gems", rules.MAX_VALUE * rules.MAX_OF_A_MINERAL, "markers of gems"),
            *of_seats("near", NEAR, f"how near the researcher is to the observer's: {NEAR} less the steps"),
            Feature("camp_here", 1, "whether the space of the observer's researcher is free for a camp"),
            Feature("sights_here", rules.DIRECTIONS, "what a camp for research there would pay"),
            Feature("minerals_here", rules.DIRECTIONS, "what a camp for minerals there would take"),
            Feature("face_down_here", rules.DIRECTIONS, "face-down markers beside it"),
            Feature("nomad_pay", rules.DIRECTIONS, "the most that a nomad would pay"),
            Feature("worth_here", BYTE, f"what `greedy` takes the best action here to be worth, in {A_PART} points"),
            Feature("worth_of_walking", BYTE, f"the same of the best action after a walk, in {A_PART} points"),
        ),
    ),
    EntityKind(
        "space",
        rules.SPACES,
        "a space without a face-down marker, near the observer or where something could be gained",
        (
            Feature("free", 1, "whether nothing lies there"),
            Feature("animal", 1, "an animal"),
            Feature("nomad", 1, "a nomad"),
            Feature("monument", 1, "a monument"),
            Feature("mineral", rules.MAX_VALUE, "gold or gems: what it shows"),
            Feature("camp", 1, "a camp"),
            Feature("city", 1, "a city, in the set-up"),
            Feature("own", 1, "whether the observer's researcher stands there"),
            Feature("other", 1, "whether another researcher stands there"),
            Feature("near", NEAR, f"how near it is to the observer's researcher: {NEAR} less the steps"),
            Feature("gain_of_moving", rules.DIRECTIONS, "how much more the animal or nomad there would pay elsewhere"),
            Feature("gain_near", rules.DIRECTIONS, "the most of this there or beside, if a researcher can go there"),
            Feature("face_down", rules.DIRECTIONS, "face-down markers beside it, if a researcher can go there"),
            Feature("sights", rules.DIRECTIONS, "what a camp for research would pay there, if it is free"),
            Feature("minerals", rules.DIRECTIONS, "what a camp for minerals would take there, if it is free"),
            Feature("worth", BYTE, f"what `greedy` takes the best action after a jump to be worth, in {A_PART} points"),
            Feature("piece", 1, "where the animal or nomad lies that is to be put"),
            Feature("gain", rules.DIRECTIONS, "how much more that piece would pay there"),
            Feature(
                "apart", BYTE, "in the set-up: steps from the researchers, or from the other cities if none is there"
            ),
        ),
    ),
    EntityKind(
        "walk",
        rules.WALKS,
        "a walk that the observer may take now",
        (
            Feature("open", 1, "whether it may be taken"),
            Feature("far", 1, "two steps"),
            Feature("face_down", rules.DIRECTIONS, "face-down markers beside the space there"),
            Feature("sights", rules.DIRECTIONS, "what a camp for research would pay there; 0 if none can be set"),
            Feature("minerals", rules.DIRECTIONS, "what a camp for minerals would take there; 0 if none can be set"),
            Feature("gain", rules.DIRECTIONS, "the most that moving an animal or nomad there or beside would gain"),
            Feature("worth", BYTE, f"what `greedy` takes the best action there to be worth, in {A_PART} points"),
        ),
    ),
    EntityKind(
        "uncover",
        rules.DIRECTIONS,
        "a face-down marker beside the observer's researcher",
        (
            Feature("there", 1, "whether there is one"),
            Feature("face_down", rules.DIRECTIONS, "others beside it"),
            Feature("free", rules.DIRECTIONS, "free spaces beside it"),
            Feature("sights", rules.DIRECTIONS, "animals, nomads and monuments beside it"),
        ),
    ),
    EntityKind(
        "move_piece",
        1 + rules.DIRECTIONS,
        "an animal or nomad where the observer's researcher stands, or beside",
        (
            Feature("animal", 1, "an animal"),
            Feature("nomad", 1, "a nomad"),
            Feature("pay", rules.DIRECTIONS, "what it would pay where it lies"),
            Feature("gain", rules.DIRECTIONS, "how much more it would pay elsewhere"),
        ),
    ),
    EntityKind(
        "species",
        rules.SPECIES,
        "a species of animals",
        (
            Feature("face_down", rules.MAX_OF_A_KIND, "animals that lie face down"),
            Feature("most", rules.DIRECTIONS, "the most that an animal would pay"),
            Feature("piece", 1, "whether the animal that is to be put is one"),
        ),
    ),
    EntityKind(
        "good",
        rules.GOODS,
        "a kind of good",
        (
            *of_seats("goods", rules.GOODS_OF_A_KIND, "how many of them a seat has"),
            Feature("face_down", rules.GOODS_OF_A_KIND, "goods that lie face down"),
            Feature("found", 1, "whether it is the good just found that can be traded with"),
        ),
    ),
    EntityKind(
        "trade",
        (rules.MAX_PLAYERS - 1) * rules.GOODS,
        "a trade that the observer may make now",
        (
            Feature("open", 1, "whether it may be made"),
            Feature("amount", rules.GOODS_OF_A_KIND, "goods that change hands, of each kind"),
            Feature("gain", MAX_TRADE_GAIN, "how many points more the own goods would make"),
            Feature("loss", MAX_TRADE_GAIN, "how many points less"),
            Feature("partner_gain", MAX_TRADE_GAIN, "how many points more the partner's goods would make"),
            Feature("partner_loss", MAX_TRADE_GAIN, "how many points less"),
            Feature("partner_score", MAX_SCORE, f"the partner's points, at most {MAX_SCORE}"),
        ),
    ),
)
