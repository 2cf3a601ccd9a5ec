"""User programs pass `mypy --strict`, and their mistakes do not."""

import os
import subprocess
import sys

import pytest

GOOD = {
    "aec": """
        from africana_env import africana_v0

        env = africana_v0.env(num_players=3, reward="margin", render_mode="ansi")
        env.reset(seed=1)
        for agent in env.agent_iter():
            observation, reward, termination, truncation, info = env.last()
            total: float = reward
            if termination or truncation:
                env.step(None)
            else:
                mask = observation["action_mask"]
                legal: bool = bool(mask[3] == 1) and observation["observation"].dtype == "float32"
                env.step(env.action_space(agent).sample(mask))
                env.step(int(mask.argmax()))
        text: str = env.action_to_string(3) + env.unwrapped.position_text()
        rewards: dict[str, float] = env.rewards
        points_so_far = {agent: int(info["scores"][-1]) for agent, info in env.infos.items()}
        points: int = env.scores()["player_0"]["total"]
        env.record().save("game.json")
        env.undo()
        env.set_state(env.get_state())
        states, actions = env.past()
        taken: list[int] = actions
        drawing = env.render()
        shown: int = len(drawing) if drawing is not None else env.batch.num_players + env.seat_of("player_1")
        fields = env.describe_observation(env.observe("player_0"))
        coins: int = int(fields["phase"].sum())
    """,
    "raw": """
        from africana_env import africa_v0

        env = africa_v0.raw_env()
        env.reset()
        observation, *_ = env.last()
        env.step(observation["action_mask"].argmax())
        seen, *_ = env.last(observe=False)
    """,
    "parallel": """
        from africana_env import afritoria_v0

        env = afritoria_v0.parallel_env(2, max_rounds=5)
        observations, infos = env.reset(seed=1)
        while env.agents:
            actions = {
                agent: env.action_space(agent).sample(seen["action_mask"]) for agent, seen in observations.items()
            }
            observations, rewards, terminations, truncations, infos = env.step(actions)
            best: str = max(rewards, key=lambda agent: rewards[agent])
            points: int = env.scores()[best]["total"]
            over: bool = any(terminations.values()) or truncations[best]
        env.record().save("game.json")
    """,
    "gym": """
        from africana_env import africana_v0

        env = africana_v0.gymnasium_env(opponents=["greedy", "random"], seat="rotate", num_players=3)
        observation, info = env.reset(seed=1)
        over = False
        while not over:
            action = env.action_masks().argmax()
            observation, reward, terminated, truncated, info = env.step(action)
            over = terminated or truncated
            won: bool = reward > 0 and bool(observation.mean() < 1)
        env.unwrapped.action_masks()
        env.step(env.action_space.sample())
    """,
    "vector": """
        from africana_env import africana_v0

        envs = africana_v0.vector_env(8, opponents="greedy", autoreset_mode="SameStep")
        observations, infos = envs.reset(seed=[1, 2, 3, 4, 5, 6, 7, 8])
        observations, rewards, terminations, truncations, infos = envs.step(envs.action_masks().argmax(axis=1))
        total: float = float(rewards.sum())
        last: int = int((terminations | truncations).sum())
    """,
    "batch": """
        from os import PathLike
        from pathlib import Path

        import numpy as np
        from numpy.typing import NDArray

        from africana_env import NOTES, Batch, Game, GameRecord, RewardName, UserError, africana_v0, derive_seed
        from africana_env import load_edition, load_game, win_shares

        def again(path: PathLike[str]) -> GameRecord:
            record = GameRecord.load(path)
            record.save(path)
            return record

        def play(game: Game, reward: RewardName) -> float:
            batch = Batch(game, 4, reward=reward)
            batch.reset(seed=1)
            try:
                batch.step(batch.action_mask.argmax(axis=1))
            except UserError as error:
                print(error)
            return float(batch.reward.sum()) + float(batch.describe_observation(batch.observation)["phase"].sum())

        play(africana_v0.GAME, "score")
        play(load_game("africa_v0"), "lead")
        batch = africana_v0.batch(64, autoreset=True)
        batch = Batch(africana_v0.GAME, 4, edition=Path("my.toml"))
        seed: int = derive_seed(2, 1)
        batch.reset(seed)
        movers: list[int] = batch.current_player.tolist()
        points: NDArray[np.int32] = batch.scores()
        shares: NDArray[np.float32] = win_shares(batch.returns())
        running: NDArray[np.bool_] = batch.running
        name: str = load_edition(batch.game, batch.edition).name + NOTES[0]
    """,
    "bots": """
        from dataclasses import dataclass
        from typing import ClassVar

        import numpy as np
        from numpy.typing import NDArray

        from africana_env import Batch, Bot, africana_v0

        @dataclass(frozen=True)
        class Frozen:
            reads_observations: bool = False

            def reset_rows(self, rows: NDArray[np.bool_], seeds: NDArray[np.uint64]) -> None: ...
            def act(self, batch: Batch, rows: NDArray[np.bool_], actions: NDArray[np.int64]) -> None: ...

        class WithProperty:
            @property
            def reads_observations(self) -> bool:
                return True

            def reset_rows(self, marked: NDArray[np.bool_], numbers: NDArray[np.uint64]) -> None: ...
            def act(self, games: Batch, marked: NDArray[np.bool_], out: NDArray[np.int64]) -> None: ...

        class OfItsClass:
            reads_observations: ClassVar[bool] = True

            def reset_rows(self, rows: NDArray[np.bool_], seeds: NDArray[np.uint64]) -> None: ...
            def act(self, batch: Batch, rows: NDArray[np.bool_], actions: NDArray[np.int64]) -> None: ...

        bots: list[Bot] = [Frozen(), WithProperty(), OfItsClass()]
        env = africana_v0.gymnasium_env(num_players=2, opponents=Frozen())
    """,
    "network": """
        from africana_training.networks.registry import ILLEGAL, new_network

        worst: float = ILLEGAL
    """,
}

