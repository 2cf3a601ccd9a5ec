"""Corner cases of Africana's rules: positions made by hand, played on in lockstep with the referee."""

from collections import Counter
from copy import deepcopy

import numpy as np
import pytest
from africana.editing import Editor
from africana.lockstep import GAME, Lockstep
from africana.position import position
from hypothesis import given, settings
from hypothesis import strategies as st
from refereed import drawn_actions
from referees.africana import best_partition
from support import edition_of

from africana_env import Batch
from africana_env.engine.editions import load_edition
from africana_env.engine.zones import is_incomplete
from africana_env.games.africana.rules.scoring import best_collections
from africana_env.games.africana.rules.state import ARTIFACT_COPIES, ARTIFACTS, IN_FRONT, MAX_HAND, SPACES
from africana_env.games.africana.state_check import adventures_are_wrong, expeditions_are_wrong, memory_is_wrong

SHIPPED = load_edition(GAME, "reconstructed")
ADVENTURES = len(SHIPPED.data["adventures"])
LOCATIONS = [entry["name"] for entry in SHIPPED.data["locations"]]
DRAW, END = "draw travel cards", "end turn"

corners = settings(max_examples=20, deadline=None, derandomize=True, database=None)


def new_game(players=2, edition=SHIPPED, max_rounds=100, seed=0):
    game = Lockstep(edition, players, max_rounds, seed)
    return game, Editor(game.state, edition)


def check_cards(game):
    """Fail unless every card is in one place, and what is counted and remembered of them is right."""
    table, states = game.edition.tables[0], game.batch.states
    assert not any(is_incomplete(stock, table, states).any() for stock in GAME.stocks)
    for is_wrong in (memory_is_wrong, expeditions_are_wrong, adventures_are_wrong):
        assert not is_wrong(table, states).any()


def start(game):
    """Hand the edited position over to both implementations."""
    check_cards(game)
    game.take_over()
    game.compare()


def play(game, *texts):
    for text in texts:
        game.play(text)
        game.compare()
        check_cards(game)


def play_on(game, data, number, only=()):
    """Up to `number` actions as drawn, of those that begin with one of `only` where there are any."""
    for action in drawn_actions(game.referee, data, number, only):
        play(game, action)


# --- Any position -----------------------------------------------------------------------------------------------------


