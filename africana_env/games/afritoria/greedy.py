"""An opponent that commits the card which promises most points.

It weighs every card of its hand: how likely it wins a card of the row, given the cards that nobody has seen, what it
scores then, and what the card won is worth. It uses what its seat may know and draws no random numbers.
"""

from africana_env.engine.compiler import natural, rule
from africana_env.games.afritoria.action_space import COMMIT_CARD, KEEP_HAND, PUT_CARD, STEAL_FROM, TAKE
from africana_env.games.afritoria.cards import colour_of, is_animal, strength_of
from africana_env.games.afritoria.specials import seat_after
from africana_env.games.afritoria.state import (
    ANIMALS,
    COMMIT,
    OFFER,
    PICK,
    POACHER,
    RANGER,
    RANGER_TAKES,
    ROW,
    STEAL,
)

# Worth in points of what brings no points itself.
VALUE_IN_HAND = 0.25  # of a point on a card in hand
STRENGTH_IN_HAND = 0.1  # of a step of strength
SPECIAL_IN_HAND = 0.5
"""What a ranger or a poacher in hand promises."""
SPECIAL_WORKS = 0.8
"""How likely a played special is not cancelled."""
INTEREST = 1.6
"""How much likelier than by chance others commit a card of a colour that lies in the row."""


@rule
def greedy(tables, state, mask, generator):
    """The action that promises most."""
    if state.phase == COMMIT:
        return COMMIT_CARD + best_commitment(tables, state)
    if state.phase == PICK or state.phase == RANGER_TAKES:
        return best_of_row(tables, state, mask)
    if state.phase == STEAL:
        return richest_victim(tables, state, mask)
    if state.phase == OFFER:
        return KEEP_HAND
    return PUT_CARD + worst_of_hand(tables, state)


@rule
def worth_in_hand(tables, kind):
    """What a card in hand promises."""
    if not is_animal(kind):
        return SPECIAL_IN_HAND
    strength = strength_of(kind)
    return VALUE_IN_HAND * tables.value[strength] + STRENGTH_IN_HAND * strength


@rule
def best_commitment(tables, state):
    """The kind of the card to commit."""
    player = natural(state.player)
    best, most = natural(state.hand[player, 0]), -1000.0
    for slot in range(state.hand_size[player]):
        kind = natural(state.hand[player, slot])
        worth = commitment_worth(tables, state, kind)
        if worth > most:
            best, most = kind, worth
    return best


@rule
def commitment_worth(tables, state, kind):
    """What committing a card promises, less what it promises in hand."""
    if kind == RANGER:
        gain = SPECIAL_WORKS * best_value_in_row(tables, state)
    elif kind == POACHER:
        gain = SPECIAL_WORKS * best_value_to_steal(tables, state)
    else:
        gain = animal_worth(tables, state, kind)
    return gain - worth_in_hand(tables, kind)


@rule
def animal_worth(tables, state, kind):
    """What committing an animal promises: by winning an animal of its colour, or a special as the weakest or strongest
    of all."""
    player = natural(state.player)
    prize, prizes = 0.0, 0
    lowest_wins = highest_wins = False
    for place in range(ROW):
        card = state.row[place]
        if is_animal(card) and colour_of(card) == colour_of(kind):
            prize = max(prize, worth_in_hand(tables, card))
            prizes += 1
        lowest_wins |= card == RANGER
        highest_wins |= card == POACHER
    unseen = same = stronger = stronger_in_all = weaker_in_all = 0
    for other in range(ANIMALS):
        count = tables.copies[state.num_players, other] - state.in_sight[other]
        unseen += count
        if other == kind:
            same += count
        elif colour_of(other) == colour_of(kind) and other > kind:
            stronger += count
        if strength_of(other) >= strength_of(kind):
            stronger_in_all += count
        if strength_of(other) <= strength_of(kind):
            weaker_in_all += count
    for slot in range(state.hand_size[player]):
        held = state.hand[player, slot]
        if is_animal(held):
            unseen -= 1
            same -= held == kind
            stronger -= held != kind and colour_of(held) == colour_of(kind) and held > kind
            stronger_in_all -= strength_of(held) >= strength_of(kind)
            weaker_in_all -= strength_of(held) <= strength_of(kind)
    cards = max(unseen, 1)
    rivals = state.num_players - 1
    value = tables.value[strength_of(kind)]
    chance = 0.0
    if prizes > 0:
        chance = won_against(INTEREST * stronger / cards, INTEREST * same / cards, rivals, prizes)
    worth = chance * (value + prize)
    if lowest_wins:
        alone = won_against(weaker_in_all / cards, 0.0, rivals, 1)
        worth = alone * (value + SPECIAL_IN_HAND) + (1.0 - alone) * worth
    if highest_wins:
        alone = won_against(stronger_in_all / cards, 0.0, rivals, 1)
        worth = alone * (value + SPECIAL_IN_HAND) + (1.0 - alone) * worth
    return worth


@rule
def won_against(better, same, rivals, prizes):
    """The chance to win one of so many prizes, if each rival is better with one chance and cancels with another."""
    better = min(better, 0.9)
    same = min(same, 0.9 - better)
    none_same = 1.0
    for _ in range(rivals):
        none_same *= 1.0 - same
    chance, power = 0.0, 1.0
    for number in range(min(prizes, rivals + 1)):  # so many rivals are better
        ways = 1.0
        for step in range(number):
            ways *= (rivals - step) / (step + 1)
        rest = 1.0
        for _ in range(rivals - number):
            rest *= 1.0 - better
        chance += ways * power * rest
        power *= better
    return chance * none_same


@rule
def best_value_in_row(tables, state):
    """The points of the best animal in the row."""
    most = 0
    for place in range(ROW):
        if is_animal(state.row[place]):
            most = max(most, tables.value[strength_of(state.row[place])])
    return most


@rule
def top_value(tables, state, player):
    """The points of the top card of a score pile; -1 if it is empty."""
    size = state.score_size[player]
    return tables.value[strength_of(state.score_pile[player, natural(size - 1)] - 1)] if size > 0 else -1


@rule
def best_value_to_steal(tables, state):
    """The points of the best top card of the others' score piles."""
    most = 0
    for other in range(state.num_players):
        if other != state.player:
            most = max(most, top_value(tables, state, other))
    return most


@rule
def best_of_row(tables, state, mask):
    """By a ranger the most points, as a winner what is worth most in hand."""
    best, most = -1, -1.0
    for kind in range(ANIMALS):
        if mask[TAKE + kind] != 0:
            worth = 1.0 * tables.value[strength_of(kind)]
            if state.phase == PICK:
                worth = worth_in_hand(tables, kind)
            if worth > most:
                best, most = kind, worth
    return TAKE + best


@rule
def richest_victim(tables, state, mask):
    """The player with the best top card."""
    best, most = -1, -1
    for distance in range(1, state.num_players):
        value = top_value(tables, state, seat_after(state, distance))
        if mask[STEAL_FROM + distance - 1] != 0 and value > most:
            best, most = distance, value
    return STEAL_FROM + best - 1


@rule
def worst_of_hand(tables, state):
    """The card of the hand that promises least."""
    player = natural(state.player)
    worst, least = -1, 1000.0
    for slot in range(state.hand_size[player]):
        worth = worth_in_hand(tables, state.hand[player, slot])
        if worth < least:
            worst, least = state.hand[player, slot], worth
    return worst
