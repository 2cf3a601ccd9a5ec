"""Corner cases of Africa's rules: random positions, played in lockstep with the referee."""

from africa.lockstep import SHIPPED, Lockstep
from hypothesis import given, settings
from hypothesis import strategies as st
from refereed import play_drawn

NOMAD, MONUMENT = ("nomad",), ("monument",)
MINERALS = [("gold", 1), ("gold", 2), ("gems", 1)]
SPACES = [entry["name"] for entry in SHIPPED[0].data["spaces"]]
CITIES = [entry["name"] for entry in SHIPPED[0].data["spaces"] if entry.get("city")]


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(st.data())
def test_rules_agree_with_the_referee_from_any_position(data):
    players = data.draw(st.integers(2, 5))
    game = Lockstep(SHIPPED[0], players, data.draw(st.integers(1, 3)), data.draw(st.integers(0, 99)))
    game.play_all(*(f"put researcher on {city}" for city in CITIES[:players]))
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
    game.start()
    play_drawn(game, data, 25, data.draw(st.sampled_from([(), ("move", "put piece", "camp")])))
