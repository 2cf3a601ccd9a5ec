"""Games as text: a seat reads everything that it may know, and nothing hidden."""

import json
from itertools import cycle, pairwise
from random import Random

import numpy as np
import pytest
from support import SETTINGS, Mix, Setting, every_game, every_setting, few_players, module_of, observed, running

from africana_env import Batch, UserError, make_bot
from africana_env.api import text
from africana_env.engine.game.state import RUNNING
from africana_env.engine.game.words import player_name

MAX_ROUNDS = 6
SWAPS = 12


def reads(env, agent):
    """Return everything that an agent reads."""
    return json.dumps(text.view(env, agent)), text.prompt(env, agent)


@every_setting
def test_nothing_that_a_seat_reads_depends_on_what_the_seat_cannot_know(setting):
    assert compare_reading(setting, 3, MAX_ROUNDS) > 8


@pytest.mark.slow
@every_game
def test_nothing_that_a_seat_reads_in_200_games_depends_on_what_it_cannot_know(game):
    setting = Setting(game, "reconstructed", few_players(game))
    assert sum(compare_reading(setting, seed, 100) for seed in range(200)) > 1_000


def compare_reading(setting, seed, max_rounds):
    """Play a game. At each position, each seat reads the same for another position and past that it cannot tell apart.

    Return the number of comparisons."""
    env, mix = setting.env(max_rounds=max_rounds), Mix(setting.game, seed)
    env.reset(seed=seed)
    redrawn = setting.batch(setting.players, observe=False)
    seats, past = np.arange(setting.players, dtype=np.int16), [[] for _ in range(setting.players)]
    movers, compared = [], 0
    while running(env):
        movers.append(int(env.batch.current_player[0]))
        redraw(redrawn, env, seats)
        for seat in seats:
            past[seat].append(redrawn.states[seat].tobytes())
        env.step(mix.choose(env.batch))
        (_, actions), now = env.past(), env.batch.states.copy()
        expected = [reads(env, agent) for agent in env.possible_agents]
        redraw(redrawn, env, seats)
        for seat, agent in enumerate(env.possible_agents):
            other = list(other_actions(setting.game, actions, movers, now[0], seat))
            states = [np.frombuffer(state, setting.game.state_dtype)[0] for state in past[seat]]
            with pytest.MonkeyPatch.context() as patched:
                patched.setattr(env, "past", lambda known=([*states, redrawn.states[seat]], other): known)
                env.batch.put_states(redrawn.states[seat : seat + 1])
                assert reads(env, agent) == expected[seat]
            compared += 1
        env.batch.put_states(now)
    return compared


def redraw(batch, env, seats):
    """Resample the position for each seat, in the rows of a batch."""
    batch.put_states(np.repeat(env.batch.states, len(seats)))
    batch.resample(seats, len(env.record().actions) + seats.astype(np.uint64))


def other_actions(game, actions, movers, now, seat):
    """Yield the actions, with secret actions of the others replaced by another of the same kind."""
    hidden = game.simultaneous(now) and now["status"] == RUNNING  # a game may end as soon as all have decided
    num_open = len(actions) - int(now["current_player"]) * hidden
    groups = {action: (group.secret, ids) for group, ids in game.actions for action in ids}
    for number, (action, mover) in enumerate(zip(actions, movers, strict=True)):
        secret, ids = groups[action]
        is_secret = mover != seat and (secret or number >= num_open)
        yield ids.start + (action - ids.start + 1) % len(ids) if is_secret else action


