"""Where every marker and camp of Africa is, and the counts that the state keeps beside them, all by a plain search."""

from collections import Counter
from typing import Any

from africa.position import kinds, position

from africana_env import Edition
from africana_env.games.africa.edition import NEIGHBOURS
from africana_env.games.africa.rules.state import (
    DIRECTIONS,
    FACE_DOWN_BESIDE,
    FREE_BESIDE,
    MINERALS_BESIDE,
    PIECES,
    SIGHTS_BESIDE,
    SPACES,
    SPECIES,
)


def check_conservation(state: Any, edition: Edition) -> None:
    """Fail unless every marker and camp is in one place, and every count is right."""
    at, data = position(state, edition), edition.data
    check_markers(state, edition, at)
    check_counts(state, edition, at)

    lying = Counter(content for content in at["board"].values())
    camps = data["camps"]
    two = state.num_players == 2
    supply = camps["supply_of_two" if two else "supply"]
    everywhere = at["supply"] + sum(at["camps"]) + lying["camp"]
    assert everywhere == supply + camps["per_player"] * state.num_players
    found = data["monuments"]["count"] - Counter(at["face_down"].values())["monument",]
    assert found == at["monuments"] == lying["monument",]

    standing = [space for space in at["researchers"] if space is not None]
    assert len(set(standing)) == len(standing)
    assert not [space for space in standing if at["board"][space] == "face down"]
    assert {space for space, entry in enumerate(data["spaces"]) if entry["name"] in standing} == set(
        state.occupied.nonzero()[0].tolist()
    )


def check_markers(state: Any, edition: Edition, at: dict[str, Any]) -> None:
    """Every marker lies face down or open, or is with a player."""
    left = Counter(at["face_down"].values())
    assert list(left) == list(+left)
    names = kinds(edition)
    assert {name: count for name, count in zip(names, state.face_down_kinds.tolist(), strict=True) if count} == left
    seen = left + Counter(content for content in at["board"].values() if isinstance(content, tuple))
    for goods in at["goods"]:
        seen += Counter({("good", good): count for good, count in goods.items()})
    printed = Counter(dict(zip(names, edition.tables[0].markers.tolist(), strict=True)))
    for mineral in ("gold", "gems"):  # nobody remembers the value of what was taken
        all_of = [sum(counts[name] for name in counts if name[0] == mineral) for counts in (printed, seen)]
        assert all_of[0] == all_of[1] + sum(at[mineral])
        assert all(seen[mineral, value] <= printed[mineral, value] for value in (1, 2))
    assert not [name for name in names if name[0] not in ("gold", "gems") and seen[name] != printed[name]]
    assert all((at["board"][space] == "face down") == (space in at["face_down"]) for space in at["board"])


def check_counts(state: Any, edition: Edition, at: dict[str, Any]) -> None:
    """What lies beside every space, and how many free spaces there are with so many of a kind beside them."""
    spaces = edition.data["spaces"]
    board, names = at["board"], kinds(edition)
    place = {(entry["q"], entry["r"]): entry["name"] for entry in spaces}
    histogram = [[0] * (DIRECTIONS + 1) for _ in range(PIECES)]
    for space, entry in enumerate(spaces):
        q, r = entry["q"], entry["r"]
        around = [place[q + east, r + south] for east, south in NEIGHBOURS if (q + east, r + south) in place]
        beside = [board[name] for name in around]
        expected = [beside.count(names[species]) for species in range(SPECIES)]
        expected.append(beside.count("empty"))
        for kind in range(PIECES):
            assert state.beside[kind, space] == expected[kind]
            histogram[kind][expected[kind]] += board[entry["name"]] == "empty"
        words = [content[0] if isinstance(content, tuple) else content for content in beside]
        assert state.beside[FREE_BESIDE, space] == words.count("empty")
        assert state.beside[FACE_DOWN_BESIDE, space] == words.count("face down")
        assert state.beside[SIGHTS_BESIDE, space] == sum(map(words.count, ("animal", "nomad", "monument")))
        assert state.beside[MINERALS_BESIDE, space] == words.count("gold") + words.count("gems")
    assert state.places.tolist() == histogram
    assert not state.beside[:, len(spaces) : SPACES].any()
