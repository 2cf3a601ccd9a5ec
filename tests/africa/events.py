"""Counts of events in games of Africa, which show the corners of the rules that they reached."""

from collections import Counter
from typing import Any

from africa.styles import kind
from referees.africa import Referee

Position = dict[str, Any]


class Events(Counter[str]):
    """Counts of events: `note` looks at one action, `end` at the end of a game."""

    def note(self, before: Position, action: str, after: Position) -> None:
        """Count the consequences of `action`; positions are the referee's snapshots."""
        seat, name = before["player"], kind(action)
        self[f"action: {name}"] += 1
        gained = after["points"][seat] - before["points"][seat]
        ended = after["phase"] == "over" and not after["truncated"]
        match name:
            case "uncover":
                (space,) = before["face_down"].keys() - after["face_down"].keys()
                self._found(before["face_down"][space], before, after, seat)
            case "put piece":
                found = before["pending"]["just_found"]
                marker = before["pending"]["marker"][0]
                self[f"{marker} put elsewhere, {'found' if found else 'moved'}"] += 1
                space = action.removeprefix("put piece on ")
                self["piece put under a researcher"] += space in before["researchers"]
                self[f"{gained} points for a piece"] += 1
            case "move":
                self["piece of the own space moved"] += action.endswith("here")
                self["second move in a turn"] += before["actions_left"] == 1
            case "leave":
                self["find left where another place pays more"] += 1
            case "camp for research" | "camp for minerals":
                taken = sum(after[part][seat] - before[part][seat] for part in ("gold", "gems"))
                self[f"{name} without effect"] += gained == 0 and taken == 0
                self["minerals taken"] += taken
                self["camp for research of 3 points and more"] += gained >= 3
            case "trade":
                amounts = [after["goods"][seat][good] - before["goods"][seat][good] for good in after["goods"][seat]]
                self[f"trade of {max(amounts)}"] += 1
            case "end":
                self["turn ended after a walk alone"] += before["walked"]
        self["game ended in mid-turn"] += ended and before["actions_left"] > 1

    def _found(self, marker: tuple[Any, ...], before: Position, after: Position, seat: int) -> None:
        self[f"found: {marker[0]}"] += 1
        self["find that had to stay"] += marker[0] in ("animal", "nomad") and after["pending"] is None
        self["good found without a trade"] += marker[0] == "good" and after["pending"] is None
        if marker[0] == "monument" and after["phase"] != "over":
            self["monument found with an empty supply"] += before["supply"] == 0
            self["camp gained"] += after["camps"][seat] > before["camps"][seat]

    def end(self, position: Position, referee: Referee) -> None:
        """Count how a game ended."""
        assert position["phase"] == "over"
        self["game"] += 1
        self["truncated"] += position["truncated"]
        self["ended by the last monument"] += not position["truncated"]
        self["shared win"] += len(referee.winners()) > 1
        for part in ("gold", "gems"):
            numbers = Counter(number for number in position[part] if number > 0)
            ranked = sorted(numbers, reverse=True)
            if ranked:
                first = numbers[ranked[0]]
                self[f"{min(first, 3)} share the first place"] += 1
                if first == 1 and len(ranked) > 1:
                    self[f"{min(numbers[ranked[1]], 3)} share the second place"] += 1
        self["five goods of a kind"] += any(5 in goods.values() for goods in position["goods"])
