"""Committing and revealing cards (rulebook: Playing a card from your hand; ruling 2)."""

from africana_env.engine.game.rule import natural, rule
from africana_env.games.afritoria.rules.cards import everyone, is_animal, place_in_hand, remove_from_hand, set_fate
from africana_env.games.afritoria.rules.state import COMPETING, EMPTY, HAND, IN_HAND_OR_PILE, MAY_BE_PLAYED, OUT


@rule
def commit_card(state, kind):
    """Commit a card, which stays in the hand until all are revealed. Return whether it was the last one.

    Seats commit in order. Seats whose commitment was reset by `resample` commit last."""
    player = natural(state.current_player)
    state.committed[player] = place_in_hand(state, player, kind)
    for distance in range(1, state.num_players):
        other = (player + distance) % state.num_players
        if state.committed[other] == EMPTY:
            state.current_player = other
            return False
    return True


@rule
def reveal(state):
    for player in range(state.num_players):
        slot = natural(state.committed[player])
        kind = natural(state.hand[player, slot])
        forget(state, player, slot, kind)
        remove_from_hand(state, player, slot)
        state.committed[player] = EMPTY
        state.played[player] = kind
        state.in_sight[kind] += 1
        if is_animal(kind):
            state.standing[player] = COMPETING
        else:
            state.standing[player] = OUT
            state.discard[kind] += 1


@rule
def forget(state, player, slot, kind):
    """Update what others know of the hand after a played card.

    Cards of a kind are alike: a seat that knew of one knows of one less. If not all seats did, the played card may have
    been in the hand shown last.
    """
    knew = state.hand_seen[player, slot]
    unaware = everyone(state) & ~knew
    for other in range(state.hand_size[player]):
        if other != slot and state.hand[player, other] == kind:
            mistaken = state.hand_seen[player, other] & unaware
            state.hand_seen[player, other] &= ~mistaken
            unaware &= ~mistaken
    if unaware == 0:
        return
    for card in range(HAND):
        if state.shown[player, card] == kind and state.shown_fate[player, card] == IN_HAND_OR_PILE:
            set_fate(state, player, card, MAY_BE_PLAYED)
            return
