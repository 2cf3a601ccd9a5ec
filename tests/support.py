"""Helpers of all games' tests: settings, ways to play, and positions from played games."""

import json
import re
from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any, NamedTuple
from zlib import decompress

import numba
import numpy as np
import pytest

from africana_env import Batch, Edition, Game, GameRecord, UserError, game_names, load_game
from africana_env.api.drawings import render_svg
from africana_env.api.module import GameModule
from africana_env.bots import bot_names, make_bot
from africana_env.engine.editions.edition_sets import OUT_OF_DISTRIBUTION
from africana_env.engine.editions.editions import DEFAULT_EDITION, edition_names, load_edition

GAMES = [load_game(name) for name in game_names()]
every_game = pytest.mark.parametrize("game", GAMES, ids=game_names())


class Setting(NamedTuple):
    """A game with one of its editions and player counts."""

    game: Game
    edition: str
    players: int

    def __str__(self) -> str:
        return f"{self.game.name}-{self.edition}-{self.players}"

    def batch(self, num_games: int = 1, **options) -> Batch:
        return Batch(self.game, num_games, self.players, self.edition, **options)

    def env(self, **options):
        return module_of(self.game).raw_env(num_players=self.players, edition=self.edition, **options)


ALL_SETTINGS = [
    Setting(game, edition, players)
    for game in GAMES
    for edition in edition_names(game)
    for players in load_edition(game, edition).player_counts(game)
]
EXTREMES = [
    setting for setting in ALL_SETTINGS if setting.players in (setting.game.players[0], setting.game.players[-1])
]
"""The fewest and the most players; golden games and the games' own tests cover the rest."""
SETTINGS = [
    [each for each in EXTREMES if (each.game, each.edition) == (game, edition)][-(number % 2)]
    for game in GAMES
    for number, edition in enumerate(edition_names(game))
]
"""Each edition once, with the fewest or the most players in turn."""
SMALLEST = [
    min((each for each in SETTINGS if each.game is game), key=lambda each: (each.players, each.edition != "mini"))
    for game in GAMES
]
"""Parametrize by game."""


def first_and_last(values):
    """Return test parameters; those between the first and the last are `slow`."""
    return [pytest.param(each, marks=[] if each in (values[0], values[-1]) else pytest.mark.slow) for each in values]


every_setting = pytest.mark.parametrize(
    "setting",
    [pytest.param(each, marks=[] if each in SETTINGS else pytest.mark.slow) for each in EXTREMES],
    ids=str,
)

compiled_only = pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="compilation is off, to measure coverage")


def error_of(call: Callable[..., Any], *arguments: Any, **options: Any) -> str:
    """Return the message of the `UserError` of this call, one printable line."""
    with pytest.raises(UserError) as error:
        call(*arguments, **options)
    message = str(error.value)
    assert message
    assert message.isprintable()
    return message


def default_setting(game: Game) -> Setting:
    """Return the default edition with the fewest players."""
    return Setting(game, load_edition(game, DEFAULT_EDITION).name, game.players[0])


def few_players(game: Game) -> int:
    """Return three if the game allows it, so that there are several opponents."""
    return 3 if 3 in game.players else game.players[0]


def editions_of_every_kind(game: Game) -> Iterator[Edition]:
    """Yield the shipped editions, and twenty of each kind that is drawn."""
    drawn = (
        "generated:{}",
        f"generated:{{}},{OUT_OF_DISTRIBUTION}",
        "completed:reconstructed:{}",
        "shuffled:reconstructed:{}",
    )
    for name in (*edition_names(game), *(kind.format(number) for kind in drawn for number in range(20))):
        yield load_edition(game, name)


