"""Prompts and JSON of whole games stay within bounds, and the page about their sizes is up to date."""

import pytest
from make_prompt_sizes import PLAYERS, TARGET, quarter, seat_sizes

from africana_env import load_game
from africana_env.api.registration import own_names

MAX_CHARACTERS = {
    "africa_v0": (5_000, 8_800, 12_500),
    "africana_v0": (7_000, 5_500, 6_800),
    "afritoria_v0": (2_800, 3_300, 4_000),
}
"""Limits of the system prompt, a prompt and its JSON: a tenth above the largest in 20 games of `greedy`."""


@pytest.mark.parametrize("name", own_names())
def test_what_is_read_in_a_whole_game_is_bounded(name):
    system, seats = seat_sizes(load_game(name), PLAYERS, 100, len)
    sizes = [size for seat in seats for size in seat]
    largest = system, max(prompt for prompt, _ in sizes), max(view for _, view in sizes)
    assert all(0.5 * bound < size <= bound for size, bound in zip(largest, MAX_CHARACTERS[name], strict=True)), largest
    assert all(len(seat) > 20 for seat in seats)


@pytest.mark.parametrize("name", own_names())
def test_the_page_tells_the_size_of_the_system_prompt(name):
    game = load_game(name)
    system, _ = seat_sizes(game, PLAYERS, 0, quarter, max_rounds=1)
    assert f"| {game.title} | {system:,.0f} |" in TARGET.read_text()
