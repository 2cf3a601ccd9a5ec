"""The compiled loops over games, written once against names that a game supplies (see `binding`).

`tables` has a record per edition, and each state names its own. `states`, `masks`, `observations`, `rewards`, `points`,
`scores` and `done` have a row per game. A kernel comes in a serial form, in which `prange` is `range`, and a parallel
form.
"""

from typing import Any

import numpy as np
from numba import float32, from_dtype, int8, int32, int64, prange, types, uint8, uint64

from africana_env.engine.compilation.memory import prefetch
from africana_env.engine.game.contract import NO_SCRATCH, REWARDS
from africana_env.engine.game.returns import lead_over_others
from africana_env.engine.game.rng import stream_seed
from africana_env.engine.game.rule import natural, rule
from africana_env.engine.game.state import RUNNING


def supplied_by_game(*arguments: Any) -> Any:
    """Placeholder for a function that a game supplies when a kernel is bound to it."""
    raise RuntimeError("a kernel must be bound to a game before it is called")


reset = legal_action_mask = step = observe = game_returns = game_scores = resample = supplied_by_game
act = observe_entities = observe_more = supplied_by_game

MASK, FEATURES = int8[::1], uint8[::1]


def rule_arguments(
    tables_dtype: np.dtype, state_dtype: np.dtype, resample_scratch: np.dtype = NO_SCRATCH
) -> dict[str, tuple[types.Type, ...]]:
    """Return the types for which a game's functions are compiled, under the names above. Whole numbers and seats are
    `int64`, seeds `uint64`, arrays C-contiguous."""
    records: list[Any] = [tables_dtype, state_dtype, resample_scratch]
    *position, scratch = map(from_dtype, records)
    return {
        "reset": (*position, int64, uint64),
        "legal_action_mask": (*position, MASK),
        "step": (*position, int64),
        "observe": (*position, int64, FEATURES),
        "game_returns": (*position, float32[::1]),
        "game_scores": (*position, int32[:, ::1]),
        "resample": (*position, int64, uint64, scratch),
    }


OUTCOME, MARGIN, SCORE, LEAD = range(len(REWARDS))
NEXT_GAME_STREAM = np.uint64(0x4E455854)
"""The stream from a game's seed to the seed of the next game."""
RESAMPLE_STREAM = np.uint64(0x5245534D)
"""The stream from the seed of a redraw to that redraw's generator."""
EDITION_STREAM = np.uint64(0x45444954)
"""The stream from a game's seed to its edition."""


def view_game(tables, state, mask, features):
    """Fill mask and observation for the player to move. An empty observation is left out."""
    legal_action_mask(tables, state, mask)
    if len(features) > 0:
        observe(tables, state, state.current_player, features)


@rule
def draw_edition(state, seed, live):
    """Draw the edition of the game that begins from `seed` from the numbers in `live`."""
    state.edition = live[0]
    if len(live) > 1:
        state.edition = live[natural(stream_seed(seed, EDITION_STREAM) % np.uint64(len(live)))]


def start_game(tables, state, num_players, max_rounds, seed, scores, points):
    """Set up a game and note its first points."""
    reset(tables, state, num_players, seed)
    state.max_rounds = max_rounds
    game_scores(tables, state, scores)
    for seat in range(num_players):
        points[seat] = scores[seat, -1]


def play_forced(tables, state, mask):
    """Play on until the player to move has several legal actions or the game is over."""
    while state.status == RUNNING:
        legal_action_mask(tables, state, mask)
        action, legal = 0, 0
        for number in range(len(mask)):
            if mask[number] == 1:
                action, legal = number, legal + 1
        if legal != 1:
            return
        step(tables, state, action)


def give_rewards(tables, state, reward, margin_scale, scores, points, out):
    """Fill the rewards of a step that changed the points or ended the game (`contract.REWARDS`)."""
    if reward == OUTCOME:
        game_returns(tables, state, out)
        return
    game_scores(tables, state, scores)
    for seat in range(state.num_players):
        out[seat] = scores[seat, -1]
        if reward != MARGIN:
            out[seat] -= points[seat]
        points[seat] = scores[seat, -1]
    if reward != SCORE:
        lead_over_others(state.num_players, margin_scale, out)


def reset_games(
    tables, live, states, seeds, chosen, num_players, max_rounds, masks, observations, rewards, points, scores, done
):
    """Start a new game from its seed in every `chosen` row."""
    for row in prange(len(states)):
        if chosen[row]:
            draw_edition(states[row], seeds[row], live)
            table = tables[natural(states[row].edition)]
            start_game(table, states[row], num_players, max_rounds, seeds[row], scores[row], points[row])
            rewards[row, :] = 0
            done[row] = RUNNING
            view_game(table, states[row], masks[row], observations[row])


