"""The referee of Africana: the rules in the plainest form, to check the compiled rules.

Slow on purpose, and written without looking at the compiled rules, from the rulebook and the project's rulings only.
"ruling 7" in a comment means number 7 in the game's RULES.md. The file follows the rulebook's order:
components, setup, the three actions, end of a turn, game end, scoring.

Every rule that offers a choice is a function that returns the possible actions, a dict from the action's text to the
function that carries it out. Legal actions and their effects therefore cannot differ.
"""

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import combinations
from typing import Any

Cards = Counter[str]  # colour (or kind) -> number of cards; never holds a zero
Options = dict[str, Callable[[], None]]

# --- Components ------------------------------------------------------------------------------------------------------

MARKERS = 4  # company markers of each player; rulebook: game components
CARDS_DRAWN = 2  # ruling 4
ADVENTURE_PRICE = 5  # silver; rulings 2 and 5
PAGE_PRICE = 1  # silver, for each page of a buy action but the first; ruling 5
COLOUR_CHANGE_PRICE = 5  # silver; ruling 7
HAND_LIMIT = 5  # ruling 13
UNFINISHED_LIMIT = 3  # adventures in front of a player; ruling 13


@dataclass
class Player:
    """The possessions of one seat. They include assistants and joker on the table, but not played travel cards."""

    silver: int  # all money is counted in silver; ruling 2
    location: str
    joker: bool = True
    travel: Cards = field(default_factory=Counter)  # in hand
    assistants: Cards = field(default_factory=Counter)  # in hand or on the table
    in_front: set[int] = field(default_factory=set)  # unfinished adventures
    beneath: set[int] = field(default_factory=set)  # finished adventures, beneath the company card
    expeditions: set[int] = field(default_factory=set)  # finished expeditions


@dataclass
class Table:
    """The cards that the player to move has played in this action (ruling 8)."""

    travel: Cards = field(default_factory=Counter)
    assistants: Cards = field(default_factory=Counter)
    joker: bool = False


@dataclass
class Space:
    """One expedition space, with the markers (of seats) on its card."""

    expedition: int | None = None
    markers: set[int] = field(default_factory=set)


def take_one(cards: Cards, colour: str) -> None:
    """Remove one card, without leaving a zero."""
    assert cards[colour] > 0
    cards[colour] -= 1
    if not cards[colour]:
        del cards[colour]


