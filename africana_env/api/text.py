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

`env` is an AEC environment of a game. What a seat reads follows from its observation,
from what it may know of the decisions before, and from its legal actions.
"""

from typing import Any

from africana_env.api import prompts
from africana_env.api.aec import BoardGameEnv
from africana_env.api.decisions import known_decisions
from africana_env.api.replies import ReplyError as ReplyError
from africana_env.api.replies import parse_reply
from africana_env.api.view import legal_texts, seat_view


def view(env: BoardGameEnv, agent: str | None = None) -> dict[str, Any]:
    """All that `agent` (None: the agent to move) may know, as data for JSON: the position, its legal actions, and what
    was decided from its last decision on, but not before `set_state` or `resample`. Raises `UserError` if there is no
    such agent or no game."""
    game = env.unwrapped
    game.check_started()
    agent = game.agent_selection if agent is None else agent
    seat = game.seat_of(agent)
    states, actions = game.past()
    known = known_decisions(game.game, game.edition, states, actions, seat, game.possible_agents)
    return {**seat_view(game.batch, 0, seat), prompts.DECIDED: known}


def legal_actions(env: BoardGameEnv) -> dict[str, int]:
    """The legal actions of the agent to move by their texts: those of `action_to_string`, with the other players by
    their names. Empty after the end. Raises `UserError` if there is no game."""
    env.unwrapped.check_started()
    return legal_texts(env.unwrapped.batch, 0)


def system_prompt(env: BoardGameEnv) -> str:
    """What an agent reads once: the rules in short, the components of the edition, and how it answers."""
    game = env.unwrapped
    return prompts.system_prompt(game.game, game.edition, game.batch.num_players)


def prompt(env: BoardGameEnv, agent: str | None = None) -> str:
    """What `agent` (None: the agent to move) reads at a decision: `view` as text. Raises as `view`."""
    return prompts.turn_prompt(view(env, agent))


def parse(env: BoardGameEnv, reply: str) -> int:
    """The action that a reply of the agent to move names: by `action` of a JSON object, with or without words around
    it, or as the whole text. Raises `ReplyError`, a `UserError`, for a reply that names no legal action, or
    several."""
    return parse_reply(legal_actions(env), reply)
