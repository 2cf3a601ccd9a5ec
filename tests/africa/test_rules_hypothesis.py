"""Corner cases of Africa's rules: positions drawn at random, played on in lockstep with the referee."""

from africa.lockstep import SHIPPED, Lockstep
from africa.position import put_position
from hypothesis import given, settings
from hypothesis import strategies as st
from refereed import drawn_actions

NOMAD, MONUMENT = ("nomad",), ("monument",)
MINERALS = [("gold", 1), ("gold", 2), ("gems", 1)]
SPACES = [entry["name"] for entry in SHIPPED[0].data["spaces"]]
CITIES = [entry["name"] for entry in SHIPPED[0].data["spaces"] if entry.get("city")]


def start(game):
    """Let both go on from where a test has put the referee."""
    put_position(game.state, game.edition, game.referee.snapshot())
    game.state.monuments_left = game.referee.last_monument - game.referee.monuments_found
    game.batch._view()
    game.compare()


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(st.data())
def test_rules_agree_with_the_referee_from_any_position(data):
    players = data.draw(st.integers(2, 5))
    game = Lockstep(SHIPPED[0], players, data.draw(st.integers(1, 3)), data.draw(st.integers(0, 99)))
    for city in CITIES[:players]:
        game.play(f"put researcher on {city}")
    referee = game.referee
    animals = [("animal", entry["name"]) for entry in SHIPPED[0].data["species"]]
    contents = [None] * 6 + animals[:1] * 3 + animals[1:2] * 2 + [NOMAD] * 2 + MINERALS + [MONUMENT, "camp"]
    for space in data.draw(st.permutations(SPACES))[: data.draw(st.integers(5, len(SPACES)))]:
        referee.face_down.pop(space, None)
        lying = data.draw(st.sampled_from(contents))
        if lying == "camp":
            referee.camps.add(space)
        elif lying:
            referee.face_up[space] = lying
    open_spaces = [space for space in SPACES if space not in referee.face_down]
    standing = data.draw(st.permutations([*open_spaces, *CITIES]))
    few = st.integers(0, 3)
    for player, space in zip(referee.players, dict.fromkeys(standing), strict=False):
        player.researcher, player.points, player.camps = space, data.draw(few), data.draw(few)
        player.minerals.update(gold=data.draw(few), gems=data.draw(few))
        player.goods.update({kind: data.draw(few) for kind in referee.good_kinds})
    start(game)
    for action in drawn_actions(referee, data, 25, data.draw(st.sampled_from([(), ("move", "put piece", "camp")]))):
        game.play(action)
        game.compare()
