"""Drawing tools for text: codes, canvas, panels."""

from africana_env.drawing.panels import Heading, draw_heading, page, result, score_table
from africana_env.drawing.text import BOLD, Canvas, flow, paint, without_codes

RED = "31"


def test_paint_goes_around_text_that_has_colours_already():
    assert paint("a" + paint("b", RED) + "c", BOLD) == "\x1b[1ma\x1b[31mb\x1b[0m\x1b[1mc\x1b[0m"
    assert paint("a", "") == "a"


def test_flow_breaks_between_pieces_and_indents():
    assert flow("one: ", ["aaaa", paint("bbbb", RED), "cc"], 16) == [
        "one: aaaa, " + paint("bbbb", RED) + ",",
        "     cc",
    ]
    assert flow("one: ", [], 16) == ["one: "]
    assert flow("", ["much too long for it"], 4) == ["much too long for it"]


def test_canvas_leaves_out_what_lies_outside():
    canvas = Canvas(2, 5)
    assert canvas.put(0, -1, "abc", RED) == 2
    assert canvas.put(1, 3, "defg") == 7
    canvas.put(-1, 0, "no")
    canvas.put(2, 0, "no")
    assert [without_codes(line) for line in canvas.lines()] == ["bc   ", "   de"]


def test_canvas_writes_over_and_paints_in_one_piece():
    canvas = Canvas(1, 4)
    canvas.put(0, 0, "aaaa", RED)
    canvas.put(0, 2, "b", BOLD)
    assert canvas.lines() == [paint("aa", RED) + paint("b", BOLD) + paint("a", RED)]


def test_panels():
    assert draw_heading(Heading("Game", "mini", "round 3", "who moves")) == [
        paint("Game", BOLD) + "   edition mini   round 3",
        "who moves",
        "",
    ]
    assert result("it ended", ["a", "b"]) == "The game is over: it ended. Won by a and b"
    assert result("it ended", ["a"], "on age") == "The game is over: it ended. Won by a on age"
    assert page([["a  ", "b"], [], ["c"]]) == "a\nb\nc\n"
    called = [paint("me", RED), "another"].__getitem__
    assert [without_codes(line) for line in score_table(called, ["a_b", "total"], [[1, 22], [-3, 4]])] == [
        "Scores   a b  total",
        "me         1     22",
        "another   -3      4",
    ]
