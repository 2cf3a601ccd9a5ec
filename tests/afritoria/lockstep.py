"""The compiled rules and the referee, driven by the same actions and compared at every decision.

    python tests/afritoria/lockstep.py --games 10000 --seed 0

compares this many games on all cores and prints their events.
"""

import sys
from collections import Counter
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
from afritoria.styles import eager
from comparison import Comparison, Style, compare_from_command_line, play_seeds, uniform
from referees.afritoria import Referee
from support import edition_of

from africana_env import Edition, load_edition, load_game
from africana_env.games.afritoria.rules.cards import pile_place
from africana_env.games.afritoria.rules.names import kind_names
from africana_env.games.afritoria.rules.state import CARDS, MAX_PLAYERS, PUT_BY

GAME = load_game("afritoria_v0")
PHASES = ("commit", "ranger", "poacher", "win", "offer", "put")
STANDINGS = {"competing": 1, "scored": 2}


def variant(rng: Random) -> Edition:
    """Return an edition with random values and sizes."""
    data = deepcopy(load_edition(GAME, "reconstructed").data)
    data["edition"]["name"] = "variant"
    data["animals"] = data["animals"][: rng.choice((4, 7, 11))]
    most_value = rng.choice((9, 99))
    for entry in data["animals"]:
        entry["value"], entry["copies"] = rng.randint(0, most_value), rng.randint(1, 2)
    for entry in data["specials"]:
        entry["count"] = rng.randint(0, 4)
    most = min(6, sum(entry["copies"] for entry in data["animals"]) - 1)
    cards = rng.randint(2, most)
    animals = rng.randint(max(1, cards - 2), cards)
    data["hands"][0].update(cards=cards, show_animals=animals, show_cards=rng.randint(1, min(3, cards)))
    return edition_of(GAME, data)


def pile_of(state: Any) -> tuple[list[int], list[int]]:
    """Return the pile, top first: kinds, and who put them there."""
    places = (int(state.pile_first) + np.arange(state.pile_size)) % CARDS
    return state.pile[places].tolist(), state.pile_from[places].tolist()


def hand_of(state: Any, seat: int) -> list[int]:
    """Return the kinds of a hand, including a committed card."""
    return state.hand[seat, : state.hand_size[seat]].tolist()


class Lockstep(Comparison):
    """One game under both implementations."""

    def __init__(self, edition: Edition, num_players: int, max_rounds: int, seed: int) -> None:
        super().__init__(GAME, edition, num_players, max_rounds, seed)
        self.names = kind_names(edition.data)
        hands = edition.data["hands"][0]
        rules = {
            **edition.data,
            "deal": {"hand": hands["cards"]},
            "show": {"animals": hands["show_animals"], "cards": hands["show_cards"]},
        }
        self.referee = Referee(rules, num_players, max_rounds, self.deck())

    def cards(self, kinds: Any) -> list[str]:
        """Return the names of cards without empty places."""
        return [self.names[kind] for kind in kinds if kind >= 0]

    def pile(self) -> list[str]:
        """Return the names of the pile, top first."""
        return self.cards(self.state.pile[pile_place(self.state, depth)] for depth in range(self.state.pile_size))

    def deck(self) -> list[str]:
        """Return the cards at the start in the order before the deal."""
        hands = [card for hand in self.state.hand[: self.state.num_players] for card in self.cards(hand)]
        return hands + self.cards(self.state.row) + self.pile()

    def position(self, settled: bool) -> dict[str, Any]:
        """Return the compiled state in the referee's terms, with discards only if they are settled."""
        state, names = self.state, self.names
        seats = range(state.num_players)
        hands = [self.cards(state.hand[seat]) for seat in seats]
        played: list[str | None] = [names[state.played[seat]] if state.played[seat] >= 0 else None for seat in seats]
        for seat in seats:
            if state.committed[seat] >= 0:
                played[seat] = hands[seat].pop(state.committed[seat])
        under = []
        for depth in range(state.pile_size - state.put_size, state.pile_size):
            place = pile_place(state, depth)
            under.append(((state.pile_from[place] - PUT_BY) % MAX_PLAYERS, names[state.pile[place]]))
        found = {
            "round": state.round_number,
            "hands": [sorted(hand) for hand in hands],
            "played": played,
            "won": [state.standing[seat] == STANDINGS["scored"] for seat in seats],
            "row": sorted(self.cards(state.row)),
            "score_piles": [self.cards(state.score_pile[seat] - 1) for seat in seats],
            "pile": self.pile(),
            "under": under,
        }
        if settled:
            found["discard"] = {names[kind]: count for kind, count in enumerate(state.discard) if count}
            sight = Counter({names[kind]: int(count) for kind, count in enumerate(state.in_sight) if count})
            found["in sight"] = dict(sight)
        if self.running:
            found |= {"phase": PHASES[state.phase], "player": state.current_player, "puts_left": state.to_put}
        return found

    def referee_position(self, settled: bool) -> dict[str, Any]:
        """Return the referee's position in the same terms."""
        found = self.referee.snapshot()
        fates = found.pop("fates")
        found["won"] = [fate == "scored" for fate in fates]
        del found["truncated"], found["shown"]
        if settled:
            sight = Counter(found["discard"]) + Counter(found["row"])
            for pile in found["score_piles"]:
                sight.update(pile)
            found["in sight"] = dict(sight)
        else:
            del found["discard"]
        if not self.running:
            del found["phase"], found["player"], found["puts_left"]
        return found

    def positions(self) -> tuple[dict[str, Any], dict[str, Any]]:
        settled = PHASES[self.state.phase] in ("commit", "offer", "put") or not self.running
        return self.position(settled), self.referee_position(settled)


class Events(Counter[str]):
    """Counts of events, which show the corners of the rules that games reached."""

    def note(self, before: dict[str, Any], action: str, after: dict[str, Any]) -> None:
        """Count the position before an action."""
        phase, row, under = before["phase"], before["row"], before["under"]
        self[f"decision: {phase}"] += 1
        if phase == "win":
            colour = before["played"][before["player"]].split()[0]
            self["a choice among row cards"] += len({card for card in row if card.startswith(colour)}) > 1
        self["row not full"] += phase == "commit" and len(row) < len(before["hands"])
        for fate in set(before["fates"]) - {None}:
            self[f"card {fate}"] += 1
        self["card that was put under the pile in reach"] += bool(under) and len(under) == len(before["pile"])

    def end(self, position: dict[str, Any], referee: Referee) -> None:
        """Count how a game ended."""
        self["truncated" if position["truncated"] else "ended by the pile"] += 1
        self["shared win"] += len(referee.winners()) > 1
        self["game"] += 1


def random_game(seed: int) -> tuple[Lockstep, list[Style], Random]:
    """Return a game with the players, rounds and edition of a seed, the style of each seat, and a generator."""
    rng = Random(seed)
    players = GAME.players[seed % len(GAME.players)]
    rounds = rng.choice((3, 8, 100, 100, 100))
    edition = load_edition(GAME, "reconstructed") if rng.random() < 0.6 else variant(rng)
    if seed % 5 == 4:
        edition = load_edition(GAME, f"generated:{seed}")
    styles: list[Style] = [eager if rng.random() < 0.5 else uniform] * players
    return Lockstep(edition, players, rounds, seed), styles, rng


def play_games(seeds: list[int]) -> tuple[int, Counter[str]]:
    return play_seeds(seeds, random_game, Events())


if __name__ == "__main__":
    compare_from_command_line("Afritoria", play_games)