def check_board(game: Game, rebuilt: Callable[..., dict[str, Any]], follow: Collection[str]) -> None:
    """Check that the tables of editions can be `rebuilt(board, tables, num_players)` from the fields of the board.
    Tables that `follow` from those, or that only the set-up reads, are not compared."""
    assert game.facts is not None
    for edition in editions_of_every_kind(game):
        tables = edition.tables[0]
        for players in edition.player_counts(game):
            board = {field.name: field.of_edition(tables, players).astype(int) for field in game.facts.board}
            for field in game.facts.board:
                assert (board[field.name] <= field.maximum).all(), field.name
            found = rebuilt(board, tables, players)
            names = {name for name in game.tables_dtype.names if not name.startswith("unused")}
            assert {*found, *follow} == names
            for name, values in found.items():
                entry = tables[name][players] if name in BY_PLAYERS else tables[name]
                assert np.array_equal(entry, values), (edition.name, name)


BY_PLAYERS = ("removed", "monuments", "supply", "copies")
"""Entries of tables with a value for each number of players."""


def module_of(game: Game) -> GameModule:
    return GameModule(game)


def edition_of(game: Game, data: dict[str, Any]) -> Edition:
    """Return the edition of this data, which must be valid."""
    assert game.editions is not None
    assert game.editions.faults(data) == []
    return Edition("variant", game.name, data, game.edition_tables(data))


