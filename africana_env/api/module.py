"""The functions of a game's module, such as `africana_v0.env`."""

from typing import Literal

from gymnasium.vector import AutoresetMode

from africana_env.api.aec import BoardGameEnv
from africana_env.api.checked import CheckedEnv
from africana_env.api.gymnasium import GymEnv
from africana_env.api.gymnasium_vector import GymVectorEnv
from africana_env.api.parallel import ParallelBoardGameEnv
from africana_env.api.render_modes import RenderMode
from africana_env.bots import Opponents
from africana_env.engine.batch import Batch
from africana_env.engine.contract import Game, RewardName
from africana_env.engine.editions import EditionLike


class GameModule:
    """The functions of `africana_v0` and its siblings, for the game of each.

    They share their arguments: `num_players` take part (None: the game's default number, or as many as the edition is
    for); `edition` is the name of one, the path of a file of one's own, an `Edition`, or the name of a set
    (`generated:0-999`), of which each game draws one; `reward` is a scheme of
    `africana_env.REWARDS`; a game is cut off after `max_rounds` (1 to 255; None: the game's default); with `entities`
    observations are in terms that hold for every edition (`africana describe GAME` lists them). A wrong argument
    raises `UserError`, a `ValueError`.
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    def __repr__(self) -> str:
        return f"GameModule({self.game.name})"

    def env(
        self,
        num_players: int | None = None,
        edition: EditionLike = "reconstructed",
        *,
        reward: RewardName = "outcome",
        max_rounds: int | None = None,
        render_mode: RenderMode | None = None,
        entities: bool = False,
    ) -> CheckedEnv:
        """PettingZoo's AEC environment. An illegal action ends the game with the reward -1 for the agent that took it,
        and calls out of order are refused. See `BoardGameEnv` for the arguments and what it tells."""
        return CheckedEnv(
            self.raw_env(
                num_players,
                edition,
                reward=reward,
                max_rounds=max_rounds,
                render_mode=render_mode,
                entities=entities,
            )
        )

    def raw_env(
        self,
        num_players: int | None = None,
        edition: EditionLike = "reconstructed",
        *,
        reward: RewardName = "outcome",
        max_rounds: int | None = None,
        render_mode: RenderMode | None = None,
        entities: bool = False,
    ) -> BoardGameEnv:
        """PettingZoo's AEC environment without wrappers: an illegal action raises `UserError` and changes nothing. See
        `BoardGameEnv` for the arguments and what it tells."""
        return BoardGameEnv(
            self.game,
            num_players,
            edition,
            reward=reward,
            max_rounds=max_rounds,
            render_mode=render_mode,
            entities=entities,
        )

    def parallel_env(
        self,
        num_players: int | None = None,
        edition: EditionLike = "reconstructed",
        *,
        reward: RewardName = "outcome",
        max_rounds: int | None = None,
        render_mode: RenderMode | None = None,
        entities: bool = False,
    ) -> ParallelBoardGameEnv:
        """PettingZoo's parallel environment: one action more, a pass, for agents that have nothing to decide. An
        illegal action ends the game with the reward -1 for each agent that took one. See `BoardGameEnv` for the
        arguments and `ParallelBoardGameEnv` for what it tells."""
        aec = self.raw_env(num_players, edition, reward=reward, max_rounds=max_rounds, entities=entities)
        return ParallelBoardGameEnv(aec, illegal_ends=True, render_mode=render_mode)

    def raw_parallel_env(
        self,
        num_players: int | None = None,
        edition: EditionLike = "reconstructed",
        *,
        reward: RewardName = "outcome",
        max_rounds: int | None = None,
        render_mode: RenderMode | None = None,
        entities: bool = False,
    ) -> ParallelBoardGameEnv:
        """The same, but an illegal action raises `UserError` and changes nothing. See `BoardGameEnv` for the arguments
        and `ParallelBoardGameEnv` for what it tells."""
        aec = self.raw_env(num_players, edition, reward=reward, max_rounds=max_rounds, entities=entities)
        return ParallelBoardGameEnv(aec, render_mode=render_mode)

    def gymnasium_env(
        self,
        num_players: int | None = None,
        edition: EditionLike = "reconstructed",
        *,
        reward: RewardName = "outcome",
        max_rounds: int | None = None,
        render_mode: RenderMode | None = None,
        opponents: Opponents = "random",
        seat: int | Literal["rotate"] = 0,
        mask_in_observation: bool = False,
        entities: bool = False,
    ) -> GymEnv:
        """Gymnasium's environment of one learner, as `gymnasium.make("africana_env/...")` makes it, with its own type.
        See `GymEnv` for the arguments and what it tells."""
        return GymEnv(
            self.game,
            num_players,
            edition,
            reward=reward,
            max_rounds=max_rounds,
            render_mode=render_mode,
            opponents=opponents,
            seat=seat,
            mask_in_observation=mask_in_observation,
            entities=entities,
        )

    def vector_env(
        self,
        num_envs: int = 1,
        num_players: int | None = None,
        edition: EditionLike = "reconstructed",
        *,
        reward: RewardName = "outcome",
        max_rounds: int | None = None,
        render_mode: RenderMode | None = None,
        opponents: Opponents = "random",
        seat: int | Literal["rotate"] = 0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        mask_in_observation: bool = False,
        entities: bool = False,
    ) -> GymVectorEnv:
        """Gymnasium's vector environment of `num_envs` games, as `gymnasium.make_vec("africana_env/...")` makes it,
        with its own type. See `GymVectorEnv` for the arguments and what it tells."""
        return GymVectorEnv(
            self.game,
            num_envs,
            num_players,
            edition,
            reward=reward,
            max_rounds=max_rounds,
            render_mode=render_mode,
            opponents=opponents,
            seat=seat,
            autoreset_mode=autoreset_mode,
            mask_in_observation=mask_in_observation,
            entities=entities,
        )

    def batch(
        self,
        num_games: int,
        num_players: int | None = None,
        edition: EditionLike = "reconstructed",
        *,
        reward: RewardName = "outcome",
        max_rounds: int | None = None,
        autoreset: bool = False,
        observe: bool = True,
        entities: bool = False,
    ) -> Batch:
        """`num_games` games stepped together, in NumPy arrays; see `Batch`."""
        return Batch(
            self.game,
            num_games,
            num_players,
            edition,
            reward=reward,
            max_rounds=max_rounds,
            autoreset=autoreset,
            observe=observe,
            entities=entities,
        )
