"""Corner cases of Africa's rules: markers laid by hand, played in lockstep with the referee, and positions of all kinds
against a plain search of the map."""

import numpy as np
import pytest
from africa.editing import Editor
from africa.lockstep import GAME, Lockstep
from hypothesis import given, settings
from hypothesis import strategies as st

from africana_env import Batch
from africana_env.engine.editions import load_edition
from africana_env.engine.state_check import check_states
from africana_env.games.africa.edition import NEIGHBOURS
from africana_env.games.africa.rules.action_space import ACTION
from africana_env.games.africa.rules.scoring import count_goods, count_minerals
from africana_env.games.africa.rules.state import (
    CAMP,
    FACE_DOWN_BESIDE,
    FREE,
    GOOD,
    GOODS,
    MAX_PLAYERS,
    MINERAL,
    MONUMENT,
    NOMAD,
    PUT_FIND,
    SPACES,
)
from africana_env.games.africa.state_check import counts_are_wrong

SHIPPED = load_edition(GAME, "reconstructed")
YOUNG = load_edition(GAME, "young_players")
NAMES = [entry["name"] for entry in SHIPPED.data["spaces"]]
PLACES = {(entry["q"], entry["r"]): space for space, entry in enumerate(SHIPPED.data["spaces"])}
AROUND = [
    [PLACES[q + east, r + south] for east, south in NEIGHBOURS if (q + east, r + south) in PLACES] for q, r in PLACES
]
CITIES = [space for space, entry in enumerate(SHIPPED.data["spaces"]) if entry.get("city")]

corners = settings(max_examples=20, deadline=None, derandomize=True, database=None)


def new_game(players=2, edition=SHIPPED, kinds=None, max_rounds=100, seed=0):
    """A game in lockstep in which markers of these kinds lie face down on these spaces; the seats start from the
    cities in their order."""
    game = Lockstep(edition, players, max_rounds, seed)
    editor = Editor(game.state.copy(), edition)
    editor.hide(kinds or {})
    game.state.face_down[:] = editor.state.face_down
    game.begin()
    for city in CITIES[:players]:
        play(game, f"put researcher on {NAMES[city]}")
    return game


def play(game, *texts):
    for text in texts:
        game.play(text)
        game.compare()
        check_states(GAME, game.edition.tables, game.batch.num_players, game.batch.states)


def points(game):
    return game.state.points[: game.state.num_players].tolist()


# --- Finds in a row (rulings 5, 6 and 8) ------------------------------------------------------------------------------

TUNIS, ALGIERS, GHARDAIA, ATLAS = (NAMES.index(name) for name in ("Tunis", "Algiers", "Ghardaia", "Atlas"))
TANGIER = NAMES.index("Tangier")


@corners
@given(st.integers(0, 4), st.booleans())
def test_second_animal_of_a_species_pays_for_the_first_in_place_or_put_beside_it(species, apart):
    """Algiers, Marrakesh and the Atlas lie beside Tangier, Algiers and the Atlas beside each other."""
    first, second = (NAMES.index("Marrakesh"), ALGIERS) if apart else (ATLAS, ALGIERS)
    game = new_game(kinds={first: species, second: species, NAMES.index("Ghardaia"): GOOD})
    play(game, "uncover southwest" if apart else "uncover southeast")
    assert points(game) == [1, 0]
    play(game, "uncover east")
    if apart:
        assert game.state.phase == PUT_FIND
        assert points(game) == [2, 0]
        places = {text for text in game.legal() if text.startswith("put piece")}
        assert places == {"put piece on Tangier"}, "the only free space beside Marrakesh, under the researcher"
        play(game, "put piece on Tangier")
    assert points(game) == [3, 0]
    assert game.state.current_player == 1


