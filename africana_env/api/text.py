"""Games in words, for agents that read and write: what a seat may know as data or text, prompts, and replies.

```python
from africana_env import africana_v0
from africana_env.api import text

env = africana_v0.env()
env.reset(seed=7)
print(text.system_prompt(env))  # once: the rules in short, the components, how to answer
print(text.prompt(env))  # at each decision
env.step(text.parse(env, '{"action": "draw travel cards"}'))
```

`env` is an AEC environment of a game, with or without its checks. What a seat reads follows from its observation,
from what it may know of the decisions before, and from its legal actions.
"""

from typing import Any

from africana_env.api import prompts
from africana_env.api.aec import BoardGameEnv
from africana_env.api.checked import CheckedEnv
from africana_env.api.decisions import HIDDEN, decision_texts, with_names
from africana_env.api.replies import ReplyError as ReplyError
from africana_env.api.replies import parse_reply
from africana_env.api.view import legal_texts, seat_view, without_empty


def view(env: BoardGameEnv | CheckedEnv, agent: str | None = None) -> dict[str, Any]:
    """All that `agent` (None: the agent to move) may know, as data for JSON: the position, its legal actions, and what
    was decided since its last decision. Raises `UserError` if there is no such agent or no game."""
    game = env.unwrapped
    game.check_started()
    agent = game.agent_selection if agent is None else agent
    seat = game.seat_of(agent)
    return {**seat_view(game.batch, 0, seat), prompts.DECIDED: decided(game, seat)}


def legal_actions(env: BoardGameEnv | CheckedEnv) -> dict[str, int]:
    """The legal actions of the agent to move by their texts: those of `action_to_string`, with the other players by
    their names. Empty after the end. Raises `UserError` if there is no game."""
    env.unwrapped.check_started()
    return legal_texts(env.unwrapped.batch, 0)


def system_prompt(env: BoardGameEnv | CheckedEnv) -> str:
    """What an agent reads once: the rules in short, the components of the edition, and how it answers."""
    game = env.unwrapped
    return prompts.system_prompt(game.game, game.edition, game.batch.num_players)


def prompt(env: BoardGameEnv | CheckedEnv, agent: str | None = None) -> str:
    """What `agent` (None: the agent to move) reads at a decision: `view` as text. Raises as `view`."""
    return prompts.turn_prompt(view(env, agent))


def parse(env: BoardGameEnv | CheckedEnv, reply: str) -> int:
    """The action that a reply of the agent to move names: a JSON object with `action`, alone, in a fence or at the end
    of the reply, or else a text that is the action's alone. The action is its text, or its number. Raises `ReplyError`,
    a `UserError`, for a reply that names no legal action."""
    return parse_reply(legal_actions(env), reply)


def decided(env: BoardGameEnv, seat: int) -> list[dict[str, str]]:
    """The decisions from the last one of a seat on, as it may know them: whose, what, what it cost or brought at once,
    and what it brought to light. Those before `set_state` and `resample` are not known."""
    states, actions = env.past()
    movers = [int(state["current_player"]) for state in states[:-1]]
    first = max((number for number, mover in enumerate(movers) if mover == seat), default=0)
    # Where all decide at the same time, a seat learns of those before its own when all have decided.
    while first and env.game.simultaneous(states[first]) and movers[first - 1] < movers[first]:
        first -= 1
    states, actions, movers = states[first:], actions[first:], movers[first:]
    names, shown = env.possible_agents, env.game.presentation
    known = []
    for number, text in enumerate(decision_texts(env.game, env.edition, states, actions, seat, names)):
        if text == HIDDEN:
            continue
        before, after, action = states[number], states[number + 1], actions[number]
        is_open = text == with_names([env.action_to_string(action)], movers[number], names)[0]
        effect = shown.action_effect(env.edition, before, action) if is_open else ""
        revealed = shown.revealed(env.edition, before, action, after, seat)
        known.append({"by": names[movers[number]], "decision": text, **without_empty(effect=effect, revealed=revealed)})
    return known
