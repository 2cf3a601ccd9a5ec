"""A bot that commits the card of the highest expected points.

It estimates for every card of its hand the chance to win a card of the row, given the known and the unseen cards, the
points for it, and the value of the won card. It shows its hand whenever it may, since a hand of one colour seldom meets
a row to compete for. (Showing only when the new cards promise more won less.) It uses no hidden information and draws
no random numbers.
"""

from africana_env.engine.game.rule import natural, rule
from africana_env.engine.game.seats import seat_after
from africana_env.games.afritoria.rules import state as rules
from africana_env.games.afritoria.rules.action_space import ACTION
from africana_env.games.afritoria.rules.cards import colour_of, is_animal, strength_of

# Values in points of things that bring no points.
VALUE_IN_HAND = 0.25  # of a point on a card in hand
STRENGTH_IN_HAND = 0.1  # of a step of strength
SPECIAL_IN_HAND = 0.5
"""Value of a ranger or a poacher in hand."""
SPECIAL_WORKS = 0.8
"""Probability that a played special is not cancelled."""
INTEREST = 1.6
"""How much likelier than by chance others commit a card of a colour in the row."""


@rule
def greedy(tables, state, mask, generator, scratch):
    """Return the action of the highest estimated value."""
    if state.phase == rules.COMMIT:
        return ACTION.commit + best_commitment(tables, state, natural(state.current_player))
    if state.phase == rules.PICK or state.phase == rules.RANGER_TAKES:
        return best_of_row(tables, state, mask)
    if state.phase == rules.STEAL:
        return richest_victim(tables, state, mask)
    if state.phase == rules.OFFER:
        return ACTION.show_hand if mask[ACTION.show_hand] != 0 else ACTION.keep_hand
    return ACTION.put_under + worst_of_hand(tables, state)


@rule
def worth_in_hand(tables, kind):
    if not is_animal(kind):
        return SPECIAL_IN_HAND
    strength = strength_of(kind)
    return VALUE_IN_HAND * tables.value[strength] + STRENGTH_IN_HAND * strength


@rule
def best_commitment(tables, state, player):
    best, most = natural(state.hand[player, 0]), -1000.0
    for slot in range(state.hand_size[player]):
        kind = natural(state.hand[player, slot])
        worth = commitment_gain(tables, state, player, kind) - worth_in_hand(tables, kind)
        if worth > most:
            best, most = kind, worth
    return best


@rule
def commitment_gain(tables, state, player, kind):
    """Return the expected points of committing a card, without the loss of its value in hand."""
    if kind == rules.RANGER:
        return SPECIAL_WORKS * best_value_in_row(tables, state)
    if kind == rules.POACHER:
        return SPECIAL_WORKS * best_value_to_steal(tables, state, player)
    return animal_worth(tables, state, player, kind)


@rule
def animal_worth(tables, state, player, kind):
    """Return the expected points of committing an animal, which may win an animal of its colour, or a special as the
    weakest or strongest of all."""
    prize, prizes = 0.0, 0
    lowest_wins = highest_wins = False
    for place in range(rules.ROW):
        card = state.row[place]
        if is_animal(card) and colour_of(card) == colour_of(kind):
            prize = max(prize, worth_in_hand(tables, card))
            prizes += 1
        lowest_wins |= card == rules.RANGER
        highest_wins |= card == rules.POACHER
    same, stronger, stronger_in_all, weaker_in_all = chances_to_meet(tables, state, player, kind)
    rivals = state.num_players - 1
    value = tables.value[strength_of(kind)]
    chance = 0.0
    if prizes > 0:
        chance = won_against(INTEREST * stronger, INTEREST * same, rivals, prizes)
    worth = chance * (value + prize)
    if lowest_wins:
        alone = won_against(weaker_in_all, 0.0, rivals, 1)
        worth = alone * (value + SPECIAL_IN_HAND) + (1.0 - alone) * worth
    if highest_wins:
        alone = won_against(stronger_in_all, 0.0, rivals, 1)
        worth = alone * (value + SPECIAL_IN_HAND) + (1.0 - alone) * worth
    return worth


