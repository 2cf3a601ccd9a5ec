"""Ways to play that, mixed, bring a game of Africana into every corner of its rules."""

from random import Random

from comparison import Style, uniform
from referees.africana import Referee


def by_kind(rng: Random, referee: Referee, actions: list[str]) -> str:
    """Any kind of action, then any action of this kind, so that rare kinds come up often."""
    kind = rng.choice(sorted({action.split()[0] for action in actions}))
    return rng.choice([action for action in actions if action.split()[0] == kind])


def hoarder(rng: Random, referee: Referee, actions: list[str]) -> str:
    """Draws much and moves little, for full hands, discards and shuffles."""
    wanted = [action for action in actions if action.startswith(("draw", "join"))]
    return rng.choice(wanted) if wanted and rng.random() < 0.85 else by_kind(rng, referee, actions)


def shopper(rng: Random, referee: Referee, actions: list[str]) -> str:
    """Turns pages and buys, beyond the limit of unfinished adventures; else travels."""
    wanted = [action for action in actions if action.startswith(("turn page", "buy"))]
    eager = rng.random() < (0.7 if referee.mover.silver else 0.2)
    return rng.choice(wanted) if wanted and eager else traveller(rng, referee, actions)


def traveller(rng: Random, referee: Referee, actions: list[str]) -> str:
    """Joins and finishes contracts, and goes where more can be joined or finished."""
    mover = referee.mover
    for start, eagerness in (("finish", 0.97), ("join", 0.9)):
        wanted = [action for action in actions if action.startswith(start)]
        if wanted and rng.random() < eagerness:
            return rng.choice(wanted)
    if rng.random() < 0.1:
        return rng.choice(actions)
    cards = mover.travel.total() + mover.assistants.total()
    if "draw travel cards" in actions and cards < 4 and rng.random() < 0.75:
        return "draw travel cards"
    purchases = [action for action in actions if action.startswith("buy")]
    if purchases and len(mover.in_front) < 3 and rng.random() < 0.6:
        return rng.choice(purchases)
    steps = _useful_steps(referee, actions)
    if steps:
        return rng.choice(steps)
    if "draw travel cards" in actions and cards < 5:
        return "draw travel cards"
    pages = [action for action in actions if action.startswith("turn page")]
    if pages and mover.silver >= 6:
        return rng.choice(pages)
    return "end turn" if "end turn" in actions else rng.choice(actions)


def _useful_steps(referee: Referee, actions: list[str]) -> list[str]:
    """Return the steps with the cheapest card that lead nearer to the nearest goal."""
    away = _distances(referee, _goals(referee))
    here = away.get(referee.mover.location, 99)
    nearer = [there for there in referee.neighbours[referee.mover.location] if away.get(there, 99) < here]
    for card in ("travel card", "assistant", "joker"):
        steps = [
            action
            for action in actions
            if action.endswith(card) and action.startswith(tuple(f"step to {there} with" for there in nearer))
        ]
        if steps:
            return steps
    return []


def _goals(referee: Referee) -> set[str]:
    expeditions = referee.edition["expeditions"]
    goals = {referee.edition["adventures"][number]["target"] for number in referee.mover.in_front}
    for space in referee.spaces:
        if space.expedition is not None:
            joined = referee.seat in space.markers
            goals.add(expeditions[space.expedition]["target" if joined else "start"])
    return goals


def _distances(referee: Referee, goals: set[str]) -> dict[str, int]:
    """Return the steps from every location to the nearest goal elsewhere."""
    away = dict.fromkeys(sorted(goals - {referee.mover.location}), 0)
    fresh = list(away)
    for location in fresh:
        for there in sorted(referee.neighbours[location]):
            if there not in away:
                away[there] = away[location] + 1
                fresh.append(there)
    return away


STYLES: tuple[Style, ...] = (uniform, by_kind, hoarder, shopper, traveller, traveller, traveller)
