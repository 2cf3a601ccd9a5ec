"""Counts of events in games of Africana, which show the corners of the rules that they reached."""

from collections import Counter
from typing import Any

from referees.africana import MARKERS, Referee

Position = dict[str, Any]


class Events(Counter[str]):
    """Counts of events: `note` looks at one action, `end` at the end of a game."""

    def __init__(self, *counts: Any) -> None:
        super().__init__(*counts)
        self.joined: set[int] = set()

    def note(self, before: Position, action: str, after: Position) -> None:
        """Count the consequences of `action`; positions are the referee's snapshots."""
        seat = before["player"]
        kind = action.split()[0]
        self[f"action: {_kind(action)}"] += 1
        spent = before["silver"][seat] - after["silver"][seat]
        drawn = after["travel"][seat].total() - before["travel"][seat].total()
        shuffled = after["discard"].total() < before["discard"].total()
        match kind:
            case "draw":
                self["shuffle in a draw"] += shuffled
                self["shuffle between the two cards of a draw"] += shuffled and len(before["travel_pile"]) == 1
                if before["phase"] == "choose" and after["player"] != seat:
                    self["draw from empty piles"] += drawn < 2
            case "turn":
                self["paid page"] += spent == 1
                self["free page after a purchase"] += before["phase"] == "buy" and spent == 0
                self["page without money"] += before["silver"][seat] == 0
            case "buy":
                self["purchase from a left half"] += any(
                    len(old["left"]) > len(new["left"])
                    for old, new in zip(before["books"], after["books"], strict=True)
                )
                self["purchase beyond the limit"] += len(after["in_front"][seat]) > 3
            case "step":
                self["card of another colour"] += spent == 5 and action.endswith("travel card")
                self["assistant of another colour"] += spent == 5 and action.endswith("assistant")
                self["two assistants of one colour"] += 2 in after["table"]["assistants"].values()
                self["step to a location with another explorer"] += after["location"].count(after["location"][seat]) > 1
            case "join":
                self.joined |= _new_expeditions(before, after, seat)
                self["fourth marker out"] += _markers(after, seat) == MARKERS
                self["bonus card"] += drawn == 1
                self["shuffle for a bonus card"] += shuffled
                self["shuffle with cards on the table"] += shuffled and bool(after["table"]["travel"])
                self["bonus card from empty piles"] += drawn == 0 and spent == 0
            case "finish":
                finished = after["expeditions"][seat] - before["expeditions"][seat]
                self["expedition finished in the action that joined it"] += bool(finished & self.joined)
                self["expedition finished that others had joined"] += any(
                    old - {seat} and not new for old, new in zip(before["markers"], after["markers"], strict=True)
                )
                self["marker home and out again at four"] += bool(finished) and _markers(before, seat) == MARKERS
            case "discard":
                self["discard in the last round"] += before["last_round"]
        hand = after["travel"][seat].total() + after["assistants"][seat].total() + after["joker"][seat]
        self["hand of 9 or more"] += hand >= 9
        self["step with all four markers out"] += _markers(after, seat) == MARKERS and kind == "step"
        self["empty pile, not yet shuffled"] += not after["travel_pile"] and bool(after["discard"])
        if after["player"] != before["player"] or after["round"] != before["round"] or after["phase"] == "over":
            self.joined = set()
            self["stand still"] += before["phase"] == "choose" and action == "end turn"
            self["pile just sufficed"] += _ran_out(before, after) and None not in after["spaces"]
            begins = after["last_round"] and not before["last_round"]
            self["last round begins"] += begins
            self["last round begins with the highest seat"] += begins and after["phase"] == "over"
            self["what is left is still placed"] += begins and _ran_out(before, after)
            self["turn ends with more than one empty space"] += begins and after["spaces"].count(None) > 1

    def end(self, position: Position, referee: Referee) -> None:
        """Count how a game ended."""
        assert position["phase"] == "over"
        scores = referee.scores()
        self["game"] += 1
        self["ended by the pile"] += not position["truncated"]
        self["truncated"] += position["truncated"]
        self["ended by the pile in the last allowed round"] += (
            not position["truncated"] and position["round"] == referee.max_rounds
        )
        totals = [score["total"] for score in scores]
        self["shared win"] += len(referee.winners()) > 1
        self["win by silver"] += totals.count(max(totals)) > len(referee.winners())
        for score in scores:
            self["collections counted"] += score["collections"] > 0
            self["collections of 16 points or more"] += score["collections"] >= 16
            self["two assistant adventures"] += score["assistants"] == -5
            self["three or more assistant adventures"] += score["assistants"] == -10
            self["unfinished artifacts counted"] += score["unfinished"] > 0
        self["assistant discarded but its adventure counted"] += any(
            score["assistants"] < 0 and assistants.total() < 2
            for score, assistants in zip(scores, position["assistants"], strict=True)
        )


def _kind(action: str) -> str:
    words = action.split()
    if words[0] in ("step", "discard") and words[1] != "adventure":
        return f"{words[0]} {words[-1]}"
    if words[0] == "finish" and words[1] == "adventure":
        return "finish assistant adventure" if "assistant at" in action else "finish artifact"
    return " ".join(words[:3]) if words[0] in ("turn", "draw") else " ".join(words[:2])


def _markers(position: Position, seat: int) -> int:
    return sum(seat in markers for markers in position["markers"])


def _new_expeditions(before: Position, after: Position, seat: int) -> set[int]:
    spaces = zip(after["spaces"], before["markers"], after["markers"], strict=True)
    return {card for card, old, new in spaces if seat in new - old}


def _ran_out(before: Position, after: Position) -> bool:
    return bool(before["expedition_pile"]) and not after["expedition_pile"]