@rule
def chances_to_meet(tables, state, player, kind):
    """Return the chances that a rival's card is an identical animal, a stronger one of the colour, one at least equally
    strong in any colour, and one at most equally strong."""
    unseen, known = chances_of_a_card(tables, state, player)
    chances = (0.0, 0.0, 0.0, 0.0)
    for card in range(rules.ANIMALS):
        count = tables.copies[state.num_players, card] - state.in_sight[card]
        chances = add_chance(chances, kind, card, unseen * count)
    for other in range(state.num_players):
        for slot in range(state.hand_size[other]):
            card = state.hand[other, slot]
            if knows(state, player, other, slot) and is_animal(card):  # so it is not unseen
                chances = add_chance(chances, kind, card, (0.0 if other == player else known) - unseen)
    return chances


@rule
def chances_of_a_card(tables, state, player):
    """Return the chances that a rival's card is a given unseen animal, and a given card known in the others' hands."""
    animals = cards = known = 0
    for card in range(rules.ANIMALS):
        animals += tables.copies[state.num_players, card] - state.in_sight[card]
    for other in range(state.num_players):
        for slot in range(state.hand_size[other]):
            seen = knows(state, player, other, slot)
            animals -= seen and is_animal(state.hand[other, slot])
            cards += other != player
            known += other != player and seen
    return (cards - known) / max(cards * animals, 1), 1.0 / max(cards, 1)


@rule
def knows(state, player, other, slot):
    """Return whether `player` knows the card in a slot of a hand."""
    return (state.hand_seen[other, slot] >> player) & 1 == 1


@rule
def add_chance(chances, kind, card, chance):
    """Return the chances of `chances_to_meet` after adding the chance of one more card."""
    same, stronger, stronger_in_all, weaker_in_all = chances
    if card == kind:
        same += chance
    elif colour_of(card) == colour_of(kind) and card > kind:
        stronger += chance
    if strength_of(card) >= strength_of(kind):
        stronger_in_all += chance
    if strength_of(card) <= strength_of(kind):
        weaker_in_all += chance
    return same, stronger, stronger_in_all, weaker_in_all


@rule
def won_against(better, same, rivals, prizes):
    """Return the chance to win a prize, if each rival is ahead with chance `better`, and cancels with chance `same`."""
    better = min(better, 0.9)
    same = min(same, 0.9 - better)
    none_same = 1.0
    for _ in range(rivals):
        none_same *= 1.0 - same
    chance, power = 0.0, 1.0
    for number in range(min(prizes, rivals + 1)):  # of rivals that are better
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
    most = 0
    for place in range(rules.ROW):
        if is_animal(state.row[place]):
            most = max(most, tables.value[strength_of(state.row[place])])
    return most


@rule
def top_value(tables, state, player):
    """Return the points of the top card of a score pile; -1 if it is empty."""
    size = state.score_size[player]
    return tables.value[strength_of(state.score_pile[player, natural(size - 1)] - 1)] if size > 0 else -1


@rule
def best_value_to_steal(tables, state, player):
    """Return the points of the best top card of the others' score piles."""
    most = 0
    for other in range(state.num_players):
        if other != player:
            most = max(most, top_value(tables, state, other))
    return most


@rule
def best_of_row(tables, state, mask):
    """Take an animal: with a ranger the most points, as a winner the most valuable in hand."""
    best, most = -1, -1.0
    for kind in range(rules.ANIMALS):
        if mask[ACTION.take + kind] != 0:
            worth = 1.0 * tables.value[strength_of(kind)]
            if state.phase == rules.PICK:
                worth = worth_in_hand(tables, kind)
            if worth > most:
                best, most = kind, worth
    return ACTION.take + best


@rule
def richest_victim(tables, state, mask):
    """Steal from the player with the best top card."""
    best, most = -1, -1
    for distance in range(1, state.num_players):
        value = top_value(tables, state, seat_after(state, distance))
        if mask[ACTION.steal + distance - 1] != 0 and value > most:
            best, most = distance, value
    return ACTION.steal + best - 1


@rule
def worst_of_hand(tables, state):
    """Return the card to put away: the least valuable of the hand's most frequent colour."""
    player = natural(state.current_player)
    worst, most, least = natural(state.hand[player, 0]), -1, 0.0
    for slot in range(state.hand_size[player]):
        kind = natural(state.hand[player, slot])
        alike, worth = animals_alike(state, player, kind), worth_in_hand(tables, kind)
        if alike > most or (alike == most and worth < least):
            worst, most, least = kind, alike, worth
    return worst


@rule
def animals_alike(state, player, kind):
    """Count the animals of a card's colour in the hand; 0 for a special."""
    alike = 0
    for slot in range(state.hand_size[player]):
        alike += is_animal(kind) and colour_of(state.hand[player, slot]) == colour_of(kind)
    return alike