def assumed(entries: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return entries of an edition's data, all assumed."""
    return [{**entry, "status": "assumed"} for entry in entries]


class Mix:
    """Plays one game with all sorts of actions: any action, any kind of action, the opponents' choices."""

    def __init__(self, game: Game, seed: int) -> None:
        self.game = game
        self.rng = Random(seed)
        self.opponents = [make_bot(name, game, 1, seed=seed) for name in bot_names(game)]

    def choose(self, batch: Batch, share_of_opponents: float = 0.4) -> int:
        check_goes_on(self.game, batch.action_mask[0])
        if self.rng.random() >= share_of_opponents:
            return choose_kind_first(self.rng, self.game, batch.action_mask[0])
        actions = np.zeros(1, np.int64)
        self.rng.choice(self.opponents).act(batch, np.ones(1, np.bool_), actions)
        return int(actions[0])


class FirstLegal:
    """A custom bot: the legal action with the lowest id."""

    reads_observations = False

    def reset_rows(self, rows, seeds):
        pass

    def act(self, batch, rows, actions):
        actions[rows] = batch.action_mask[rows].argmax(axis=1)


@cache
def policy_file(game: Game) -> Path:
    """Save a small random network with weights large enough to prefer some actions."""
    import torch  # not every test process needs it
    from africana_training.networks.registry import new_network
    from africana_training.policies.file import save_policy

    torch.manual_seed(0)
    network = new_network(game, [32])
    with torch.no_grad():
        network.policy.weight.mul_(300)
    path = Path(mkdtemp(prefix="policy")) / f"{game.name}.safetensors"
    save_policy(path, network, game, {}, [32])
    return path


def any_legal(observations: np.ndarray, masks: np.ndarray, rng: Any) -> np.ndarray:
    """A custom bot as a function, `support:any_legal`."""
    return rng.choice(masks)


def every_bot(game: Game) -> list[str]:
    """Names of every kind of bot except search."""
    policy = f"policy:{policy_file(game)}"
    return [*bot_names(game), policy, f"{policy},temperature=0", "support:any_legal"]


def searches(game: Game) -> list[str]:
    """Names of every kind of search."""
    return ["search:4", f"search:16,policy={policy_file(game)}"]


def choose_kind_first(rng: Random, game: Game, mask: np.ndarray) -> int:
    """Choose a kind of legal action, then an action: rare kinds come up often."""
    check_goes_on(game, mask)
    kinds: dict[int, list[int]] = {}
    kind_of = action_kinds(game)
    for action in mask.nonzero()[0].tolist():
        kinds.setdefault(kind_of[action], []).append(action)
    return rng.choice(rng.choice(list(kinds.values())))


def check_goes_on(game: Game, mask: np.ndarray) -> None:
    """Fail if no action is legal in a game that is not over, before a bot looks for one."""
    assert mask.any(), f"no legal action in a game of {game.name} that goes on"


@cache
def action_kinds(game: Game) -> list[int]:
    """Return the number of each action's kind."""
    kinds = np.zeros(len(game.actions), np.int64)
    for kind, (_, ids) in enumerate(game.actions):
        kinds[ids] = kind
    return kinds.tolist()


def scripted(masks: np.ndarray, turn: int) -> np.ndarray:
    """Return a legal action for every row, determined by the row's mask, number and `turn`; 0 without legal ones."""
    number = np.count_nonzero(masks, axis=1)
    chosen = (turn * 7919 + np.arange(len(masks)) * 104_729 + turn * turn) % np.maximum(number, 1)
    return np.where(number, (masks.cumsum(axis=1, dtype=np.int16) > chosen[:, None]).argmax(axis=1), 0)


def games_in_progress(setting: Setting, seed: int, max_rounds: int = 30) -> Iterator[Batch]:
    """Yield the same batch of one game at every decision of a mixed game, and at its end."""
    batch = setting.batch(max_rounds=max_rounds)
    batch.reset(seed)
    mix = Mix(setting.game, seed)
    yield batch
    while batch.running[0]:
        batch.step([mix.choose(batch)])
        yield batch


def mixed_record(
    game: Game, players: int | None = None, seed: int = 1, decisions: int = 10_000, max_rounds: int = 12
) -> GameRecord:
    """Return the record of a mixed game, or of its first decisions."""
    batch = Batch(game, 1, players, max_rounds=max_rounds)
    batch.reset_to(seed)
    mix = Mix(game, seed)
    actions: list[int] = []
    while batch.running[0] and len(actions) < decisions:
        actions.append(mix.choose(batch))
        batch.step([actions[-1]])
    edition = batch.edition
    played = batch.num_players, batch.max_rounds, seed, tuple(actions)
    return GameRecord(game.name, edition.name, edition.digest, *played)


def page_data(page: str) -> Any:
    """Return the data that the script of a replay reads."""
    packed = re.search(r'<script id="data"[^>]*>([^<]*)</script>', page)[1]
    return json.loads(decompress(b64decode(packed)))


NUM_GAMES = 24
"""Mixed games per setting to take positions from."""


def positions(setting: Setting, number: int, seed: int = 0, max_rounds: int = 30) -> np.ndarray:
    """Return `number` states with a player to move, from all stages of mixed games; records of `game.state_dtype`."""
    found: list[np.ndarray] = []
    rng = Random(seed)
    while len(found) < number:
        game = states_of_a_game(setting, rng.randrange(NUM_GAMES), max_rounds)
        found += rng.sample(game, min(len(game), max(number // 6, 8)))
    return np.concatenate(found[:number])


@cache
def states_of_a_game(setting: Setting, seed: int, max_rounds: int) -> list[np.ndarray]:
    """Return the states of a mixed game at every decision."""
    return [batch.states.copy() for batch in games_in_progress(setting, seed, max_rounds)][:-1]


def batch_at(setting: Setting, states: np.ndarray, **options) -> Batch:
    """Return a batch that continues from copies of `states`."""
    batch = setting.batch(len(states), **options)
    batch.set_states(states)
    return batch


def entities_of(batch: Batch) -> dict[str, dict[str, np.ndarray]]:
    """Return the entities that the player to move sees in every game, by kind and feature."""
    space = batch.game.space_of("entities")
    tables = space.unpack(shown_as(batch, "entities"))
    return {
        kind.name: {feature.name: tables[kind.name][:, :, number] for number, feature in enumerate(kind.features)}
        for kind in space.kinds
    }


def resampled(setting: Setting, states: np.ndarray, seat: int, seed: int = 0, **options) -> Batch:
    """Return a batch of the states after `resample` for one seat; row `i` uses `seed + i`."""
    batch = batch_at(setting, states, **options)
    rows = np.arange(len(states), dtype=np.uint64)
    batch.resample(np.full(len(states), seat, np.int16), np.uint64(seed) + rows)
    return batch


def resamples(setting: Setting, state: np.record, seat: int, number: int) -> np.ndarray:
    """Return `number` states that `seat` cannot tell from the true one."""
    return resampled(setting, np.repeat(state.reshape(1), number), seat, observe=False).states


def whole_boards_differ(game: Game) -> bool:
    """Return whether the picture for None shows more than one seat's picture: whether it differs between states that
    the seat cannot tell apart."""
    setting = Setting(game, "reconstructed", 2)
    edition = setting.batch().edition
    return any(
        render_svg(game, edition, other, None) != render_svg(game, edition, state, None)
        for state in positions(setting, 10, seed=2)
        for other in resamples(setting, state, 0, 2).view(np.recarray)
    )


def said_and_done(game: Game) -> Iterator[tuple[str, dict[str, int], np.record, np.record, int]]:
    """Yield actions in two-player games: their group, the words of `action_effect` (`{"point": 2}`), the state before
    and after, and the seat."""
    setting = Setting(game, "reconstructed", 2)
    for number, batch in enumerate(chain(*(games_in_progress(setting, seed, max_rounds=30) for seed in range(3)))):
        if number % 5 or not batch.running[0]:
            continue
        state = batch.states[0].copy()
        for action in np.flatnonzero(batch.action_mask[0]).tolist():
            effect = game.actions.effect(batch.edition, state, action).replace("\N{MINUS SIGN}", "-")
            after = batch_at(setting, batch.states.copy())
            after.step(np.array([action]))
            said = {word: int(number) for number, word in re.findall(r"([+-]\d+) (silver|point|card)", effect)}
            group = game.actions.group_of(action).name
            yield group, said, state, after.states[0], int(state.current_player)


def chi_square(counts: Counter, expected: Mapping[Any, float]) -> float:
    """Return the chi-square of counts, close to the number of kinds if they are as expected."""
    return sum((counts[kind] - count) ** 2 / count for kind, count in expected.items())


def shapes(info: Mapping[str, Any]) -> dict[str, tuple[type, np.dtype, tuple[int, ...]]]:
    """Return the keys of an info, each with a summary of its value."""
    return {key: (type(value), np.asarray(value).dtype, np.shape(value)) for key, value in info.items()}


def observed(batch: Batch, seat: int) -> np.ndarray:
    out = np.zeros_like(batch.observation)
    batch.observe(np.full(batch.num_games, seat, np.int16), out)
    return out


def shown_as(batch: Batch, observation: str, seat: int | None = None, fill: int = 0) -> np.ndarray:
    """Return an observation of a seat, or of the player to move, in every game, written over bytes `fill`."""
    out = np.full((batch.num_games, len(batch.game.space_of(observation))), fill, np.uint8)
    seats = batch.current_player if seat is None else np.full(batch.num_games, seat, np.int16)
    batch.observe_as(observation, seats, out)
    return out


def env_at(setting: Setting, decisions: int, seed: int, **options):
    """Return an environment after a number of decisions, or at the end of a shorter game."""
    env = setting.env(**options)
    env.reset(seed=seed)
    rng = Random(seed)
    for _ in range(decisions):
        if not running(env):
            break
        env.step(choose_kind_first(rng, setting.game, mask_of(env)))
    return env


def env_in_progress(setting: Setting, decisions: int, seed: int, **options):
    """Return an environment after a number of decisions, or before the last one of a shorter game."""
    env = env_at(setting, decisions, seed, **options)
    if not running(env):
        env.undo()
    return env


def mask_of(env) -> np.ndarray:
    return env.observe(env.agent_selection)["action_mask"]


def running(env) -> bool:
    return bool(env.agents) and not any(env.terminations.values()) and not any(env.truncations.values())
