"""Boards as what changes from one to the next."""

from africana_env.viewer.delta_frames import JOINT, Numbered, changes


def test_what_stays_is_not_shown_again():
    pieces = Numbered()
    assert changes(["a<g b<g c", "a<g d<g c", "a<g d<g c", "c"], pieces) == [[0, 1, 2], {1: 3}, {}, [2]]
    assert pieces.texts == ["a", "b", "c", "d"]


def test_boards_of_several_views_share_their_pieces():
    pieces = Numbered()
    assert changes(["a<g b"], pieces) == changes([f"a{JOINT}b"], pieces)
    assert pieces.texts == ["a", "b"]
