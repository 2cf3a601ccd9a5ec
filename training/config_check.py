"""Whether the values of a config make sense; what the engine takes, it checks itself."""

from africana_env import UserError, check_whole, load_game, opponent_names
from training.config import TRAINING_REWARDS, TrainConfig

MOST_DECISIONS = 10**15
MOST_SEED = (1 << 63) - 1
"""Seeds derived by adding to it are still seeds."""
MOST_THREADS = 1024
MOST_PARALLEL_GAMES = 1 << 16
MOST_STEPS = 1 << 12
MOST_EPOCHS = 1000
MOST_SNAPSHOTS = 1000
MOST_LAYERS = 16
MOST_WIDTH = 1 << 12


def check_config(config: TrainConfig) -> None:
    """Raise `UserError` for the first value that makes no sense."""
    game = load_game(config.game)
    if config.reward not in TRAINING_REWARDS:
        raise UserError(f"unknown reward {config.reward!r}: use {' or '.join(TRAINING_REWARDS)}")
    check_whole_numbers(config)
    check_numbers(config)
    if not 1 <= len(config.layers) <= MOST_LAYERS:
        raise UserError(f"layers must name from 1 to {MOST_LAYERS} widths, not {len(config.layers)}")
    teachers = [] if config.imitation.teacher is None else [config.imitation.teacher]
    for key, names in (("league.opponents", config.league.opponents), ("imitation.teacher", teachers)):
        for name in names:
            if name not in opponent_names(game):
                raise UserError(f"unknown opponent {name!r} in {key}: use {' or '.join(opponent_names(game))}")


def check_whole_numbers(config: TrainConfig) -> None:
    """Raise `UserError` for a whole number out of its range."""
    players = load_game(config.game).players
    check_whole("num_players", config.num_players, players[0], players[-1])
    for name, value, minimum, maximum in (
        ("seed", config.seed, 0, MOST_SEED),
        ("total_decisions", config.total_decisions, 1, MOST_DECISIONS),
        ("ppo.num_games", config.ppo.num_games, 1, MOST_PARALLEL_GAMES),
        ("ppo.steps", config.ppo.steps, config.num_players + 1, MOST_STEPS),
        ("ppo.epochs", config.ppo.epochs, 1, MOST_EPOCHS),
        ("ppo.minibatch", config.ppo.minibatch, 1, MOST_DECISIONS),
        ("imitation.decisions", config.imitation.decisions, 0, MOST_DECISIONS),
        ("league.snapshots", config.league.snapshots, 0, MOST_SNAPSHOTS),
        *((f"layers[{index}]", width, 1, MOST_WIDTH) for index, width in enumerate(config.layers)),
    ):
        check_whole(name, value, minimum, maximum)
    if config.threads is not None:
        check_whole("threads", config.threads, 1, MOST_THREADS)


def check_numbers(config: TrainConfig) -> None:
    """Raise `UserError` for a number out of its range, or none at all (NaN)."""
    for name, value in (
        ("minutes", config.minutes),
        ("checkpoint_minutes", config.checkpoint_minutes),
        ("ppo.learning_rate", config.ppo.learning_rate),
        ("ppo.gradient_norm", config.ppo.gradient_norm),
    ):
        if value is not None and not value > 0:
            raise UserError(f"{name} must be greater than 0, not {value}")
    for name, value in (
        ("ppo.value_weight", config.ppo.value_weight),
        ("ppo.entropy", config.ppo.entropy),
        ("ppo.final_entropy", config.ppo.final_entropy),
        ("imitation.learning_rate", config.imitation.learning_rate),
    ):
        if not value >= 0:
            raise UserError(f"{name} must not be negative, not {value}")
    for name, value in (
        ("ppo.clip", config.ppo.clip),
        ("ppo.discount", config.ppo.discount),
        ("ppo.trace_decay", config.ppo.trace_decay),
        ("league.share", config.league.share),
    ):
        if not 0 <= value <= 1:
            raise UserError(f"{name} must be from 0 to 1, not {value}")
