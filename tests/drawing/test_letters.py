from africana_env.drawing.letters import shortened, text_width


def test_wide_letters_and_bold_ones_take_more_room():
    assert text_width("Mmm", 9) > text_width("iii", 9)
    assert text_width("Monrovia", 9, bold=True) > text_width("Monrovia", 9)
    assert text_width("Monrovia", 18) == 2 * text_width("Monrovia", 9)


def test_words_are_cut_where_they_are_wider_and_only_there():
    assert shortened("Lagos", text_width("Lagos", 9), 9) == "Lagos"
    for width in range(10, 55):
        cut = shortened("Victoria Falls", width, 9)
        assert text_width(cut, 9) <= width
        assert cut.endswith("…")
    assert shortened("Victoria Falls", text_width("Victoria F…", 9) - 0.1, 9) == "Victoria…"
    assert shortened("Lagos", 1, 9) == "…"