BAD = {
    "reward": ('africana_v0.env(reward="win")', "arg-type"),
    "render mode": ('africana_v0.parallel_env(render_mode="anso")', "arg-type"),
    "seat": ('africana_v0.gymnasium_env(seat="first")', "arg-type"),
    "argument": ("africana_v0.raw_env(players=3)", "call-arg"),
    "observation": ('africana_v0.env().last()[0]["mask"]', "typeddict-item"),
    "action": ('africana_v0.env().step("3")', "arg-type"),
    "scores": ('points: int = africana_v0.env().scores()["player_0"]', "assignment"),
    "agent": ("for seat in africana_v0.env().agent_iter(): africana_v0.env().seat_of(seat) + seat", "operator"),
    "method": ("africana_v0.gymnasium_env().action_mask()", "attr-defined"),
}

# None of our types come from these, and reading them takes most of the time.
CONFIG = """
[mypy]
strict = true
[mypy-numba.*,torch.*,jax.*,matplotlib.*]
follow_imports = skip
"""


@pytest.fixture(scope="module")
def errors(tmp_path_factory):
    """Return mypy's output for all programs at once, by program."""
    folder = tmp_path_factory.mktemp("programs")
    files = {name: folder / f"good_{name}.py" for name in GOOD}
    for name, file in files.items():
        lines = GOOD[name].strip("\n").splitlines()
        file.write_text("\n".join(line[8:] for line in lines) + "\n")
    for number, (name, (line, _)) in enumerate(BAD.items()):
        files[name] = folder / f"bad_{number}.py"
        files[name].write_text(f"from africana_env import africana_v0\n\n{line}\n")
    (folder / "mypy.ini").write_text(CONFIG)
    command = [sys.executable, "-m", "mypy", "--config-file", "mypy.ini", "--no-error-summary"]
    done = subprocess.run(
        [*command, *(file.name for file in files.values())],
        cwd=folder,
        env={**os.environ, "MYPY_CACHE_DIR": str(folder / "cache")},
        capture_output=True,
        text=True,
    )
    assert not done.stderr, done.stderr
    lines = done.stdout.splitlines()
    return {name: [line for line in lines if line.startswith(file.name + ":")] for name, file in files.items()}


@pytest.mark.parametrize("name", GOOD)
def test_a_program_passes(errors, name):
    assert errors[name] == []


@pytest.mark.parametrize("name", BAD)
def test_a_mistake_is_found(errors, name):
    _, code = BAD[name]
    assert any(line.endswith(f"[{code}]") for line in errors[name]), errors[name]
