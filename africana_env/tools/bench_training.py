"""How fast training is on this machine; the package `africana_training` measures it."""

from dataclasses import asdict, dataclass
from typing import Any

from africana_env.engine.errors import UserError
from africana_env.engine.plugins import load_plugin, plugins
from africana_env.tools.rates import OnMeasurement, no_report

ENTRY_POINTS = "africana_env.benchmarks"
"""The group of entry points: `training(progress)` returns a `TrainingSpeed`."""


@dataclass(frozen=True)
class TrainingSpeed:
    """How fast training two-player Africana is, in decisions per second of all seats of all games."""

    decisions_per_second: float
    """Of playing and learning, in self-play with the league as configs have it by default."""
    policy_share: float
    """Of these decisions, those of the policy that learns, not of its opponents in the league."""
    sb3_per_second: float | None
    """Decisions of the policy by sb3-contrib's `MaskablePPO`; None where it is not installed."""
    shares: dict[str, float]
    """Of the time, by the part of training; they add up to 1."""

    @property
    def sb3_ratio(self) -> float | None:
        """So many times as many decisions of the policy as `MaskablePPO` learns from."""
        own = self.policy_share * self.decisions_per_second
        return None if self.sb3_per_second is None else own / self.sb3_per_second

    def to_json(self) -> dict[str, Any]:
        """All values under their names."""
        return {"training": {**asdict(self), "sb3_ratio": self.sb3_ratio}}


def bench_training(progress: OnMeasurement = no_report) -> TrainingSpeed:
    """Measure training. Raises `UserError` if it is not installed."""
    point = plugins(ENTRY_POINTS).get("training")
    if point is None:
        raise UserError("africana bench --training needs training: pip install 'africana-env[train]'")
    measured: TrainingSpeed = load_plugin(point, callable)(progress)
    return measured