def step_games(
    tables,
    live,
    states,
    chosen,
    actions,
    masks,
    observations,
    rewards,
    points,
    scores,
    done,
    seeds,
    outcomes,
    reward,
    scale,
    autoreset,
    skip_forced,
    counting,
):
    """Apply an action in every `chosen` running row, with `skip_forced` also the forced ones that follow. Then fill its
    buffers, with `counting` also `scores`. With `autoreset` the next game follows one that has ended. Other rows get
    reward 0; `done` says whether their game is over."""
    for row in prange(len(states)):
        prefetch(states, row + 1)
        prefetch(masks, row + 1)
        state = states[row]
        for seat in range(rewards.shape[1]):
            rewards[row, seat] = 0.0
        done[row] = state.status
        if chosen[row] and state.status == RUNNING:
            table = tables[natural(state.edition)]
            step(table, state, actions[row])
            if skip_forced:
                play_forced(table, state, masks[row])
            if state.status != RUNNING:
                game_returns(table, state, outcomes[row])
            if counting:
                game_scores(table, state, scores[row])
            if reward in (SCORE, LEAD) or state.status != RUNNING:
                give_rewards(table, state, reward, scale, scores[row], points[row], rewards[row])
            done[row] = state.status
            if autoreset and state.status != RUNNING:
                seeds[row] = stream_seed(seeds[row], NEXT_GAME_STREAM)
                players, rounds = np.int64(state.num_players), np.int64(state.max_rounds)  # as in `reset_games`
                draw_edition(state, seeds[row], live)
                table = tables[natural(state.edition)]
                start_game(table, state, players, rounds, seeds[row], scores[row], points[row])
            view_game(table, state, masks[row], observations[row])


def view_games(tables, states, masks, observations):
    """Fill masks and observations from the states, for the player to move."""
    for row in prange(len(states)):
        prefetch(states, row + 1)
        prefetch(masks, row + 1)
        view_game(tables[natural(states[row].edition)], states[row], masks[row], observations[row])


def observe_games(tables, states, seats, observations):
    """Fill the observations of one given seat in each game."""
    for row in prange(len(states)):
        prefetch(states, row + 1)
        observe(tables[natural(states[row].edition)], states[row], seats[row], observations[row])


def observe_entity_games(tables, states, seats, chosen, scratch, features):
    """Fill the entity observations of one given seat in each `chosen` game."""
    for row in prange(len(states)):
        if chosen[row]:
            table = tables[natural(states[row].edition)]
            observe_entities(table, states[row], seats[row], scratch[row], features[row])


def observe_fact_games(tables, boards, board_start, states, seats, chosen, copied, features, facts):
    """Fill the fact observations of one given seat in each `chosen` game: the `copied` ranges of its `features`, which
    are overwritten, more facts of the game, and the board of its edition."""
    for row in prange(len(states)):
        if chosen[row]:
            number = natural(states[row].edition)
            observe(tables[number], states[row], seats[row], features[row])
            place = 0
            for part in range(len(copied)):
                start, length = natural(copied[part, 0]), natural(copied[part, 1])
                facts[row, place : place + length] = features[row, start : start + length]
                place += length
            facts[row, place:board_start] = 0
            observe_more(tables[number], states[row], seats[row], facts[row])
            facts[row, board_start:] = boards[number]


def score_games(tables, states, scores):
    """Fill the current points by part."""
    for row in prange(len(states)):
        game_scores(tables[natural(states[row].edition)], states[row], scores[row])


def return_games(tables, states, outcomes):
    """Fill the outcomes of the current positions."""
    for row in prange(len(states)):
        game_returns(tables[natural(states[row].edition)], states[row], outcomes[row])


def resample_games(tables, states, seats, seeds, scratch):
    """Redraw what the given seat of each game cannot know."""
    for row in prange(len(states)):
        seed = stream_seed(seeds[row], RESAMPLE_STREAM)  # the seed of a game would bring back its own deal
        resample(tables[natural(states[row].edition)], states[row], seats[row], seed, scratch[row])


def first_illegal(states, chosen, masks, actions):
    """Return the first `chosen` running row whose action is out of range or illegal, or -1."""
    for row in range(len(actions)):
        action = actions[row]
        legal = 0 <= action < masks.shape[1] and masks[row, action] == 1
        if not legal and chosen[row] and states[row].status == RUNNING:
            return row
    return -1


def choose_actions(tables, states, masks, generators, scratch, chosen, actions):
    """Let the scripted bot `act` decide in every `chosen` row. If some of these games have no player to move, decide in
    none and return their number."""
    over = 0
    for row in prange(len(states)):
        over += chosen[row] and (states[row].num_players == 0 or states[row].status != RUNNING)
    if over == 0:
        for row in prange(len(states)):
            prefetch(states, row + 1)
            if chosen[row]:
                table = tables[natural(states[row].edition)]
                actions[row] = act(table, states[row], masks[row], generators[row], scratch[row])
    return over
