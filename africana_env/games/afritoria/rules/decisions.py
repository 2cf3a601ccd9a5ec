"""The decisions of a round and their consequences, see `RULES.md`."""

from africana_env.engine.game.rule import natural, rule
from africana_env.games.afritoria.rules.commit import commit_card, reveal
from africana_env.games.afritoria.rules.refill import end_round, next_offer
from africana_env.games.afritoria.rules.specials import ranger_takes, resolve_specials, steal
from africana_env.games.afritoria.rules.state import PICK
from africana_env.games.afritoria.rules.trade import give_out_specials, next_pick, win


@rule
def commit(tables, state, kind):
    """Commit a card; after the last one, reveal all."""
    if commit_card(state, kind):
        reveal(state)
        if not resolve_specials(state):
            divide_row(tables, state)


@rule
def take(tables, state, kind):
    """Take an animal of the row, as a winner or with a ranger."""
    if state.phase == PICK:
        win(tables, state, natural(state.current_player), kind)
        go_on_picking(tables, state)
    else:
        ranger_takes(tables, state, kind)
        divide_row(tables, state)


@rule
def steal_from(tables, state, player):
    """Steal from the next player (0), the one after (1) and so on."""
    steal(tables, state, player + 1)
    divide_row(tables, state)


@rule
def divide_row(tables, state):
    """Divide the row among the played animals."""
    give_out_specials(tables, state)
    go_on_picking(tables, state)


@rule
def go_on_picking(tables, state):
    """Ask the next player who may pick; after the last one, end the round."""
    if not next_pick(state):
        end_round(tables, state)


@rule
def keep_hand(tables, state):
    next_offer(state)