@corners
@given(st.permutations(range(GOODS)), st.sampled_from([2, 3, 5]))
def test_good_can_be_traded_only_for_no_more_of_another_kind(goods, players):
    kinds = {}
    for number, city in enumerate(CITIES[:players]):
        for there, good in zip(AROUND[city], goods[number % 2 :], strict=False):
            kinds[there] = GOOD + good
    game = new_game(players, kinds=kinds)
    for _ in range(4 * players):
        if not game.running:
            break
        finds = sorted(text for text in game.legal() if text.startswith(("uncover", "trade")))
        play(game, finds[-1] if finds else "end turn")
    assert game.state.goods.sum() > players


@pytest.mark.parametrize(("players", "last"), [(2, 9), (3, 11), (5, 11)])
def test_last_monument_ends_the_game_at_once(players, last):
    game = new_game(players)
    found = 0
    while game.running:
        text, is_monument = search(game)
        seat, before, camps = int(game.state.current_player), points(game), game.state.camps.tolist()
        play(game, text)
        found += is_monument
        if is_monument and found < last:
            assert points(game) == before
            assert game.state.camps[seat] == camps[seat] + 1
        elif is_monument:
            assert points(game)[seat] == before[seat] + 3
            assert game.state.camps.tolist() == camps
    assert found == last
    assert game.batch.done[0] == 1
    assert game.state.supply == 0


def search(game):
    """An action of somebody who knows where the monuments are, and whether it uncovers one."""
    state, legal = game.state, sorted(game.legal())
    finds = {
        text: state.face_down[beside(state.location[state.current_player], text)] for text in legal if "uncover" in text
    }
    for text, kind in finds.items():
        if kind == MONUMENT:
            return text, True
    if finds:
        return next(iter(finds)), False
    going = [text for text in legal if "put researcher" in text]
    hidden_beside = {
        text: state.beside[FACE_DOWN_BESIDE, NAMES.index(text[len("put researcher on ") :])] for text in going
    }
    if any(hidden_beside.values()):
        return max(hidden_beside, key=lambda text: hidden_beside[text]), False
    return next((text for text in legal if text == "end turn"), legal[0]), False


def beside(space, text):
    """The space in the direction that an action names."""
    direction = ("east", "northeast", "northwest", "west", "southwest", "southeast").index(text.split()[-1])
    return int(SHIPPED.tables[0].neighbour[space, direction])


def test_young_players_have_one_walk_and_one_action():
    game = new_game(edition=YOUNG)
    assert game.state.actions_left == 1
    assert "skip action" not in game.legal()
    play(game, "uncover east")
    if game.state.current_player == 0:
        play(game, sorted(game.legal())[0])
    assert game.state.current_player == 1


# --- Any position, against a plain search -----------------------------------------------------------------------------


def board(data):
    """A batch of one with open markers, camps and free spaces anywhere, and its editor."""
    batch = Batch(GAME, 1, 2, SHIPPED)
    batch.reset(data.draw(st.integers(0, 99)))
    edit = Editor(batch._states[0], SHIPPED)
    contents = st.sampled_from([FREE] * 6 + [0, 0, 0, 1, 1, NOMAD, NOMAD, MONUMENT, MINERAL, MINERAL + 3, CAMP])
    for space in data.draw(st.permutations(range(SPACES)))[: data.draw(st.integers(5, 101))]:
        edit.lay(space, data.draw(contents))
    open_spaces = [space for space in range(SPACES) if batch.states[0].lying[space] < FREE + 1]
    one, other = data.draw(st.permutations([*open_spaces, *CITIES]))[:2]
    edit.stand(0, one)
    edit.stand(1, other if other != one else next(space for space in CITIES if space != one))
    batch._view()
    return batch, edit


def pay(lying, space, kind):
    """What an animal or nomad pays on a space of this map, on which it does not lie."""
    wanted = FREE if kind == NOMAD else kind
    return sum(lying[there] == wanted for there in AROUND[space])


