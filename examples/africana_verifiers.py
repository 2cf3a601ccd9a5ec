"""Verifiers: games as multi-turn environments for training and evaluating language models.

    pip install . verifiers uv   # in a copy of the repository, in an environment of its own: it pins mcp and openai
    cd examples
    PYTHONPATH=. OPENAI_API_KEY=none vf-eval africana_verifiers --env.taskset.game afritoria_v0 --select.limit 4 \\
        --client.base-url http://127.0.0.1:8000/v1 --client.api-key-var OPENAI_API_KEY -m MODEL --no-push

A task is a deal, task `i` that of seed `i`. The model reads the rules as the system prompt, and the position and its
legal actions as the user's turns; a bot holds the other seat. The reward is 1 for a win, 0.5 for a shared one. A reply
that names no legal action is answered with the reason; `MAX_ILLEGAL` in a row lose the game. Written for verifiers 0.4
(`verifiers.v1`).
"""

import itertools
from collections.abc import Iterator

import numpy as np
import verifiers.v1 as vf

from africana_env import UserError, load_game, make_bot
from africana_env.api import text
from africana_env.api.module import GameModule

__all__ = ["GameEnv", "GameTaskset"]

MAX_ILLEGAL = 3
LEARNER = 0
"""The seat of the model."""


class Deal:
    """One game of two players, in which a bot holds the seat that is not the model's."""

    def __init__(self, game: str, edition: str, opponent: str, seed: int, max_rounds: int | None) -> None:
        rules = load_game(game)
        self.env = GameModule(rules).raw_env(num_players=2, edition=edition, max_rounds=max_rounds)
        self.env.reset(seed=seed)
        self.bot = make_bot(opponent, rules)
        self.row, self.chosen = np.ones(1, np.bool_), np.zeros(1, np.int64)
        self.bot.reset_rows(self.row, np.array([seed], np.uint64))
        self.play_opponent()

    @property
    def is_over(self) -> bool:
        return not self.env.batch.running[0]

    @property
    def win_share(self) -> float:
        """1 for a win, 0.5 for a shared one."""
        return (float(self.env.batch.outcome[0, LEARNER]) + 1) / 2

    def play_opponent(self) -> None:
        """Let the bot decide until the model is to, or the game is over."""
        while not self.is_over and self.env.batch.current_player[0] != LEARNER:
            self.bot.act(self.env.batch, self.row, self.chosen)
            self.env.step(int(self.chosen[0]))

    def reply(self, reply: str) -> None:
        """Take the action that a reply names; raises `UserError` if it names none."""
        self.env.step(text.parse(self.env, reply))
        self.play_opponent()


class GameConfig(vf.TasksetConfig):
    """What is played."""

    game: str = "afritoria_v0"
    edition: str = "reconstructed"
    opponent: str = "greedy"
    max_rounds: int | None = None


class GameData(vf.TaskData):
    """A deal."""

    game: str
    edition: str
    opponent: str
    seed: int
    max_rounds: int | None

    def deal(self) -> Deal:
        return Deal(self.game, self.edition, self.opponent, self.seed, self.max_rounds)


class GameTask(vf.Task[GameData, vf.State, vf.TaskConfig]):
    """The environment records the reward."""


class GameTaskset(vf.Taskset[GameTask, GameConfig]):
    """Deals without end."""

    INFINITE = True

    def load(self) -> Iterator[GameTask]:
        played = self.config.model_dump(include=set(GameConfig.__annotations__))
        for seed in itertools.count():
            env = Deal(**played, seed=seed).env
            prompts = {"prompt": text.prompt(env), "system_prompt": text.system_prompt(env)}
            yield GameTask(
                GameData(name=f"{self.config.game}#{seed}", seed=seed, **played, **prompts), self.config.task
            )


class GameEnvConfig(vf.EnvConfig):
    """One agent, which holds the first seat."""

    player: vf.AgentConfig = vf.AgentConfig(harness={"id": "null"}, runtime={"type": "subprocess"})
    """It talks only, and runs no code."""


class GameEnv(vf.Env[GameEnvConfig]):
    """Plays a deal: replies of the model are actions, positions the next turns."""

    async def run(self, task: GameTask, agents: vf.Agents) -> None:
        deal, illegal, in_a_row = task.data.deal(), 0, 0
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated:
                try:
                    deal.reply(segment.last_reply)
                    in_a_row, answer = 0, text.prompt(deal.env)
                except UserError as error:
                    illegal, in_a_row, answer = illegal + 1, in_a_row + 1, f"{error}. Answer again."
                if deal.is_over or in_a_row == MAX_ILLEGAL:
                    break
                segment = await interaction.turn(answer)
        trace = interaction.trace
        trace.record_reward("win_share", deal.win_share if deal.is_over else 0.0, 1.0)
        trace.record_metric("illegal_replies", float(illegal))