class Referee:
    """One game. Ids are positions in the edition's lists, from 0; texts show them from 1."""

    # --- Game setup --------------------------------------------------------------------------------------------------

    def __init__(
        self,
        edition: dict[str, Any],
        num_players: int,
        max_rounds: int,
        travel_pile: list[str],  # colours, top first, before the starting hands are dealt
        expedition_pile: list[int],  # ids, top first, without the removed C cards, before the spaces are filled
        books: tuple[list[int], list[int]],  # northern and southern book: ids, top first
        shuffle: Callable[[Cards], list[str]],  # turns a discard pile into a new travel pile, top first
    ):
        self.edition = edition
        self.num_players = num_players
        self.max_rounds = max_rounds
        self.shuffle = shuffle

        # rulebook: game setup - routes connect locations, both ways
        self.locations = {location["name"]: location for location in edition["locations"]}
        self.neighbours: dict[str, set[str]] = {name: set() for name in self.locations}
        for route in edition["routes"]:
            one, other = route["between"]
            self.neighbours[one].add(other)
            self.neighbours[other].add(one)

        # ruling 5: every card of a book starts on its right half
        northern, southern = books
        self.books: dict[str, dict[str, list[int]]] = {
            "north": {"left": [], "right": list(northern)},
            "south": {"left": [], "right": list(southern)},
        }
        self.removed: set[int] = set()  # adventures out of the game

        # rulebook: game setup - the spaces are filled from the left; an edition with too few cards leaves some empty
        self.expedition_pile = list(expedition_pile)
        self.spaces = [Space() for _ in edition["spaces"]]
        self.fill_spaces()

        self.travel_pile = list(travel_pile)
        self.discard: Cards = Counter()

        # ruling 1: seats take the companies in order, each with a joker and, in seat order, one travel card
        companies = edition["companies"][:num_players]
        self.players = [Player(company["silver"], company["start"]) for company in companies]
        for player in self.players:
            self.draw_travel_card(player)

        self.round = 1
        self.last_round = False
        self.truncated = False
        self.start_turn(0)  # ruling 1: seat 0 begins

    # --- Gameplay ----------------------------------------------------------------------------------------------------

    def start_turn(self, seat: int) -> None:
        self.seat = seat
        self.phase = "choose"
        self.table = Table()
        self.pages_turned = 0

    @property
    def mover(self) -> Player:
        return self.players[self.seat]

    def options(self) -> Options:
        """Return the legal actions of the player to move."""
        end = {"end turn": self.end_action}  # ruling 3: always, except while discarding
        match self.phase:
            case "choose":  # ruling 3: the first decision commits to one of the three actions
                return {"draw travel cards": self.draw_travel_cards} | self.buying() | self.moving() | end
            case "buy":
                return self.buying() | end
            case "move":
                return self.moving() | end
            case "discard cards":
                return self.discarding_cards()
            case "discard adventures":
                return self.discarding_adventures()
            case _:
                return {}

    def legal_actions(self) -> set[str]:
        """Return the texts of the legal actions; empty after the end."""
        return set(self.options())

    def play(self, action: str) -> None:
        """Carry out one action. Raise ValueError, with nothing changed, if it is not legal."""
        options = self.options()
        if action not in options:
            raise ValueError(f"illegal action in phase {self.phase!r}: {action!r}")
        options[action]()

    # --- A) Draw travel cards ----------------------------------------------------------------------------------------

    def draw_travel_cards(self) -> None:
        for _ in range(CARDS_DRAWN):
            self.draw_travel_card(self.mover)
        self.end_action()  # ruling 4: the turn ends

    def draw_travel_card(self, player: Player) -> None:
        # ruling 4: the discard pile is shuffled only at the moment when a card is drawn from an empty pile
        if not self.travel_pile and self.discard:
            self.travel_pile = list(self.shuffle(Counter(self.discard)))
            assert Counter(self.travel_pile) == self.discard
            self.discard = Counter()
        # ruling 4: with both piles empty the draw yields nothing
        if self.travel_pile:
            player.travel[self.travel_pile.pop(0)] += 1

    # --- B) Buy adventure cards --------------------------------------------------------------------------------------

    def buying(self) -> Options:
        options: Options = {}
        # ruling 5: only the book of the explorer's half of the map
        book = self.books[self.locations[self.mover.location]["half"]]
        # ruling 5: a page is turned either way, not from an empty half
        if self.mover.silver >= self.next_page_price():
            if book["right"]:
                options["turn page left"] = partial(self.turn_page, book["right"], book["left"])
            if book["left"]:
                options["turn page right"] = partial(self.turn_page, book["left"], book["right"])
        # ruling 5: the top card of either half is for sale
        if self.mover.silver >= ADVENTURE_PRICE:
            for half in book.values():
                if half:
                    options["buy " + self.adventure_text(half[0])] = partial(self.buy_adventure, half)
        return options

    def next_page_price(self) -> int:
        # ruling 5: the first page of the action is free, even after a purchase
        return PAGE_PRICE if self.pages_turned > 0 else 0

    def turn_page(self, taken_from: list[int], put_onto: list[int]) -> None:
        self.phase = "buy"  # ruling 3
        self.mover.silver -= self.next_page_price()
        self.pages_turned += 1
        put_onto.insert(0, taken_from.pop(0))

    def buy_adventure(self, half: list[int]) -> None:
        self.phase = "buy"  # ruling 3
        self.mover.silver -= ADVENTURE_PRICE
        self.mover.in_front.add(half.pop(0))

    def adventure_text(self, number: int) -> str:
        adventure = self.edition["adventures"][number]
        what = adventure["artifact"] if "artifact" in adventure else f"{adventure['assistant']} assistant"
        return f"adventure {number + 1}: {what} at {adventure['target']}"

    # --- C) Move explorer --------------------------------------------------------------------------------------------

    def moving(self) -> Options:
        # ruling 12: at a location all of this in any order, one thing at a time
        return self.stepping() | self.joining() | self.finishing_expeditions() | self.finishing_adventures()

    # Movement and change of a travel card's colour

    def stepping(self) -> Options:
        options: Options = {}
        # ruling 7: one connected location at a time, also with other explorers, and also back
        for there in self.neighbours[self.mover.location]:
            for colour in self.mover.travel:
                if self.mover.silver >= self.step_price(there, colour):
                    options[f"step to {there} with {colour} travel card"] = partial(self.step_by_card, there, colour)
            # ruling 7: each assistant and the joker once per action
            for colour in self.mover.assistants - self.table.assistants:
                if self.mover.silver >= self.step_price(there, colour):
                    options[f"step to {there} with {colour} assistant"] = partial(self.step_by_assistant, there, colour)
            if self.mover.joker and not self.table.joker:
                options[f"step to {there} with joker"] = partial(self.step_by_joker, there)
        return options

    def step_price(self, destination: str, colour: str) -> int:
        # ruling 7: one of the destination's colours is free, any other must be changed, which costs silver
        return 0 if colour in self.locations[destination]["symbols"] else COLOUR_CHANGE_PRICE

    # ruling 8: played cards lie on the table; ruling 7: in their own colour, changed or not
    def step_by_card(self, destination: str, colour: str) -> None:
        take_one(self.mover.travel, colour)
        self.table.travel[colour] += 1
        self.step(destination, self.step_price(destination, colour))

    def step_by_assistant(self, destination: str, colour: str) -> None:
        self.table.assistants[colour] += 1
        self.step(destination, self.step_price(destination, colour))

    def step_by_joker(self, destination: str) -> None:
        self.table.joker = True
        self.step(destination, 0)  # ruling 7: the joker goes anywhere

    def step(self, destination: str, price: int) -> None:
        self.phase = "move"  # ruling 3
        self.mover.silver -= price
        self.mover.location = destination

    # Joining expeditions

    def joining(self) -> Options:
        if sum(self.seat in space.markers for space in self.spaces) == MARKERS:  # ruling 9
            return {}
        return {
            f"join expedition on space {number + 1}": partial(self.join, number)
            for number, space in enumerate(self.spaces)
            if space.expedition is not None
            and self.seat not in space.markers  # ruling 9: once per expedition
            and self.edition["expeditions"][space.expedition]["start"] == self.mover.location  # ruling 9
        }

    def join(self, number: int) -> None:
        self.phase = "move"  # ruling 3; ruling 9: also before the first step
        self.spaces[number].markers.add(self.seat)
        # ruling 9: the joining bonus printed above the space, at once
        bonus = self.edition["spaces"][number]
        self.mover.silver += bonus["silver"]
        for _ in range(bonus["travel_cards"]):
            self.draw_travel_card(self.mover)

    # Finishing an expedition

    def finishing_expeditions(self) -> Options:
        return {
            f"finish expedition on space {number + 1}": partial(self.finish_expedition, number)
            for number, space in enumerate(self.spaces)
            if space.expedition is not None
            and self.seat in space.markers  # ruling 10: joined earlier
            and self.edition["expeditions"][space.expedition]["target"] == self.mover.location  # ruling 10
        }

    def finish_expedition(self, number: int) -> None:
        self.phase = "move"  # ruling 3
        finished = self.spaces[number].expedition
        assert finished is not None
        self.mover.silver += self.edition["expeditions"][finished]["silver"]
        self.mover.expeditions.add(finished)
        # ruling 10: all markers go home, and the space is empty until the turn ends
        self.spaces[number] = Space()

    # Finishing an adventure

    def finishing_adventures(self) -> Options:
        return {
            "finish " + self.adventure_text(number): partial(self.finish_adventure, number)
            for number in self.mover.in_front
            if self.edition["adventures"][number]["target"] == self.mover.location  # ruling 11
        }

    def finish_adventure(self, number: int) -> None:
        self.phase = "move"  # ruling 3
        adventure = self.edition["adventures"][number]
        if "artifact" in adventure:  # ruling 11: silver for an artifact
            self.mover.silver += adventure["silver"]
        else:  # ruling 11: no silver, but the assistant, who joins the hand unused
            self.mover.assistants[adventure["assistant"]] += 1
        self.mover.in_front.remove(number)
        self.mover.beneath.add(number)

    # --- End of a turn -----------------------------------------------------------------------------------------------

    def end_action(self) -> None:
        # ruling 8: played travel cards are discarded now; assistants and joker return by no longer lying on the table
        self.discard += self.table.travel
        self.table = Table()
        self.pages_turned = 0
        self.check_card_limits()

    def check_card_limits(self) -> None:
        # ruling 13: first the hand (the table is empty by now), then the adventures, then the expeditions
        hand_size = self.mover.travel.total() + self.mover.assistants.total() + self.mover.joker
        if hand_size > HAND_LIMIT:
            self.phase = "discard cards"
        elif len(self.mover.in_front) > UNFINISHED_LIMIT:
            self.phase = "discard adventures"
        else:
            self.replenish_expeditions()

    def discarding_cards(self) -> Options:
        # ruling 13: every kind of hand card may be chosen, one at a time
        options: Options = {}
        for colour in self.mover.travel:
            options[f"discard {colour} travel card"] = partial(self.discard_travel_card, colour)
        for colour in self.mover.assistants:
            options[f"discard {colour} assistant"] = partial(self.discard_assistant, colour)
        if self.mover.joker:
            options["discard joker"] = self.discard_joker
        return options

    def discard_travel_card(self, colour: str) -> None:
        take_one(self.mover.travel, colour)
        self.discard[colour] += 1
        self.check_card_limits()

    def discard_assistant(self, colour: str) -> None:
        take_one(self.mover.assistants, colour)  # ruling 13: leaves the game
        self.check_card_limits()

    def discard_joker(self) -> None:
        self.mover.joker = False  # ruling 13: leaves the game
        self.check_card_limits()

    def discarding_adventures(self) -> Options:
        mine = self.mover.in_front
        return {"discard " + self.adventure_text(number): partial(self.discard_adventure, number) for number in mine}

    def discard_adventure(self, number: int) -> None:
        self.mover.in_front.remove(number)
        self.removed.add(number)  # ruling 13: leaves the game
        self.check_card_limits()

    def replenish_expeditions(self) -> None:
        self.fill_spaces()
        if any(space.expedition is None for space in self.spaces):
            self.last_round = True  # ruling 14
        self.next_turn()

    def fill_spaces(self) -> None:
        for space in self.spaces:  # ruling 13: left to right; ruling 14: the last cards are still placed
            if space.expedition is None and self.expedition_pile:
                space.expedition = self.expedition_pile.pop(0)

    # --- Game end ----------------------------------------------------------------------------------------------------

    def next_turn(self) -> None:
        if self.seat + 1 < self.num_players:
            self.start_turn(self.seat + 1)
        elif self.last_round:  # ruling 14: the highest seat has the last turn
            self.phase = "over"
        elif self.round >= self.max_rounds:  # ruling 16: only if the pile has not ended the game in this round
            self.phase = "over"
            self.truncated = True
        else:
            self.round += 1
            self.start_turn(0)

    # --- Scoring -----------------------------------------------------------------------------------------------------

    def scores(self) -> list[dict[str, int]]:
        """Return the current points of every seat by their parts."""
        return [self.score(player) for player in self.players]

    def score(self, player: Player) -> dict[str, int]:
        finished = [self.edition["adventures"][number] for number in player.beneath]
        unfinished = [self.edition["adventures"][number] for number in player.in_front]
        artifacts = [adventure for adventure in finished if "artifact" in adventure]
        # ruling 15: finished adventures count, even if their assistants were discarded
        num_assistants = len(finished) - len(artifacts)
        parts = {
            "expeditions": sum(self.edition["expeditions"][number]["points"] for number in player.expeditions),
            "adventures": sum(adventure["points"] for adventure in artifacts),
            "collections": collection_points(Counter(adventure["artifact"] for adventure in artifacts)),
            "assistants": -10 if num_assistants >= 3 else -5 if num_assistants == 2 else 0,
            "silver": player.silver // 10,
            "travel_cards": player.travel.total() // 2,
            "unfinished": sum("artifact" in adventure for adventure in unfinished),
        }
        return parts | {"total": sum(parts.values())}

    def winners(self) -> list[int]:
        """Return the seats that win the current position: most points, then most silver, then shared (ruling 15)."""
        results = [(score["total"], player.silver) for score, player in zip(self.scores(), self.players, strict=True)]
        return [seat for seat, result in enumerate(results) if result == max(results)]

    # --- For comparison with the compiled rules ----------------------------------------------------------------------

    def snapshot(self) -> dict[str, Any]:
        """Return a copy of the whole position, as plain lists, sets and counters."""
        as_it_is = (
            *("phase", "round", "last_round", "truncated", "pages_turned"),
            *("travel_pile", "discard", "expedition_pile", "removed"),
        )
        of_each_player = ("silver", "location", "joker", "assistants", "travel", "in_front", "beneath", "expeditions")
        position = {name: getattr(self, name) for name in as_it_is}
        position |= {name: [getattr(player, name) for player in self.players] for name in of_each_player}
        position |= {"player": self.seat, "table": vars(self.table), "books": list(self.books.values())}
        position["spaces"] = [space.expedition for space in self.spaces]
        position["markers"] = [space.markers for space in self.spaces]
        return deepcopy(position)


# --- Scoring: collections of artifacts -------------------------------------------------------------------------------


def collection_points(artifacts: Cards) -> int:
    """Return the most points of artifacts (kind -> number), each in at most one collection (ruling 15)."""
    return best_partition(tuple(sorted(artifacts.elements())))


@cache
def best_partition(artifacts: tuple[str, ...]) -> int:
    """Return the most points by trying every collection of the sorted artifacts and going on with the rest."""
    kinds = sorted(set(artifacts))
    collections: list[tuple[tuple[str, ...], int]] = []
    for kind in kinds:
        collections += [((kind,) * 2, 6), ((kind,) * 3, 12)]  # alike
    collections += [(different, 2) for different in combinations(kinds, 2)]
    collections += [(different, 10) for different in combinations(kinds, 4)]
    best = 0  # artifacts in no collection count nothing
    for collection, points in collections:
        if Counter(collection) <= Counter(artifacts):
            rest = Counter(artifacts) - Counter(collection)
            best = max(best, points + best_partition(tuple(sorted(rest.elements()))))
    return best
