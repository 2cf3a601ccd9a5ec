"""What whoever starts a run should know before it has spent its hours."""

from collections.abc import Iterator

from africana_env.bots.protocol import keeps_generators
from africana_env.engine.editions.edition_sets import HELD_OUT, EditionSet, parse_set
from africana_env.engine.process.errors import format_name, format_value
from africana_training.networks.registry import reads_entities
from africana_training.policies.file import describe_policy
from africana_training.policies.shipped import policy_path
from africana_training.runs.run import Run


def notes_on(run: Run) -> Iterator[str]:
    """Notes on a run, each of one line."""
    config = run.config
    bots = [bot for group in run.rollout.groups for bot in group.all_bots]
    if forgotten := {type(bot.bot).__name__ for bot in bots if not keeps_generators(bot.bot)}:
        names = ", ".join(map(format_name, sorted(forgotten)))
        yield f"{names} keeps no `generators`: a run that is resumed will be another one"
    if max(numbers_in(config.edition), default=0) >= HELD_OUT[0]:
        edition = format_name(config.edition)
        yield f"edition {edition}: learn from numbers below {HELD_OUT[0]}, those from there on are to test on"
    chosen = config.algorithm
    if unused := [name for name, group in config.algorithms.items() if name != chosen and group != type(group)()]:
        yield f"settings of {unused[0]} do nothing with algorithm {format_name(chosen)}"
    if config.start_from is not None and run.progress.updates == 0:
        learned = describe_policy(policy_path(config.start_from, run.game)).about.get("reward")
        if learned not in (None, config.reward):
            policy, other = format_name(config.start_from), format_value(learned)
            yield f"start_from {policy} learned values of the reward {other}, not {config.reward}"
    many = isinstance(run.edition, EditionSet)
    if many and run.game.entities is not None and not reads_entities(run.network):
        name = format_name(config.network)
        yield f"network {name} reads features, which do not tell the edition: entities reads what does"


def numbers_in(edition: str) -> Iterator[int]:
    """The last number of a set, and of those that it completes or shuffles."""
    spelled: str | None = edition
    while spelled is not None and (found := parse_set(spelled)) is not None:
        _, spelled, _, last = found
        yield last
