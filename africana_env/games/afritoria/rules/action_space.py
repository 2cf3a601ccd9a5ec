"""The actions of Afritoria: their ids and their texts."""

from collections.abc import Iterator, Mapping
from typing import Any

from africana_env.engine.seats import NEXT_PLAYERS
from africana_env.engine.spaces import ActionGroup, ActionSpace
from africana_env.games.afritoria.rules.names import kind_names
from africana_env.games.afritoria.rules.state import ANIMALS, KINDS, MAX_PLAYERS

action_space = ActionSpace(
    ActionGroup("commit", KINDS, "commit this card of the hand, hidden until all have committed", entities=("card",)),
    ActionGroup(
        "take",
        ANIMALS,
        "take this animal of the row: as a winner into the hand, by a ranger onto the score pile",
        entities=("card",),
    ),
    ActionGroup("steal", MAX_PLAYERS - 1, "by a poacher: the top card of the score pile of the n-th next player"),
    ActionGroup("keep_hand", 1, "do not show the hand"),
    ActionGroup("show_hand", 1, "show the hand, to put cards under the pile and draw as many"),
    ActionGroup(
        "put_under",
        KINDS,
        "put this card under the pile, hidden",
        entities=("card",),
        secret="put a card under the pile",
    ),
)

ACTION = action_space.starts
"""By name, the first id of each group of actions."""


def action_texts(data: Mapping[str, Any]) -> Iterator[str]:
    """The text of every action in an edition, in the order of the ids."""
    kinds = kind_names(data)
    yield from (f"commit {kind}" for kind in kinds)
    yield from (f"take {kind}" for kind in kinds[:ANIMALS])
    yield from (f"steal from {player}" for player in NEXT_PLAYERS[: MAX_PLAYERS - 1])
    yield "keep hand"
    yield "show hand"
    yield from (f"put {kind} under the pile" for kind in kinds)