@every_game
def test_a_seat_reads_all_that_it_observes_but_what_follows_from_the_rest(game):
    """Another position's numbers in a field change the view, and equal views come from equal observations."""
    needed = {field.name for field, _ in game.observation if not field.meaning.startswith("derived: ")} - {"players"}
    shown = set()
    for setting in (each for each in SETTINGS if each.game is game):
        edition = setting.batch().edition
        fields = [game.observation.unpack(features) for features in observations_of(setting)]
        of_view = {}
        for one in fields:
            text_of_one = json.dumps(game.presentation.view(edition, one))
            known = {name: one[name].tolist() for name in ("players", *needed) if name in one}
            assert of_view.setdefault(text_of_one, known) == known
        for name in needed:
            swaps = [(one, other[name]) for one, other in pairwise(fields) if (one[name] != other[name]).any()][:SWAPS]
            if name in RARE:
                swaps.append((fields[0], fields[0][name].copy()))
                swaps[-1][1].flat[0] += 1
            views = ((one, {**one, name: values}) for one, values in swaps)
            pairs = (tuple(game.presentation.view(edition, each) for each in pair) for pair in views)
            if any(one != other for one, other in pairs):
                shown.add(name)
            else:
                assert not swaps, name
    assert shown == needed


RARE = {"hundreds", "out_of_game", "shown_played", "shown_drawn"}
"""Fields that seldom change in the games played here."""


def observations_of(setting):
    """Return observations of all seats in some games, one of them by `greedy`, in random order."""
    found = []
    for seed in range(2):
        batch, mix = setting.batch(max_rounds=12), Mix(setting.game, seed)
        batch.reset(seed)
        while batch.running[0]:
            batch.step([mix.choose(batch)])
            found += [observed(batch, seat)[0] for seat in range(setting.players)]
    batch, greedy, actions = setting.batch(), make_bot("greedy", setting.game), np.zeros(1, np.int64)
    batch.reset(0)
    for seat in cycle(range(setting.players)):
        if not batch.running[0]:
            break
        greedy.act(batch, np.ones(1, np.bool_), actions)
        batch.step(actions)
        found.append(observed(batch, seat)[0])
    Random(1).shuffle(found)
    return found


@every_game
def test_who_answers_with_the_first_legal_action_plays_it(game):
    """As plain text, as JSON, and after some thoughts; `test_replies.py` has more forms."""
    env = module_of(game).env(num_players=few_players(game), max_rounds=4)
    batch = Batch(game, 1, few_players(game), max_rounds=4)
    env.reset(seed=8)
    batch.reset_to(8)
    number = 0
    while not env.terminations[env.agent_selection]:
        name, action = next(iter(text.legal_actions(env).items()))
        assert action == batch.action_mask[0].argmax()
        assert f'\n- "{name}"' in text.prompt(env)
        replies = [
            name,
            json.dumps({"action": name}),
            f'I think {{so}}.\n```json\n{{"action": "{name}", "why": "{{}}"}}\n```\n',
            f"**{name.capitalize()}.**\n",
        ]
        assert text.parse(env, replies[number % len(replies)]) == action
        env.step(action)
        batch.step([action])
        number += 1
    assert not batch.running[0]
    assert text.legal_actions(env) == {}
    with pytest.raises(text.ReplyError, match=r"^there is nothing to decide$"):
        text.parse(env, "pass")


@every_game
def test_a_prompt_sent_back_names_no_action(game):
    env = module_of(game).env()
    for seed in range(10):
        env.reset(seed=seed)
        for reply in (text.system_prompt(env), text.prompt(env)):
            with pytest.raises(text.ReplyError):
                text.parse(env, reply)


@every_game
def test_who_is_not_to_move_reads_the_position_and_that(game):
    env = module_of(game).env(num_players=few_players(game))
    with pytest.raises(UserError, match="no game is in progress"):
        text.prompt(env)
    env.reset(seed=2)
    waiting = next(agent for agent in env.possible_agents if agent != env.agent_selection)
    seen = text.view(env, waiting)
    assert seen["you"] == waiting
    assert seen["legal_actions"] == []
    assert "not your turn" in text.prompt(env, waiting)
    with pytest.raises(UserError, match="unknown agent"):
        text.view(env, "nobody")


@every_game
def test_players_have_the_names_of_the_agents(game):
    env = module_of(game).env(num_players=game.players[-1])
    env.reset(seed=2)
    names = [player_name(seat) for seat in range(game.players[-1])]
    assert env.possible_agents == names
    assert text.view(env)["players"] == names
