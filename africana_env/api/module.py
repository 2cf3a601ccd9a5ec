"""The functions of a game's module, such as `africana_v0.env`."""

from africana_env.api.aec import BoardGameEnv
from africana_env.api.gymnasium import GymEnv
from africana_env.api.gymnasium_vector import GymVectorEnv
from africana_env.api.options import BatchOptions, EnvOptions, LearnerOptions, VectorOptions, taking
from africana_env.api.parallel import ParallelBoardGameEnv
from africana_env.engine.batch.batch import Batch
from africana_env.engine.game.contract import Game


class GameModule:
    """The functions of `africana_v0` and its siblings, for the game of each.

    They take the options in `africana_env/api/options.py` as arguments: `env(3, "mini", reward="score")`. The number
    of players and the edition may stand without their names. A wrong argument raises `UserError`, a `ValueError`.
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    def __repr__(self) -> str:
        return f"GameModule({self.game.name})"

    @taking(EnvOptions)
    def env(self, options: EnvOptions) -> BoardGameEnv:
        """PettingZoo's AEC environment. An illegal action ends the game with the reward -1 for the agent that took it.
        See `EnvOptions` for the arguments and `BoardGameEnv` for what it tells."""
        return BoardGameEnv(self.game, options, illegal_ends=True)

    @taking(EnvOptions)
    def raw_env(self, options: EnvOptions) -> BoardGameEnv:
        """The same, but an illegal action raises `UserError` and changes nothing. See `EnvOptions` for the arguments
        and `BoardGameEnv` for what it tells."""
        return BoardGameEnv(self.game, options)

    @taking(EnvOptions)
    def parallel_env(self, options: EnvOptions) -> ParallelBoardGameEnv:
        """PettingZoo's parallel environment: one action more, a pass, for agents that have nothing to decide. An
        illegal action ends the game with the reward -1 for each agent that took one. See `EnvOptions` for the
        arguments and `ParallelBoardGameEnv` for what it tells."""
        return ParallelBoardGameEnv(self.game, options, illegal_ends=True)

    @taking(EnvOptions)
    def raw_parallel_env(self, options: EnvOptions) -> ParallelBoardGameEnv:
        """The same, but an illegal action raises `UserError` and changes nothing. See `EnvOptions` for the arguments
        and `ParallelBoardGameEnv` for what it tells."""
        return ParallelBoardGameEnv(self.game, options)

    @taking(LearnerOptions)
    def gymnasium_env(self, options: LearnerOptions) -> GymEnv:
        """Gymnasium's environment of one learner, as `gymnasium.make("africana_env/...")` makes it, with its own type.
        See `LearnerOptions` for the arguments and `GymEnv` for what it tells."""
        return GymEnv(self.game, options)

    @taking(VectorOptions)
    def vector_env(self, options: VectorOptions) -> GymVectorEnv:
        """Gymnasium's vector environment of `num_envs` games, as `gymnasium.make_vec("africana_env/...")` makes it,
        with its own type. See `VectorOptions` for the arguments and `GymVectorEnv` for what it tells."""
        return GymVectorEnv(self.game, options)

    @taking(BatchOptions)
    def batch(self, options: BatchOptions) -> Batch:
        """`num_games` games stepped together, in NumPy arrays; see `Batch`."""
        return Batch(self.game, **vars(options))
