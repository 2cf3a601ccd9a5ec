"""The heading of a drawing: the round, and the current decision or how the game ended."""

from collections.abc import Callable
from typing import Any

from africana_env.drawing.panels import Heading, result
from africana_env.drawing.text import counted
from africana_env.engine.game.contract import Edition, Ending
from africana_env.engine.game.points import points, winners
from africana_env.engine.game.state import RUNNING, TERMINATED
from africana_env.games.africana.rules import state as rules
from africana_env.games.africana.rules.scoring import SCORE_PARTS, returns, scores


def heading(edition: Edition, state: Any, called: Callable[[int], str]) -> Heading:
    """Return the round, and the current decision or the result. `called` names a seat."""
    rounds = f"round {state['round_number']} of at most {state.max_rounds}"
    if state.last_round and state.status == RUNNING:
        rounds += ", the last one"
    if state.status == RUNNING:
        return Heading("Africana", edition.name, rounds, turn(state, called))
    ended = ending(edition, state)
    now = result(ended.how, [called(seat) for seat in winners(returns, edition, state)], ended.tie_break)
    return Heading("Africana", edition.name, rounds, now)


def turn(state: Any, called: Callable[[int], str]) -> str:
    """Return the current player and decision."""
    doing = {
        rules.CHOOSE: "draws, buys or moves",
        rules.BUY: f"is buying, {counted(state.pages_turned, 'page')} turned",
        rules.MOVE: "moves or ends the turn",
        rules.DISCARD_CARDS: f"discards down to {rules.HAND_LIMIT} cards",
        rules.DISCARD_ADVENTURES: f"discards down to {rules.ADVENTURE_LIMIT} adventures",
    }[int(state.phase)]
    return f"{called(state.current_player)} {doing}"


def ending(edition: Edition, state: Any) -> Ending:
    how = "the expeditions ran out" if state.status == TERMINATED else "stopped at the round limit"
    return Ending(how, tie_break(edition, state))


def tie_break(edition: Edition, state: Any) -> str:
    """Return the silver that broke a tie on points (ruling 15), or "" without a tie."""
    totals = [row[-1] for row in points(scores, SCORE_PARTS, edition, state)]
    silver = [int(state.silver[seat]) for seat, total in enumerate(totals) if total == max(totals)]
    less = [amount for amount in silver if amount < max(silver)]
    return f"on silver, {max(silver)} to {max(less)}" if less else ""
