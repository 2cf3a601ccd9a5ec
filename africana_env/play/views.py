"""Views of a game session for a seat: for the page, and as text."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from africana_env.api.decisions import decision_text, known_decisions
from africana_env.api.drawings import render_svg
from africana_env.api.prompts import DECIDED
from africana_env.api.view import in_full, players_in, seat_view
from africana_env.engine.game.returns import winning_seats
from africana_env.play.game_session import GameSession
from africana_env.play.player_names import with_player_names


def page_view(session: GameSession, seat: int) -> dict[str, Any]:
    """Return everything that the page of a seat shows, for JSON."""
    decisions = seat_decisions(session, seat)
    return {
        "version": session.version,
        "seat": seat,
        "game": session.game.title,
        "players": names_for(session, seat),
        "is_alone": session.is_alone,
        "mover": session.mover if seat not in session.asked else seat,
        "asked": session.asked,
        "thinking": session.bot_to_move is not None,
        "held": hidden_choice(session, seat),
        "board": render_svg(session.game, session.edition, session.batch.states[0], seat),
        "actions": legal_actions(session, seat),
        "decisions": decisions,
        "since": since([-1 if entry["forced"] else entry["seat"] for entry in decisions], seat),
        "hints": list(session.hints),
        "can_undo": session.can_undo(seat),
        "result": result_of(session),
    }


def hidden_choice(session: GameSession, seat: int) -> str | None:
    """Return the text of a seat's choice while it is hidden from the others, else None."""
    chosen = {decision.seat: decision.action for decision in session.decisions[num_public(session) :]} | session.held
    return action_text(session, seat, chosen[seat], seat) if seat in chosen else None


def num_public(session: GameSession) -> int:
    """Return the number of decisions that everyone sees."""
    return len(session.decisions) - session.num_hidden_decisions()


def text_view(session: GameSession, seat: int) -> dict[str, Any]:
    """Return the seat's view as text, for JSON, as in `api.text.view`."""
    actions, players = session.record.actions, players_in(session.batch)
    known = known_decisions(session.game, session.edition, session.positions(), actions, seat, players)
    return {**seat_view(session.position(seat), 0, seat), DECIDED: known}


def legal_actions(session: GameSession, seat: int) -> list[dict[str, Any]]:
    """Return a seat's legal actions: id, text, immediate effect, parts of the board and name of the group."""
    if seat not in session.asked:
        return []
    ahead, actions, edition = session.position(seat), session.game.actions, session.edition
    state = ahead.states[0]
    return [
        {
            "id": action,
            "text": action_text(session, seat, action, seat),
            "effect": actions.effect(edition, state, action),
            "parts": actions.parts(edition, state, action),
            "group": actions.group_of(action).name.replace("_", " "),
        }
        for action in np.flatnonzero(ahead.action_mask[0]).tolist()
    ]


def action_text(session: GameSession, mover: int, action: int, seat: int) -> str:
    """Return the text of an action of `mover` for `seat`, with the players' names."""
    return decision_text(session.game, session.edition, mover, action, None, names_for(session, seat)).text


def names_for(session: GameSession, seat: int) -> list[str]:
    """Return the players' names for `seat`, which is "you"."""
    return ["you" if other == seat else name for other, name in enumerate(session.names)]


def seat_decisions(session: GameSession, seat: int) -> list[dict[str, Any]]:
    """Return the decisions so far as a seat may know them. Each has a seat, text, parts of the board (none if hidden),
    news revealed to this seat, and whether it was forced. Simultaneous decisions of others appear once all have
    decided."""
    seen_by_all, names = num_public(session), names_for(session, seat)
    revealed = session.game.presentation.revealed
    shown = []
    for number, (before, after) in enumerate(pairwise(session.positions())):
        made = session.decisions[number]
        if made.seat == seat or number < seen_by_all:
            entry = seat_decision(session, before, made.action, seat)
            news = with_player_names(revealed(session.edition, before, made.action, after, seat), names)
            forced = made.seat == seat and made.is_forced and session.is_alone
            shown.append({**entry, "revealed": news, "forced": forced})
    return shown


def seat_decision(session: GameSession, state: Any, action: int, seat: int) -> dict[str, Any]:
    """Return a decision as a seat may know it. A card's place in a hidden hand stays hidden, even if the card is open
    now."""
    mover, names, actions = int(state.current_player), names_for(session, seat), session.game.actions
    text, is_full = decision_text(session.game, session.edition, mover, action, seat, names)
    is_open = not actions.group_of(action).secret and not session.game.simultaneous(state)
    return {
        "seat": mover,
        "text": in_full(text, {"effect": actions.effect(session.edition, state, action)}) if is_full else text,
        "parts": actions.parts(session.edition, state, action) if mover == seat or is_open else (),
    }


def result_of(session: GameSession) -> dict[str, Any] | None:
    """Return None before the end, then the result: how the game ended, the parts of the score, each seat's points, the
    winners and the tie break."""
    if not session.is_over:
        return None
    ending = session.game.presentation.ending(session.edition, session.batch.states[0])
    return {
        "how": ending.how,
        "parts": [part.replace("_", " ") for part in session.game.score_parts],
        "points": session.batch.scores()[0].tolist(),
        "winners": winning_seats(session.batch.outcome[0]),
        "tie_break": ending.tie_break,
    }


def since(seats: Sequence[int], own: int) -> int:
    """Return the index of the first decision that a player may not have seen: the start of the others' last decisions.
    `seats` are the seats of all decisions."""
    number = len(seats)
    while number and seats[number - 1] == own:
        number -= 1
    while number and seats[number - 1] != own:
        number -= 1
    return number
