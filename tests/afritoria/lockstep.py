"""The compiled rules and the referee, driven by the same actions and compared at every decision.

    python tests/afritoria/lockstep.py --games 10000 --seed 0

compares that many games on all cores and prints what they reached.
"""

import sys
from collections import Counter
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
from comparison import Comparison, compare_from_command_line, play_seeds
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
    """An edition with other values and sizes."""
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
    """The pile, top first: kinds and who put them there."""
    places = (int(state.pile_first) + np.arange(state.pile_size)) % CARDS
    return state.pile[places].tolist(), state.pile_from[places].tolist()


def hand_of(state: Any, seat: int) -> list[int]:
    """The kinds of a hand, a committed card included."""
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
        """The names of cards, empty places left out."""
        return [self.names[kind] for kind in kinds if kind >= 0]

    def pile(self) -> list[str]:
        """The pile, top first."""
        return self.cards(self.state.pile[pile_place(self.state, depth)] for depth in range(self.state.pile_size))

    def deck(self) -> list[str]:
        """The cards at the start, as they lay before they were dealt."""
        hands = [card for hand in self.state.hand[: self.state.num_players] for card in self.cards(hand)]
        return hands + self.cards(self.state.row) + self.pile()

    def position(self, settled: bool) -> dict[str, Any]:
        """The compiled state in the referee's words; what is settled at the end of a round only then."""
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
        """The referee's position in the same words."""
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
        """The compiled position and the referee's."""
        settled = PHASES[self.state.phase] in ("commit", "offer", "put") or not self.running
        return self.position(settled), self.referee_position(settled)


def choose(rng: Random, actions: list[str], eager: bool) -> str:
    """Any action; eager players show their hands and play specials."""
    wanted = [action for action in actions if action in ("show hand", "commit ranger", "commit poacher")]
    return rng.choice(wanted) if wanted and eager and rng.random() < 0.7 else rng.choice(actions)


def play_game(game: Lockstep, rng: Random, events: Counter) -> int:
    """Play and compare a game to its end; the number of decisions."""
    eager = rng.random() < 0.5
    game.compare()
    while game.running:
        note(game, events)
        game.play(choose(rng, sorted(game.referee.legal_actions()), eager))
        game.compare()
    game.compare_returns(game.batch.reward[0])
    assert game.batch.done[0] == (2 if game.referee.truncated else 1)
    events["truncated" if game.referee.truncated else "ended by the pile"] += 1
    events["shared win"] += len(game.referee.winners()) > 1
    events["game"] += 1
    return len(game.story)


def note(game: Lockstep, events: Counter) -> None:
    """Count what the position has come to."""
    position = game.referee.snapshot()
    events[f"decision: {position['phase']}"] += 1
    events["a choice among row cards"] += position["phase"] == "win" and len(game.referee.legal_actions()) > 1
    events["row not full"] += position["phase"] == "commit" and len(position["row"]) < len(position["hands"])
    for fate in set(position["fates"]) - {None}:
        events[f"card {fate}"] += 1
    events["card that was put under the pile in reach"] += bool(position["under"]) and len(position["under"]) == len(
        position["pile"]
    )


def random_game(seed: int) -> tuple[Lockstep, Random]:
    """A game as the number `seed` has it: players, rounds and edition."""
    rng = Random(seed)
    players = GAME.players[seed % len(GAME.players)]
    rounds = rng.choice((3, 8, 100, 100, 100))
    edition = load_edition(GAME, "reconstructed") if rng.random() < 0.6 else variant(rng)
    if seed % 5 == 4:
        edition = load_edition(GAME, f"generated:{seed}")
    return Lockstep(edition, players, rounds, seed), rng


def play_games(seeds: list[int]) -> tuple[int, Counter[str]]:
    """Play and compare the games of these seeds; decisions and events."""
    return play_seeds(seeds, random_game, play_game, Counter())


if __name__ == "__main__":
    compare_from_command_line("Afritoria", play_games)
