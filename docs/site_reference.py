"""List the objects on each page of the reference. The text comes from the docstrings."""

from africana_env import africana_v0
from africana_env.api.registration import own_names

INTRODUCTION = "Generated from the docstrings. [Versions](../versions.md) says when names may change."
STATUS = """[](){#africana_env.RUNNING} [](){#africana_env.TERMINATED} [](){#africana_env.CUT_OFF}
[](){#africana_env.engine.game.state.RUNNING} [](){#africana_env.engine.game.state.TERMINATED}
[](){#africana_env.engine.game.state.CUT_OFF}

## RUNNING, TERMINATED, CUT_OFF

The values of a state's `status`: the game goes on, ended by its rules, or was cut off by `max_rounds`.
"""
REFERENCE = {
    "batch": (
        "Batches, rewards and records",
        [
            *("africana_env.Batch", "africana_env.REWARDS", "africana_env.RewardName", "africana_env.ObservationName"),
            *(STATUS, "africana_env.win_shares", "africana_env.GameRecord"),
        ],
    ),
    "environments": (
        "Environments",
        [
            "africana_env.api.module.GameModule",
            "africana_env.api.aec.BoardGameEnv",
            "africana_env.api.options",
            "africana_env.api.parallel.ParallelBoardGameEnv",
            "africana_env.api.gymnasium.GymEnv",
            "africana_env.api.gymnasium_vector.GymVectorEnv",
            "africana_env.api.openspiel",
        ],
    ),
    "games": (
        "Games and editions",
        [
            *("africana_env.game_names", "africana_env.load_game", "africana_env.Game"),
            *("africana_env.edition_names", "africana_env.load_edition", "africana_env.Edition"),
            "africana_env.engine.editions.editions.EditionLike",
            *("africana_env.edition_features", "africana_env.NOTES"),
            "africana_env.engine.game.contract.Rules",
            "africana_env.engine.game.contract.EditionSchema",
            "africana_env.engine.game.contract.Presentation",
            "africana_env.engine.game.contract.ScriptedBot",
        ],
    ),
    "rules": (
        "Building blocks of rules",
        [
            "africana_env.engine.game.spaces",
            "africana_env.engine.game.state",
            "africana_env.engine.game.rule.rule",
            "africana_env.engine.game.rule.natural",
            "africana_env.engine.game.rng",
            "africana_env.engine.game.returns",
            "africana_env.engine.game.rng.resample_generator",
        ],
    ),
    "bots": (
        "Bots",
        [
            *("africana_env.make_bot", "africana_env.make_opponents", "africana_env.bot_names"),
            *("africana_env.choose_action", "africana_env.evaluate_position"),
            "africana_env.bots.asking.Evaluation",
            *("africana_env.bots.spellings", "africana_env.Bot", "africana_env.bots.EditionBound"),
            *("africana_env.bots.GivesProbabilities", "africana_env.BotKind", "africana_env.bots.BotOption"),
            *(
                "africana_env.bots.Opponents",
                "africana_env.Seating",
                "africana_env.LEARNER",
                "africana_env.random_action",
            ),
            "africana_env.bots.function.FunctionBot",
        ],
    ),
    "arena": (
        "Matches and ratings",
        [
            "africana_env.arena.evaluate",
            "africana_env.arena.ratings.intervals.difference_interval",
            "africana_env.arena.tournament.conditions.make_conditions",
            "africana_env.arena.tournament.tournament.tournament",
            "africana_env.arena.exploitability.exploitability",
            "africana_training.studies.best_response",
        ],
    ),
    "text": (
        "Text, drawings and replays",
        [
            "africana_env.api.text",
            "africana_env.api.prompts.PROMPT_VERSION",
            "africana_env.api.drawings",
            "africana_env.viewer.replay",
            *("africana_env.viewer.film", "africana_env.viewer.trajectory.play_again"),
        ],
    ),
    "data": (
        "Datasets",
        [
            *("africana_env.data.record_dataset", "africana_env.data.Dataset", "africana_env.data.Decisions"),
            *("africana_env.data.shuffled", "africana_env.data.minari_export.to_minari"),
            "africana_training.datasets.DecisionBatches",
        ],
    ),
    "loops": (
        "Compiled loops",
        [
            *("africana_env.bind_loop", "africana_env.game_functions", "africana_env.supplied_by_game"),
            *("africana_env.generator_dtype", "africana_env.NEXT_GAME_STREAM"),
        ],
    ),
    "files": (
        "Errors, arguments, files and seeds",
        [
            *("africana_env.UserError", "africana_env.check_int", "africana_env.check_seed"),
            "africana_env.engine.game.checks.read_number",
            *("africana_env.atomic_write", "africana_env.derive_seed"),
        ],
    ),
    "training": (
        "Training",
        [
            *("africana_training.config.settings", "africana_training.config.file.read_config"),
            *("africana_training.runs.session.train", "africana_training.runs.session.RunResult"),
            "africana_training.rollout.rollout.RolloutBuffer",
            "africana_training.rollout.samples.Samples",
            "africana_training.rollout.advantages",
            *("africana_training.algorithms.losses", "africana_training.algorithms.legal.decisions_of"),
            *("africana_training.algorithms.registry", "africana_training.algorithms.ppo.PPO"),
            "africana_training.logging.metrics_file.read_metrics",
            "africana_training.networks.registry",
            *("africana_training.networks.registry.ILLEGAL", "africana_training.distributed.average_number"),
            *("africana_training.networks.mlp", "africana_training.networks.entities.EntityNetwork"),
            *("africana_training.policies.bot.PolicyBot", "africana_training.policies.file.save_policy"),
        ],
    ),
}
"""The title and entries of each page: objects, modules, and text for objects without a docstring."""


def entry(what: str) -> str:
    """Return the entry of an object or a module, or a text as it is."""
    return what if "\n" in what else f"::: {what}\n"


def reference_page(name: str) -> str:
    """Return a page of the reference, as Markdown."""
    title, identifiers = REFERENCE[name]
    return "\n".join([f"# {title}\n", f"{INTRODUCTION}\n", *map(entry, identifiers)])


def modules_page() -> str:
    """Return the page of the games' modules, which all have the functions of `GameModule`."""
    modules = [f"africana_env.{name}" for name in own_names()]
    parts = [
        "# The games' modules",
        f"{', '.join(f'`{module}`' for module in modules)} have the same functions, each for its game. {INTRODUCTION}",
        "::: africana_env.api.module.GameModule\n"
        "    options: {members: false, show_root_heading: false, show_root_toc_entry: false}",
    ]
    for name in africana_v0.__all__:
        parts.append(" ".join(f"[](){{#{module}.{name}}}" for module in modules))
        if name == "GAME":
            parts += ["## GAME", "The game, a [`Game`][africana_env.Game]."]
        else:
            parts.append(f"::: africana_env.api.module.GameModule.{name}\n    options: {{heading: {name}}}")
    return "\n\n".join(parts) + "\n"
