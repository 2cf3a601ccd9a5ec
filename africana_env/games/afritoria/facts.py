"""Fact observations of Afritoria: what a seat may know, with the cards and the numbers of the edition."""

from typing import Any

import numpy as np

from africana_env.engine.game.facts import BoardField, FactSpace
from africana_env.engine.game.rule import natural, rule
from africana_env.engine.game.seats import rotated
from africana_env.engine.game.spaces import ObservationField
from africana_env.games.afritoria.hidden.observation import MAX_VALUE, observation_space
from africana_env.games.afritoria.rules import state as rules

OTHERS = rules.MAX_PLAYERS - 1
CARDS = np.arange(rules.KINDS)
ANIMALS = CARDS < rules.ANIMALS


def of_card(name: str, maximum: int, meaning: str, refers: str = "", **more: Any) -> BoardField:
    return BoardField(name, (rules.KINDS,), maximum, meaning, ("card",), refers, **more)


def values(tables: Any, num_players: int) -> np.ndarray:
    """Return the points of each card."""
    return np.where(ANIMALS, tables["value"][CARDS % rules.STRENGTHS], 0)


def others(tables: Any, num_players: int) -> np.ndarray:
    """Return the seat of each other player, or -1."""
    seats = np.arange(1, rules.MAX_PLAYERS)
    return np.where(seats < num_players, seats, -1)


@rule
def observe_played(tables, state, seat, facts):
    """Fill in the observer's committed card and the revealed cards."""
    slot = state.committed[seat]
    if slot != rules.EMPTY:
        facts[FACT.committed_card + natural(state.hand[seat, natural(slot)])] = 1
    for other in range(state.num_players):
        if state.standing[other] != rules.NOT_PLAYED:
            facts[FACT.played_card + rotated(state, seat, other)] = 1 + state.played[other]


fact_space = FactSpace(
    observation_space,
    board=[
        of_card(
            "card_colour", rules.COLOURS, "its colour", "colour", values=np.where(ANIMALS, CARDS // rules.STRENGTHS, -1)
        ),
        of_card(
            "card_strength", rules.STRENGTHS, "its strength", values=np.where(ANIMALS, CARDS % rules.STRENGTHS + 1, 0)
        ),
        of_card("card_value", MAX_VALUE, "its points", read=values),
        BoardField(
            "special",
            (rules.KINDS, 2),
            1,
            "ranger, poacher",
            ("card",),
            values=CARDS[:, None] == [rules.RANGER, rules.POACHER],
        ),
        of_card("card_copies", rules.MAX_COPIES, "cards of the kind in the game", table="copies", by_players=True),
        BoardField("hand_cards", (1,), rules.HAND, "cards in a full hand", table="hand"),
        BoardField("show_animals", (1,), rules.HAND, "animals of one colour that a hand needs to be shown"),
        BoardField("show_cards", (1,), rules.PUT_UNDER_CARDS, "cards that are then put under the pile"),
        BoardField("other_seat", (OTHERS,), rules.MAX_PLAYERS, "its seat", ("other",), "seat", read=others),
        BoardField("player_seat", (OTHERS,), rules.MAX_PLAYERS, "its seat", ("player",), "seat", read=others),
    ],
    ordered=("seat", "depth"),
    more=[
        ObservationField("committed_card", (rules.KINDS,), 1, "the observer's committed card", ("card",)),
        ObservationField(
            "played_card", (rules.MAX_PLAYERS,), rules.KINDS, "this round's revealed card", ("seat",), "card"
        ),
    ],
    observe_more=observe_played,
    left_out=("committed", "played", "unseen"),
)
FACT = fact_space.starts
