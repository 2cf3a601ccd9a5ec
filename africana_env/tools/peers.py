"""Random play in other libraries, if installed (`pip install africana-env[peers]`)."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any

from africana_env.engine.process.process_state import environment_defaults
from africana_env.tools.rates import AEC_DECISIONS, NUM_GAMES, OnMeasurement, Play, aec_player, median_rate, no_report

PGX_GAMES = ("tic_tac_toe", "connect_four", "leduc_holdem", "backgammon")
OPEN_SPIEL_GAMES = ("tic_tac_toe", "connect_four", "leduc_poker", "backgammon")
RLCARD_GAMES = ("leduc-holdem", "limit-holdem", "uno", "mahjong")
PETTINGZOO_GAMES = ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4", "texas_holdem_v4")


@dataclass(frozen=True)
class PeerSpeed:
    """Speed of another library's game."""

    library: str
    game: str
    decisions_per_second: float | None
    """None if the game cannot be imported."""
    note: str
    """How the game is played, or why it is not."""


@dataclass(frozen=True)
class Library:
    """A library; `player(game)` sets up one of its games."""

    name: str
    note: str
    games: tuple[str, ...]
    player: Callable[[str], Play]


def measure_peers(progress: OnMeasurement = no_report) -> list[PeerSpeed]:
    measured = []
    for library in LIBRARIES:
        for game in library.games:
            progress(f"{library.name}: {game}")
            try:
                rate, note = median_rate(library.player(game)), library.note
            except ImportError as error:
                rate, note = None, f"skipped: {error}"
            measured.append(PeerSpeed(library.name, game, rate, note))
    return measured


def pgx_player(name: str) -> Play:
    """Pgx: a step of many games at once."""
    with environment_defaults(JAX_PLATFORMS="cpu"):
        jax, pgx = import_module("jax"), import_module("pgx")
    auto_reset = import_module("pgx.experimental.wrappers").auto_reset
    env = pgx.make(name)

    def turn(state: Any, key: Any) -> tuple[Any, Any]:
        key, choice, chance = jax.random.split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(choice, logits)
        return jax.vmap(auto_reset(env.step, env.init))(state, actions, jax.random.split(chance, NUM_GAMES)), key

    compiled = jax.jit(turn)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), NUM_GAMES))
    now = [state, jax.random.PRNGKey(1)]

    def play() -> int:
        now[:] = compiled(*now)
        now[0].observation.block_until_ready()
        return NUM_GAMES

    return play


def open_spiel_player(name: str) -> Play:
    """OpenSpiel from Python: legal actions, observation tensor and `apply_action`; chance is no decision."""
    game = import_module("pyspiel").load_game(name)
    rng = Random(0)
    now = [game.new_initial_state()]

    def play() -> int:
        state = now[0]
        decisions = 0
        while decisions < AEC_DECISIONS:
            if state.is_terminal():
                state = game.new_initial_state()
            elif state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.observation_tensor()
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        now[0] = state
        return decisions

    return play


def rlcard_player(name: str) -> Play:
    """RLCard: `step`, which gives observation and legal actions."""
    env = import_module("rlcard").make(name, config={"seed": 0})
    rng = Random(0)
    now = [env.reset()[0]]

    def play() -> int:
        state = now[0]
        for _ in range(AEC_DECISIONS):
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            if env.is_over():
                state, _ = env.reset()
        now[0] = state
        return AEC_DECISIONS

    return play


def pettingzoo_player(name: str) -> Play:
    """PettingZoo's classic games, through the loop that measures ours."""
    return aec_player(import_module(f"pettingzoo.classic.{name}").env())


LIBRARIES = (
    Library("Pgx", f"jit and vmap, {NUM_GAMES} at once", PGX_GAMES, pgx_player),
    Library("OpenSpiel", "with observation_tensor()", OPEN_SPIEL_GAMES, open_spiel_player),
    Library("RLCard", "step()", RLCARD_GAMES, rlcard_player),
    Library("PettingZoo", "env(), last() and step()", PETTINGZOO_GAMES, pettingzoo_player),
)
