"""The referee of Afritoria: the rules in the plainest form, to check the compiled rules.

Slow on purpose, and written without looking at the compiled rules, from the rulebook and the project's rulings only.
"ruling 7" in a comment means number 7 in the game's RULES.md. The file follows the order of a round.

Every rule that offers a choice is a function that returns the possible actions, a dict from the action's text to the
function that carries it out. Legal actions and their effects therefore cannot differ. A card is its text:
"green lion", "ranger", "poacher".
"""

from collections import Counter
from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from functools import partial
from typing import Any

Options = dict[str, Callable[[], None]]

RANGER, POACHER = "ranger", "poacher"

# Fates of a played card. "scored" lies on its player's score pile; the last four on the discard pile.
HIDDEN, COMPETING, ACTIVE = "hidden", "competing", "active"  # not yet settled: still in front of its player
SCORED, TIED, LOST = "scored", "tied", "lost"  # an animal: won something, met its equal, won nothing
CANCELLED, SPENT = "cancelled", "spent"  # a special: without effect because of others, or used up


@dataclass(frozen=True)
class Animal:
    colour: str
    strength: int
    value: int


@dataclass
class Player:
    hand: list[str] = field(default_factory=list)
    score_pile: list[str] = field(default_factory=list)  # bottom to top
    played: str | None = None  # the card committed in this round
    fate: str | None = None  # its fate so far
    shown: list[str] | None = None  # the hand shown in this round, as it was then


