"""The functions of a game's module, such as `africana_v0.env`."""

from africana_env.api.aec import BoardGameEnv
from africana_env.api.gymnasium import GymEnv
from africana_env.api.gymnasium_vector import GymVectorEnv
from africana_env.api.options import BatchOptions, EnvOptions, LearnerOptions, VectorOptions, taking
from africana_env.api.parallel import ParallelBoardGameEnv
from africana_env.engine.batch.batch import Batch
from africana_env.engine.game.contract import Game


class GameModule:
    """The functions of `africana_v0` and its siblings, each for one game.

    They take the options of `africana_env/api/options.py` as arguments: `env(3, "mini", reward="score")`. Only the
    number of players and the edition are positional. A wrong argument raises `UserError`, a `ValueError`.
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    def __repr__(self) -> str:
        return f"GameModule({self.game.name})"

    @taking(EnvOptions)
    def env(self, options: EnvOptions) -> BoardGameEnv:
        """Make PettingZoo's AEC environment. An illegal action ends the game with reward -1 for its agent. See
        `EnvOptions` for the arguments and `BoardGameEnv` for the behaviour."""
        return BoardGameEnv(self.game, options, illegal_ends=True)

    @taking(EnvOptions)
    def raw_env(self, options: EnvOptions) -> BoardGameEnv:
        """Make the AEC environment, except that an illegal action raises `UserError` and changes nothing. See
        `EnvOptions` for the arguments and `BoardGameEnv` for the behaviour."""
        return BoardGameEnv(self.game, options)

    @taking(EnvOptions)
    def parallel_env(self, options: EnvOptions) -> ParallelBoardGameEnv:
        """Make PettingZoo's parallel environment, with a pass as an extra action for agents without a decision. An
        illegal action ends the game with reward -1 for each agent that took one. See `EnvOptions` for the arguments and
        `ParallelBoardGameEnv` for the behaviour."""
        return ParallelBoardGameEnv(self.game, options, illegal_ends=True)

    @taking(EnvOptions)
    def raw_parallel_env(self, options: EnvOptions) -> ParallelBoardGameEnv:
        """Make the parallel environment, except that an illegal action raises `UserError` and changes nothing. See
        `EnvOptions` for the arguments and `ParallelBoardGameEnv` for the behaviour."""
        return ParallelBoardGameEnv(self.game, options)

    @taking(LearnerOptions)
    def gymnasium_env(self, options: LearnerOptions) -> GymEnv:
        """Make Gymnasium's environment for one learner, like `gymnasium.make("africana_env/...")` but typed. See
        `LearnerOptions` for the arguments and `GymEnv` for the behaviour."""
        return GymEnv(self.game, options)

    @taking(VectorOptions)
    def vector_env(self, options: VectorOptions) -> GymVectorEnv:
        """Make Gymnasium's vector environment of `num_envs` games, like `gymnasium.make_vec("africana_env/...")` but
        typed. See `VectorOptions` for the arguments and `GymVectorEnv` for the behaviour."""
        return GymVectorEnv(self.game, options)

    @taking(BatchOptions)
    def batch(self, options: BatchOptions) -> Batch:
        """Make a batch of `num_games` games in NumPy arrays, see `Batch`."""
        return Batch(self.game, **vars(options))