@settings(corners, max_examples=40)
@given(st.data())
def test_rules_agree_with_the_referee_from_any_position(data):
    players = data.draw(st.sampled_from(list(GAME.players)))
    game, edit = new_game(players, max_rounds=data.draw(st.integers(1, 3)), seed=data.draw(st.integers(0, 50)))
    state = game.state
    for adventure in data.draw(st.lists(st.integers(0, ADVENTURES - 1), max_size=20, unique=True)):
        edit.hand_out(adventure, data.draw(st.integers(0, players - 1)), data.draw(st.booleans()))
    for seat in range(players):
        state.silver[seat] = data.draw(st.sampled_from([0, 1, 4, 5, 6, 10, 19, 60]))
        state.joker[seat] = data.draw(st.integers(0, 1))
        edit.place(seat, data.draw(st.sampled_from(LOCATIONS)))
        edit.deal(seat, data.draw(st.integers(0, 7)))
        edit.finish_from_the_pile(seat, data.draw(st.integers(0, edit.expeditions_left // players)))
    size = int(state.travel_pile_size)
    edit.discard(data.draw(st.sampled_from([0, 0, size // 2, size - 2, size - 1, size])))
    state.current_player = data.draw(st.integers(0, players - 1))
    state.last_round = data.draw(st.integers(0, 1))
    start(game)
    play_on(game, data, 25)


# --- Drawing (ruling 4) -----------------------------------------------------------------------------------------------


@corners
@given(st.integers(0, 3), st.integers(0, 3))
def test_draw_takes_what_there_is_and_shuffles_only_when_a_card_is_needed(in_pile, discarded):
    game, edit = new_game()
    edit.deal(1, game.state.travel_pile_size - in_pile - discarded)
    edit.discard(discarded)
    start(game)
    hand = game.state.travel[0].sum()
    play(game, DRAW)
    drawn = min(2, in_pile + discarded)
    assert game.state.travel[0].sum() == hand + drawn
    shuffled = in_pile < 2 and discarded > 0
    assert game.state.travel_pile_size == in_pile + (discarded if shuffled else 0) - drawn


@corners
@given(st.integers(0, 2), st.integers(0, 2), st.integers(0, 2), st.permutations(range(SPACES)))
def test_bonus_card_comes_at_once_if_there_is_one_off_the_table(in_pile, discarded, on_table, order):
    game, edit = new_game(edition=CROSSROADS)
    edit.deal(1, game.state.travel_pile_size - in_pile - discarded - on_table)
    edit.discard(discarded)
    edit.put_on_the_table(on_table)
    start(game)
    hand = game.state.travel[0].sum()
    for number, space in enumerate(order[:4], start=1):
        play(game, f"join expedition on space {space + 1}")
        assert game.state.travel[0].sum() == hand + min(number, in_pile + discarded)
        assert game.state.table_travel.sum() == on_table
    play(game, END)
    assert game.state.discard.sum() >= on_table


# --- Buying (rulings 5 and 6) -----------------------------------------------------------------------------------------


def depths(halves, seen):
    """How deep each adventure lies, in the left and in the right halves, as far as it was seen."""
    left, right = Counter(), Counter()
    for book in halves:
        left.update({card: depth for depth, card in enumerate(book["left"], 1) if card in seen})
        right.update({card: depth for depth, card in enumerate(book["right"], 1) if card in seen})
    return left, right


@corners
@given(st.data())
def test_whatever_was_on_top_of_a_book_is_remembered_with_its_place_by_all(data):
    players = data.draw(st.sampled_from([2, 3]))
    game, edit = new_game(players)
    for seat in range(players):
        game.state.silver[seat] = data.draw(st.sampled_from([0, 3, 5, 15, 50]))
        edit.place(seat, data.draw(st.sampled_from(LOCATIONS)))
    start(game)
    seen = set()
    for _ in range(45):
        halves = position(game.state, SHIPPED)["books"]
        seen |= {half[0] for book in halves for half in book.values() if half}
        expected = depths(halves, seen)
        features = np.zeros_like(game.batch.observation)
        for seat in range(players):
            game.batch.observe(np.array([seat], np.int16), features)
            shown = GAME.observation.unpack(features[0])
            for name, depth in zip(("left_depth", "right_depth"), expected, strict=True):
                assert shown[name].tolist() == [depth[card] for card in range(ADVENTURES)]
            assert shown["left_half"].tolist() == [len(book["left"]) for book in halves]
            assert shown["right_half"].tolist() == [len(book["right"]) for book in halves]
        play_on(game, data, 1, only=("turn page", "buy"))


@corners
@given(st.integers(0, 12), st.data())
def test_first_page_is_free_and_all_else_is_paid(silver, data):
    game, _ = new_game()
    game.state.silver[0] = silver
    start(game)
    pages = purchases = 0
    while game.state.current_player == 0:
        wanted = [text for text in sorted(game.legal()) if text.startswith(("turn page", "buy"))]
        text = data.draw(st.sampled_from([*wanted, END]))
        pages += text.startswith("turn page")
        purchases += text.startswith("buy")
        play(game, text)
        assert game.state.silver[0] == silver - max(0, pages - 1) - 5 * purchases >= 0
        if pages > 60:
            break


# --- Moving (rulings 7 to 12) -----------------------------------------------------------------------------------------


def crossroads():
    """The shipped edition, but every expedition starts in Napoli, every space gives a card, and what the south sells
    is to be finished in Napoli."""
    data = deepcopy(dict(SHIPPED.data))
    for number, entry in enumerate(data["expeditions"]):
        entry["start"], entry["target"] = "Napoli", ("Tripoli", "Tangier", "Cairo")[number % 3]
    for entry in data["spaces"]:
        entry["silver"], entry["travel_cards"] = 0, 1
    for entry in data["adventures"]:
        if entry["book"] == "south":
            entry["target"] = "Napoli"
    return edition_of(GAME, data)


CROSSROADS = crossroads()


@corners
@given(st.permutations(range(SPACES)))
def test_no_more_than_four_markers_are_out_and_each_that_comes_home_goes_out_again(order):
    game, _ = new_game(edition=CROSSROADS)
    start(game)
    for space in order[:4]:
        play(game, f"join expedition on space {space + 1}")
    assert not [text for text in game.legal() if text.startswith("join")]
    target = CROSSROADS.data["expeditions"][int(game.state.space[order[0]])]["target"]
    play(game, f"step to {target} with joker", f"finish expedition on space {order[0] + 1}")
    assert game.state.markers_left[0] == 1
    cards = sorted(text for text in game.legal() if text.startswith("step to Napoli"))
    game.state.silver[0] += 5  # for a change of colour, if needed
    game.take_over()
    cards = sorted(text for text in game.legal() if text.startswith("step to Napoli"))
    play(game, cards[0])
    joins = [text for text in game.legal() if text.startswith("join")]
    assert joins == [f"join expedition on space {order[4] + 1}"], "the space that was finished stays empty"
    play(game, *joins)
    assert game.state.markers_left[0] == 0


@corners
@given(st.data())
def test_largest_hand_of_a_turn_is_discarded_down_to_the_limit(data):
    game, edit = new_game(edition=CROSSROADS)
    assistants = [card for card, entry in enumerate(CROSSROADS.data["adventures"]) if entry.get("assistant")]
    mine = [card for card in assistants if CROSSROADS.data["adventures"][card]["book"] == "south"]
    for adventure in data.draw(st.permutations(mine))[:3]:
        edit.hand_out(adventure, 0, finished=False)
    edit.deal(0, 3)
    game.state.silver[0] = 10
    start(game)
    order = data.draw(st.permutations(range(SPACES)))
    play(game, *sorted(text for text in game.legal() if text.startswith("finish adventure")))
    play(game, *(f"join expedition on space {space + 1}" for space in order[:4]))
    target = CROSSROADS.data["expeditions"][int(game.state.space[order[0]])]["target"]
    play(game, first(game, f"step to {target} with", "assistant"), f"finish expedition on space {order[0] + 1}")
    play(game, first(game, "step to Napoli with", "assistant"), f"join expedition on space {order[4] + 1}")
    assert hand_size(game) == MAX_HAND
    assert (game.batch.observation[0] <= GAME.observation.maxima()).all()
    play(game, END)
    for left in range(MAX_HAND - 1, 4, -1):
        assert game.state.current_player == 0
        play_on(game, data, 1)
        assert hand_size(game) == left
        assert (game.batch.observation[0] <= GAME.observation.maxima()).all()
    assert game.state.current_player == 1


def first(game, beginning, ending):
    return min(text for text in game.legal() if text.startswith(beginning) and text.endswith(ending))


def hand_size(game):
    return game.state.travel[0].sum() + game.state.assistants[0].sum() + game.state.joker[0]


@corners
@given(st.data())
def test_movement_spends_every_card_once_and_returns_what_is_not_a_travel_card(data):
    game, edit = new_game(data.draw(st.sampled_from([2, 3, 4])))
    assistants = [card for card, entry in enumerate(SHIPPED.data["adventures"]) if "assistant" in entry]
    for adventure in data.draw(st.permutations(assistants))[: data.draw(st.integers(0, 4))]:
        edit.hand_out(adventure, 0, finished=True)
    edit.deal(0, data.draw(st.integers(0, 4)))
    edit.place(0, data.draw(st.sampled_from(LOCATIONS)))
    game.state.silver[0] = data.draw(st.sampled_from([0, 5, 14, 60]))
    start(game)
    before = position(game.state, SHIPPED)
    steps = Counter()
    while game.state.current_player == 0 and (
        wanted := [text for text in sorted(game.legal()) if text.startswith("step")]
    ):
        text = data.draw(st.sampled_from(wanted))
        steps[text.split(" with ")[1]] += 1
        play(game, text)
    owned = Counter({f"{colour} travel card": number for colour, number in before["travel"][0].items()})
    owned.update({f"{colour} assistant": number for colour, number in before["assistants"][0].items()})
    owned["joker"] = 1
    assert steps <= owned
    if steps:
        play(game, END)
    after = position(game.state, SHIPPED)
    assert after["assistants"][0] == before["assistants"][0] or hand_size(game) > 5 or after["player"] != 0
    assert after["discard"].total() >= sum(number for card, number in steps.items() if "travel" in card)


# --- End of a turn and of the game (rulings 13 to 16) -----------------------------------------------------------------


@corners
@given(st.data())
def test_limits_hold_at_the_end_of_every_turn(data):
    game, edit = new_game()
    for adventure in data.draw(st.lists(st.integers(0, ADVENTURES - 1), max_size=8, unique=True)):
        edit.hand_out(adventure, 0, finished=data.draw(st.booleans()))
    edit.deal(0, data.draw(st.integers(0, 9)))
    game.state.joker[0] = data.draw(st.integers(0, 1))
    start(game)
    hand, unfinished = hand_size(game), int(game.state.adventures_in_front[0])
    play(game, END)
    play_on(game, data, max(0, hand - 5) + max(0, unfinished - 3), only=("discard",))
    assert game.state.current_player == 1
    assert hand_size(game) == min(hand, 5)
    assert game.state.adventures_in_front[0] == min(unfinished, 3)


@corners
@given(
    st.sampled_from(list(GAME.players)),
    st.integers(0, SPACES),
    st.sets(st.integers(0, SPACES - 1)),
    st.integers(0, 3),
    st.booleans(),
)
def test_spaces_are_refilled_from_the_left_and_too_few_cards_start_the_last_round(players, left, empty, seat, last):
    seat = seat % players
    rounds = 5
    game, edit = new_game(players, max_rounds=rounds)
    edit.finish_from_the_pile(0, edit.expeditions_left - left)
    for space in empty:
        edit.finish_on_space(0, space)
    game.state.current_player = seat
    game.state.round_number = rounds if last else 2
    start(game)
    play(game, END)
    at = position(game.state, SHIPPED)
    open_spaces = [space in empty for space in range(SPACES)]
    for space in sorted(empty)[:left]:
        open_spaces[space] = False
    assert [card is None for card in at["spaces"]] == open_spaces
    assert at["last_round"] == (len(empty) > left)
    over = seat == players - 1 and (last or at["last_round"])
    assert (at["phase"] == "over") == over
    assert at["truncated"] == (over and not at["last_round"])


# --- Scoring (ruling 15) ----------------------------------------------------------------------------------------------


def every_set_of_artifacts():
    return list(np.ndindex((ARTIFACT_COPIES + 1,) * ARTIFACTS))


def test_collections_are_partitioned_as_well_as_possible():
    table = best_collections()
    for counts in every_set_of_artifacts():
        kinds = tuple(kind for kind, number in enumerate(counts) for _ in range(number))
        assert table[counts] == best_partition(tuple(map(str, kinds)))


def test_artifact_that_is_finished_makes_the_best_of_every_set():
    sets = np.array(every_set_of_artifacts()[1:])
    kinds = list(dict.fromkeys(entry.get("artifact") for entry in SHIPPED.data["adventures"]))
    batch = Batch(GAME, len(sets), 2, observe=False)
    batch.reset(0)
    actions = np.zeros(len(sets), np.int64)
    for row, counts in enumerate(sets):
        kind = int(counts.argmax())
        adventure = next(
            number for number, entry in enumerate(SHIPPED.data["adventures"]) if entry.get("artifact") == kinds[kind]
        )
        state = batch._states[row]
        state.artifacts[0] = counts
        state.artifacts[0, kind] -= 1
        state.adventure_place[adventure] = IN_FRONT
        state.adventures_in_front[0] = state.artifacts_in_front[0] = 1
        state.location[0] = SHIPPED.tables[0].adventure_target[adventure]
        actions[row] = GAME.actions.starts.finish_adventure + adventure
    batch._view()
    batch.step(actions)
    part = GAME.score_parts.index("collections")
    assert batch.scores()[:, 0, part].tolist() == [int(best_collections()[tuple(counts)]) for counts in sets]


@settings(corners, max_examples=30)
@given(st.sampled_from(list(GAME.players)), st.data())
def test_most_points_win_then_most_silver_then_all_who_are_equal(players, data):
    batch = Batch(GAME, 1, players, observe=False)
    batch.reset(0)
    state = batch._states[0]
    state.travel[:] = 0
    few = st.integers(0, 2)
    for seat in range(players):
        state.silver[seat] = 10 + data.draw(few)
        state.expedition_points[seat] = data.draw(few)
    results = [(int(state.expedition_points[seat]), int(state.silver[seat])) for seat in range(players)]
    winners = results.count(max(results))
    expected = [(players / winners * (result == max(results)) - 1) / (players - 1) for result in results]
    assert batch.returns()[0] == pytest.approx(expected, abs=1e-6)