@settings(corners, max_examples=40)
@given(st.data())
def test_pieces_go_where_they_pay_more_and_nowhere_else(data):
    batch, _ = board(data)
    assert not counts_are_wrong(SHIPPED.tables[0], batch.states).any()
    start = batch.states.copy()
    first, put = ACTION.move_piece, ACTION.put_piece
    here = int(start[0].location[0])
    places = [here, *SHIPPED.tables[0].neighbour[here].tolist()]
    for number, space in enumerate(places):
        batch.put_states(start)
        lying = start[0].lying.tolist()
        kind = lying[space]
        lying[space] = FREE
        better = {}
        if kind <= NOMAD:
            gains = {there: pay(lying, there, kind) - pay(lying, space, kind) for there in range(SPACES)}
            better = {t: gain for t, gain in gains.items() if gain > 0 and lying[t] == FREE and t != space}
        assert batch.action_mask[0, first + number] == bool(better)
        if not better:
            continue
        batch.step([first + number])
        assert np.flatnonzero(batch.action_mask[0]).tolist() == [put + there for there in sorted(better)]
        gains = GAME.observation.unpack(batch.observation[0])["gain"]
        assert {there: int(gain) for there, gain in enumerate(gains) if gain} == better
        target = data.draw(st.sampled_from(sorted(better)))
        batch.step([put + target])
        assert batch.states[0].points[0] == better[target]
        assert batch.states[0].lying[target] == kind
        assert not counts_are_wrong(SHIPPED.tables[0], batch.states).any()


@corners
@given(st.data(), st.booleans())
def test_camp_pays_for_sights_or_takes_minerals_on_a_free_space_only(data, research):
    batch, edit = board(data)
    edit.state.camps[0] = data.draw(st.integers(0, 2))
    batch._view()
    state = batch._states[0]
    here = int(state.location[0])
    action = ACTION.camp_research if research else ACTION.camp_minerals
    legal = state.camps[0] > 0 and state.lying[here] == FREE
    assert batch.action_mask[0, action] == legal
    if not legal:
        return
    lying = state.lying.tolist()
    batch.step([action])
    minerals = [there for there in AROUND[here] if MINERAL <= lying[there] < GOOD]
    assert state.points[0] == (sum(lying[there] <= MONUMENT for there in AROUND[here]) if research else 0)
    assert state.minerals.sum() == (0 if research else len(minerals))
    assert all(state.lying[there] == (lying[there] if research else FREE) for there in minerals)
    assert state.lying[here] == CAMP
    assert not counts_are_wrong(SHIPPED.tables[0], batch.states).any()


# --- Scoring (ruling 9) -----------------------------------------------------------------------------------------------


def shares(numbers):
    """The points for most and second most, by the places that players cover."""
    paid = [0] * len(numbers)
    places = [10, 6]
    for number in sorted({number for number in numbers if number > 0}, reverse=True):
        tied = [seat for seat, own in enumerate(numbers) if own == number]
        for seat in tied:
            paid[seat] = sum(places[: len(tied)]) // len(tied)
        places = places[len(tied) :]
    return paid


@settings(corners, max_examples=40)
@given(st.integers(2, MAX_PLAYERS), st.data())
def test_gold_gems_and_goods_are_scored_as_they_stand(players, data):
    batch = Batch(GAME, 1, players, observe=False)
    batch.reset(0)
    state = batch._states[0]
    few = st.integers(0, 3)
    for seat in range(players):
        state.minerals[:, seat] = data.draw(few), data.draw(few)
        state.goods[seat] = data.draw(st.lists(st.integers(0, 5), min_size=GOODS, max_size=GOODS))
        state.points[seat] = data.draw(few)
        count_goods(state, seat)
    count_minerals(state)
    gold, gems = (shares(state.minerals[mineral, :players].tolist()) for mineral in (0, 1))
    goods = [sum((0, 1, 3, 5, 8, 12)[count] for count in state.goods[seat]) for seat in range(players)]
    gained = state.points[:players].tolist()
    rows = [[*parts, sum(parts)] for parts in zip(gained, gold, gems, goods, strict=True)]
    assert batch.scores()[0].tolist() == rows
    totals = [row[-1] for row in rows]
    winners = totals.count(max(totals))
    expected = [(players / winners * (total == max(totals)) - 1) / (players - 1) for total in totals]
    assert batch.returns()[0] == pytest.approx(expected, abs=1e-6)
