"""Buying adventure cards from a book (rulebook: Buy adventure cards; rulings 5 and 6)."""

from africana_env.engine.game.rule import rule
from africana_env.games.africana.rules.state import BUY, EMPTY, IN_FRONT, PAGES_COUNTED

ADVENTURE_PRICE = 5
PAGE_PRICE = 1


@rule
def book_at(tables, state):
    """Return the book for the player's half of the map."""
    return tables.half[state.location[state.current_player]]


@rule
def page_price(state):
    """Return the price of the next page; the first page of an action is free."""
    return 0 if state.pages_turned == 0 else PAGE_PRICE


@rule
def turn_page(tables, state, backward):
    """Move the top card of the right half onto the left (`backward` 0) or back (1)."""
    book = book_at(tables, state)
    state.silver[state.current_player] -= page_price(state)
    state.pages_turned = min(state.pages_turned + 1, PAGES_COUNTED)
    state.phase = BUY
    if backward == 0:
        state.book_left[book] += 1
        see_top_cards(state, book)
    else:
        state.book_left[book] -= 1


@rule
def see_top_cards(state, book):
    """Remember that the top card of the right half has been seen."""
    state.book_seen[book] = max(state.book_seen[book], min(state.book_left[book] + 1, state.book_size[book]))


@rule
def buy_adventure(tables, state, adventure):
    """Buy an adventure from the top of a half of the book."""
    player = state.current_player
    book = book_at(tables, state)
    line = state.book[book]
    left = state.book_left[book]
    place = left
    if left > 0 and line[left - 1] == adventure:
        place = left - 1
        state.book_left[book] = place
    last = state.book_size[book] - 1
    for index in range(place, last):
        line[index] = line[index + 1]
    line[last] = EMPTY
    state.book_size[book] = last
    state.book_seen[book] -= 1
    see_top_cards(state, book)
    state.silver[player] -= ADVENTURE_PRICE
    state.adventure_place[adventure] = IN_FRONT + player
    state.adventures_in_front[player] += 1
    if tables.adventure_artifact[adventure] >= 0:
        state.artifacts_in_front[player] += 1
    state.phase = BUY
