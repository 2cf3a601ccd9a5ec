"""Games as text, for agents that read and write: views, prompts and replies.

```python
from africana_env import africana_v0
from africana_env.api import text

env = africana_v0.env()
env.reset(seed=7)
print(text.system_prompt(env))  # once: rules, components, how to answer
print(text.prompt(env))  # at each decision
env.step(text.parse(env, '{"action": "draw travel cards"}'))
```

`env` is an AEC environment of a game. A seat reads what follows from its observation, its knowledge of earlier
decisions, and its legal actions.
"""

from typing import Any

from africana_env.api import prompts
from africana_env.api.aec import BoardGameEnv
from africana_env.api.decisions import known_decisions
from africana_env.api.replies import ReplyError as ReplyError
from africana_env.api.replies import parse_reply
from africana_env.api.view import legal_texts, seat_view


def view(env: BoardGameEnv, agent: str | None = None) -> dict[str, Any]:
    """Return everything that `agent` (None: the agent to move) may know as JSON data: the position, its legal actions,
    and the decisions since its last one. Decisions before `set_state` or `resample` are missing. Raises `UserError` if
    there is no such agent or no game."""
    game = env.unwrapped
    game.check_started()
    agent = game.agent_selection if agent is None else agent
    seat = game.seat_of(agent)
    states, actions = game.past()
    known = known_decisions(game.game, game.edition, states, actions, seat, game.possible_agents)
    return {**seat_view(game.batch, 0, seat), prompts.DECIDED: known}


def legal_actions(env: BoardGameEnv) -> dict[str, int]:
    """Return the legal actions of the agent to move by text: `action_to_string` with the other players by name. Empty
    after the end. Raises `UserError` if there is no game."""
    env.unwrapped.check_started()
    return legal_texts(env.unwrapped.batch, 0)


def system_prompt(env: BoardGameEnv) -> str:
    """Return what an agent reads first: a summary of the rules, the components of the edition, and how to answer."""
    game = env.unwrapped
    return prompts.system_prompt(game.game, game.edition, game.batch.num_players)


def prompt(env: BoardGameEnv, agent: str | None = None) -> str:
    """Return what `agent` (None: the agent to move) reads at a decision: `view` as text. Raises as `view`."""
    return prompts.turn_prompt(view(env, agent))


def parse(env: BoardGameEnv, reply: str) -> int:
    """Return the action named in a reply of the agent to move, by `action` of a JSON object or as the whole text, see
    `parse_reply`. Raises `ReplyError`, a `UserError`, unless the reply names exactly one legal action."""
    return parse_reply(legal_actions(env), reply)
