"""Corner cases of Africana's rules: random positions, played in lockstep with the referee."""

from copy import deepcopy

import numpy as np
from africana.lockstep import GAME, Lockstep
from hypothesis import given, settings
from hypothesis import strategies as st
from refereed import play_drawn
from referees.africana import best_partition
from support import edition_of

from africana_env.engine.editions.editions import load_edition
from africana_env.games.africana.rules.scoring import best_collections
from africana_env.games.africana.rules.state import ARTIFACT_COPIES, ARTIFACTS, MAX_HAND, SPACES

SHIPPED = load_edition(GAME, "reconstructed")
ADVENTURES = len(SHIPPED.data["adventures"])
LOCATIONS = [entry["name"] for entry in SHIPPED.data["locations"]]

corners = settings(max_examples=20, deadline=None, derandomize=True, database=None)


def hand_out(referee, adventure, seat, finished):
    """Put an adventure in front of a seat, or beneath its company card with its assistant."""
    entry, player = referee.edition["adventures"][adventure], referee.players[seat]
    referee.books[entry["book"]]["right"].remove(adventure)
    (player.beneath if finished else player.in_front).add(adventure)
    if finished and "assistant" in entry:
        player.assistants[entry["assistant"]] += 1


def deal(referee, hand, number):
    """Put travel cards from the top of the pile into a hand or onto the discard pile."""
    for _ in range(number):
        hand[referee.travel_pile.pop(0)] += 1


@settings(corners, max_examples=50)
@given(st.data())
def test_rules_agree_with_the_referee_from_any_position(data):
    players = data.draw(st.sampled_from(list(GAME.players)))
    game = Lockstep(SHIPPED, players, data.draw(st.integers(1, 3)), data.draw(st.integers(0, 50)))
    referee = game.referee
    for adventure in data.draw(st.lists(st.integers(0, ADVENTURES - 1), max_size=20, unique=True)):
        hand_out(referee, adventure, data.draw(st.integers(0, players - 1)), data.draw(st.booleans()))
    for player in referee.players:
        player.silver = data.draw(st.sampled_from([0, 1, 4, 5, 6, 10, 19, 60]))
        player.joker = data.draw(st.booleans())
        player.location = data.draw(st.sampled_from(LOCATIONS))
        deal(referee, player.travel, data.draw(st.integers(0, 7)))
        for _ in range(data.draw(st.integers(0, len(referee.expedition_pile) // players))):
            player.expeditions.add(referee.expedition_pile.pop(0))
    size = len(referee.travel_pile)
    deal(referee, referee.discard, data.draw(st.sampled_from([0, 0, size // 2, size - 2, size - 1, size])))
    referee.seat = data.draw(st.integers(0, players - 1))
    referee.last_round = data.draw(st.booleans())
    game.start()
    play_drawn(game, data, 25)


def crossroads():
    """Return an edition in which spaces give cards, expeditions start in Napoli, and southern adventures end there."""
    data = deepcopy(dict(SHIPPED.data))
    for number, entry in enumerate(data["expeditions"]):
        entry["start"], entry["target"] = "Napoli", ("Tripoli", "Tangier", "Cairo")[number % 3]
    for entry in data["spaces"]:
        entry["silver"], entry["travel_cards"] = 0, 1
    for entry in data["adventures"]:
        if entry["book"] == "south":
            entry["target"] = "Napoli"
    return edition_of(GAME, data)


@corners
@given(st.data())
def test_largest_hand_of_a_turn_is_shown_and_discarded_down_to_the_limit(data):
    game = Lockstep(crossroads(), 2, 100, 0)
    referee, adventures = game.referee, game.edition.data["adventures"]
    mine = [card for card, entry in enumerate(adventures) if entry.get("assistant") and entry["book"] == "south"]
    for adventure in data.draw(st.permutations(mine))[:3]:
        hand_out(referee, adventure, 0, finished=False)
    deal(referee, referee.players[0].travel, 3)
    referee.players[0].silver = 10
    game.start()
    order = data.draw(st.permutations(range(SPACES)))
    game.play_all(*sorted(text for text in game.legal() if text.startswith("finish adventure")))
    game.play_all(*(f"join expedition on space {space + 1}" for space in order[:4]))
    target = game.edition.data["expeditions"][int(game.state.space[order[0]])]["target"]
    game.play_all(first(game, f"step to {target} with", "assistant"), f"finish expedition on space {order[0] + 1}")
    game.play_all(first(game, "step to Napoli with", "assistant"), f"join expedition on space {order[4] + 1}")
    assert hand_size(referee) == MAX_HAND
    assert (game.batch.observation[0] <= GAME.observation.maxima()).all()
    game.play_all("end turn")
    for left in range(MAX_HAND, 5, -1):
        assert hand_size(referee) == left
        assert (game.batch.observation[0] <= GAME.observation.maxima()).all()
        play_drawn(game, data, 1)
    assert hand_size(referee) == 5
    assert game.state.current_player == 1


def hand_size(referee):
    player = referee.players[0]
    return player.travel.total() + player.assistants.total() + player.joker


def first(game, beginning, ending):
    return min(text for text in game.legal() if text.startswith(beginning) and text.endswith(ending))


def test_collections_are_partitioned_as_well_as_possible():  # ruling 15
    table = best_collections()
    for counts in np.ndindex((ARTIFACT_COPIES + 1,) * ARTIFACTS):
        kinds = tuple(kind for kind, number in enumerate(counts) for _ in range(number))
        assert table[counts] == best_partition(tuple(map(str, kinds)))