class Referee:
    """One game. Seats count from 0. `over` is true at every end, also if `truncated` is."""

    # --- Preparation -------------------------------------------------------------------------------------------------

    def __init__(
        self,
        edition: dict[str, Any],
        num_players: int,
        max_rounds: int,
        deck: list[str],  # all cards after shuffling, top first, before the hands are dealt
    ):
        self.num_players = num_players
        self.max_rounds = max_rounds
        self.hand_size = edition.get("deal", {}).get("hand", 6)
        self.show_animals = edition.get("show", {}).get("animals", 5)  # ruling 9
        self.show_cards = edition.get("show", {}).get("cards", 3)  # ruling 9

        # ruling 11: one colour per player, the first ones; ruling 14: one table of animals for all of them
        self.colours = [colour["name"] for colour in edition["colours"][:num_players]]
        self.animals = {
            f"{colour} {animal['name']}": Animal(colour, animal["strength"], animal["value"])
            for colour in self.colours
            for animal in edition["animals"]
        }
        assert set(deck) <= {*self.animals, RANGER, POACHER}
        assert len(deck) >= num_players * self.hand_size

        self.pile = list(deck)  # top first
        self.under: list[tuple[int, str]] = []  # seats and cards put under the pile: its last cards, top first
        self.discard: Counter[str] = Counter()
        self.row: list[str] = []
        self.players = [Player() for _ in range(num_players)]
        for player in self.players:
            self.fill_hand(player)

        self.round = 0
        self.truncated = False
        self.start_round()

    # --- Decisions ---------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def mover(self) -> Player:
        return self.players[self.seat]

    def ask(self, player: Player, phase: str) -> None:
        """Wait for this player's decision."""
        self.seat = next(seat for seat, other in enumerate(self.players) if other is player)
        self.phase = phase

    def options(self) -> Options:
        """Return the legal actions of the player to move."""
        match self.phase:
            case "commit":
                return self.committing()
            case "ranger":
                return self.taking_by_ranger()
            case "poacher":
                return self.stealing()
            case "win":
                return self.taking_by_winner()
            case "offer":
                return self.answering_offer()
            case "put":
                return self.putting_under()
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

    # --- 1. Fill up the trading row ----------------------------------------------------------------------------------

    def start_round(self) -> None:
        self.round += 1
        for player in self.players:
            player.played = player.fate = player.shown = None
        # ruling 1: one card per player, while the pile lasts
        while len(self.row) < self.num_players and self.pile:
            self.row.append(self.draw())
        self.ask(self.players[0], "commit")

    def draw(self) -> str:
        card = self.pile.pop(0)
        if len(self.under) > len(self.pile):  # only cards put under were left
            assert self.under[0][1] == card
            self.under.pop(0)
        return card

    # --- 2. Play a card ----------------------------------------------------------------------------------------------

    def committing(self) -> Options:
        return {f"commit {card}": partial(self.commit, card) for card in self.mover.hand}

    def commit(self, card: str) -> None:
        self.mover.hand.remove(card)
        self.mover.played, self.mover.fate = card, HIDDEN
        if self.seat + 1 < self.num_players:  # ruling 2: seat by seat
            self.ask(self.players[self.seat + 1], "commit")
        else:
            self.reveal()

    def reveal(self) -> None:
        for player in self.players:
            player.fate = COMPETING if player.played in self.animals else ACTIVE
        self.resolve_specials()

    # --- 3. Special cards that were played ---------------------------------------------------------------------------

    def resolve_specials(self) -> None:
        rangers = [player for player in self.players if player.played == RANGER]
        poachers = [player for player in self.players if player.played == POACHER]
        # ruling 3: three or more in any mix, two rangers, or two poachers
        if len(rangers) + len(poachers) >= 3 or len(rangers) == 2 or len(poachers) == 2:
            self.discard_played(rangers + poachers, CANCELLED)
            self.share_out_specials()
        elif rangers:
            self.discard_played(poachers, CANCELLED)  # rulings 3 and 4: even if the ranger has no effect
            self.use_ranger(rangers[0])
        elif poachers:
            self.use_poacher(poachers[0])
        else:
            self.share_out_specials()

    def use_ranger(self, player: Player) -> None:
        if any(card in self.animals for card in self.row):
            self.ask(player, "ranger")
        else:  # ruling 4: no effect
            self.finish_special(player)

    def taking_by_ranger(self) -> Options:
        # ruling 4: any animal of the row
        return {f"take {card}": partial(self.take_by_ranger, card) for card in self.row if card in self.animals}

    def take_by_ranger(self, card: str) -> None:
        self.row.remove(card)
        self.mover.score_pile.append(card)  # ruling 4: not into the hand
        self.finish_special(self.mover)

    def use_poacher(self, player: Player) -> None:
        if any(other.score_pile for other in self.players if other is not player):
            self.ask(player, "poacher")
        else:  # ruling 5: no effect
            self.finish_special(player)

    def stealing(self) -> Options:
        options: Options = {}
        for distance, text in enumerate(("the next", "the 2nd next", "the 3rd next")[: self.num_players - 1], start=1):
            victim = self.players[(self.seat + distance) % self.num_players]
            if victim.score_pile:  # ruling 5: a player with something to take
                options[f"steal from {text} player"] = partial(self.steal, victim)
        return options

    def steal(self, victim: Player) -> None:
        self.mover.score_pile.append(victim.score_pile.pop())  # ruling 5: from top to top
        self.finish_special(self.mover)

    def finish_special(self, player: Player) -> None:
        self.discard_played([player], SPENT)  # ruling 3
        self.share_out_specials()

    def discard_played(self, players: Iterable[Player], fate: str) -> None:
        for player in players:
            assert player.played is not None
            self.discard[player.played] += 1
            player.fate = fate

    # --- 4. Divide the trading cards ---------------------------------------------------------------------------------

    def next_in_line(self, best: Callable[..., int], colour: str | None = None) -> Player | None:
        """Return the player of the best competing animal (min: lowest, max: highest), of one colour or of any.

        Tied animals are discarded, and the rest is checked again. Return None if none is left.
        """
        while True:
            strengths = [
                (player, animal.strength)
                for player in self.players
                if player.fate == COMPETING
                and (animal := self.animals[str(player.played)])
                and colour in (None, animal.colour)
            ]
            if not strengths:
                return None
            wanted = best(strength for _, strength in strengths)
            level = [player for player, strength in strengths if strength == wanted]
            if len(level) == 1:
                return level[0]
            # rulings 6 and 7: equal strength means a tie (in ruling 6 between animals of any colours)
            self.discard_played(level, TIED)

    def win(self, player: Player, card: str) -> None:
        """Score the played animal and take the row's card into the hand (rulings 6 and 7)."""
        assert player.played is not None
        self.row.remove(card)
        player.hand.append(card)
        player.score_pile.append(player.played)
        player.fate = SCORED  # so the player no longer competes

    def share_out_specials(self) -> None:
        # ruling 6: all rangers, then all poachers, one card after the other
        for special, best in ((RANGER, min), (POACHER, max)):
            while special in self.row:
                player = self.next_in_line(best)
                if player:
                    self.win(player, special)
                else:
                    self.discard_from_row(special)
        self.share_out_animals()

    def share_out_animals(self) -> None:
        # ruling 7: each colour separately. Taken cards have left the row, and their winners the contest, so restarting
        # at the first colour after every pick finds the next player in line.
        for colour in self.colours:
            # Reading: animals tie only over cards in the row. (Without one they are discarded by ruling 8 anyway.)
            if self.of_colour(self.row, colour):
                player = self.next_in_line(max, colour)
                if player:
                    self.ask(player, "win")
                    return
        self.discard_the_rest()

    def of_colour(self, cards: list[str], colour: str) -> list[str]:
        return [card for card in cards if card in self.animals and self.animals[card].colour == colour]

    def taking_by_winner(self) -> Options:
        colour = self.animals[str(self.mover.played)].colour
        return {f"take {card}": partial(self.take_by_winner, card) for card in self.of_colour(self.row, colour)}

    def take_by_winner(self, card: str) -> None:
        self.win(self.mover, card)
        self.share_out_animals()

    # --- 5. Discard pile ---------------------------------------------------------------------------------------------

    def discard_from_row(self, card: str) -> None:
        self.row.remove(card)
        self.discard[card] += 1

    def discard_the_rest(self) -> None:
        # ruling 8
        self.discard_played([player for player in self.players if player.fate == COMPETING], LOST)
        for card in list(self.row):
            self.discard_from_row(card)
        self.refill_hands()

    # --- 6. Fill up the hands ----------------------------------------------------------------------------------------

    def refill_hands(self) -> None:
        for player in self.players:  # ruling 9: from seat 0 on
            self.fill_hand(player)
        if len(self.pile) >= self.show_cards:  # ruling 9; a show does not change the size of the pile
            self.ask(self.players[0], "offer")
        else:
            self.end_round()

    def fill_hand(self, player: Player) -> None:
        # ruling 9: while the pile lasts
        while len(player.hand) < self.hand_size and self.pile:
            player.hand.append(self.draw())

    def answering_offer(self) -> Options:
        # ruling 9: everyone is asked, so that the question reveals nothing of the hand
        options: Options = {"keep hand": self.offer_next}
        if max(len(self.of_colour(self.mover.hand, colour)) for colour in self.colours) >= self.show_animals:
            options["show hand"] = self.show_hand
        return options

    def offer_next(self) -> None:
        if self.seat + 1 < self.num_players:  # ruling 9: once per round
            self.ask(self.players[self.seat + 1], "offer")
        else:
            self.end_round()

    def show_hand(self) -> None:
        self.mover.shown = list(self.mover.hand)
        self.puts_left = self.show_cards
        self.phase = "put"

    def putting_under(self) -> Options:
        return {f"put {card} under the pile": partial(self.put_under, card) for card in self.mover.hand}

    def put_under(self, card: str) -> None:
        self.mover.hand.remove(card)
        self.pile.append(card)  # ruling 9: each beneath the previous one, so the first put is drawn first
        self.under.append((self.seat, card))
        self.puts_left -= 1
        if self.puts_left == 0:
            for _ in range(self.show_cards):
                self.mover.hand.append(self.draw())
            self.offer_next()

    # --- The end -----------------------------------------------------------------------------------------------------

    def end_round(self) -> None:
        if not self.pile:  # ruling 10
            self.phase = "over"
        elif self.round >= self.max_rounds:  # Reading: the offers belong to the refill, so they are still made
            self.phase = "over"
            self.truncated = True
        else:
            self.start_round()

    def scores(self) -> list[dict[str, int]]:
        """Return the current points of every seat (ruling 10)."""
        points = [sum(self.animals[card].value for card in player.score_pile) for player in self.players]
        return [{"points": number, "total": number} for number in points]

    def winners(self) -> set[int]:
        """Return the seats that win the current position: most points, ties share (ruling 10)."""
        totals = [score["total"] for score in self.scores()]
        return {seat for seat, total in enumerate(totals) if total == max(totals)}

    # --- For comparison with the compiled rules ----------------------------------------------------------------------

    def snapshot(self) -> dict[str, Any]:
        """Return a copy of the whole position, in plain values. Played cards and fates stay until the next round."""
        return deepcopy(
            {
                "phase": self.phase,
                "player": self.seat,  # after the end: who decided last
                "round": self.round,
                "truncated": self.truncated,
                "hands": [sorted(player.hand) for player in self.players],
                "played": [player.played for player in self.players],
                "fates": [player.fate for player in self.players],
                "row": sorted(self.row),
                "score_piles": [player.score_pile for player in self.players],  # bottom to top
                "discard": dict(self.discard),
                "pile": self.pile,  # top first
                "under": self.under,  # (seat, card) for the last cards of the pile, top first
                "shown": [player.shown and sorted(player.shown) for player in self.players],
                "puts_left": self.puts_left if self.phase == "put" else 0,
            }
        )
