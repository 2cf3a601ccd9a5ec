from africana_env.viewer.delta_frames import Numbered, changes


def test_what_stays_is_not_shown_again():
    pieces = Numbered()
    assert changes(["a<g b<g c", "a<g d<g c", "a<g d<g c", "c"], pieces) == [[0, 1, 2], {1: 3}, {}, [2]]
    assert list(pieces) == ["a", "b", "c", "d"]
