"""Verifiers: games as multi-turn environments for training and evaluating language models.

    pip install . verifiers uv   # in a copy of the repository and a separate environment: it pins mcp and openai
    cd examples
    PYTHONPATH=. OPENAI_API_KEY=none vf-eval africana_verifiers --env.taskset.game afritoria_v0 --select.limit 4 \\
        --client.base-url http://127.0.0.1:8000/v1 --client.api-key-var OPENAI_API_KEY -m MODEL --no-push

Task `i` is the deal with seed `i`. The model reads the rules as the system prompt, and positions with legal actions as
user turns; a bot holds the other seat. The reward is 1 for a win and 0.5 for a shared win. A reply without a legal
action is answered with the reason; `MAX_ILLEGAL` in a row lose the game. Written for verifiers 0.4 (`verifiers.v1`).
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
"""The model's seat."""


class Deal:
    """A two-player game between the model and a bot."""

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
        """1 for a win, 0.5 for a shared win."""
        return (float(self.env.batch.outcome[0, LEARNER]) + 1) / 2

    def play_opponent(self) -> None:
        """Let the bot decide until the model's turn or the end of the game."""
        while not self.is_over and self.env.batch.current_player[0] != LEARNER:
            self.bot.act(self.env.batch, self.row, self.chosen)
            self.env.step(int(self.chosen[0]))

    def reply(self, reply: str) -> None:
        """Take the action in a reply; raise `UserError` if there is none."""
        self.env.step(text.parse(self.env, reply))
        self.play_opponent()


class GameConfig(vf.TasksetConfig):
    """The game and its opponent."""

    game: str = "afritoria_v0"
    edition: str = "reconstructed"
    opponent: str = "greedy"
    max_rounds: int | None = None


class GameData(vf.TaskData):
    """The data of a deal."""

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
    """An infinite sequence of deals."""

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
    """It runs no code."""


class GameEnv(vf.Env[GameEnvConfig]):
    """Plays a deal: the model's replies are actions, and positions are the next turns."""

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
