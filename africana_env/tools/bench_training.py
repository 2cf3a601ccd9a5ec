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
    sb3_single_per_second: float | None
    """Decisions of the policy by sb3-contrib's `MaskablePPO`, which steps one game after the other; None where it is
    not installed."""
    sb3_vector_per_second: float | None
    """The same with all games stepped together, see `examples/sb3_maskable_ppo.py`."""
    shares: dict[str, float]
    """Of the time, by the part of training; they add up to 1."""

    @property
    def sb3_single_ratio(self) -> float | None:
        """Decisions of the policy as a multiple of `sb3_single_per_second`."""
        return self._times(self.sb3_single_per_second)

    @property
    def sb3_vector_ratio(self) -> float | None:
        """Decisions of the policy as a multiple of `sb3_vector_per_second`."""
        return self._times(self.sb3_vector_per_second)

    def _times(self, rate: float | None) -> float | None:
        return None if rate is None else self.policy_share * self.decisions_per_second / rate

    def to_json(self) -> dict[str, Any]:
        """All values under their names."""
        ratios = {"sb3_single_ratio": self.sb3_single_ratio, "sb3_vector_ratio": self.sb3_vector_ratio}
        return {"training": {**asdict(self), **ratios}}


def bench_training(progress: OnMeasurement = no_report) -> TrainingSpeed:
    """Measure training. Raises `UserError` if it is not installed."""
    point = plugins(ENTRY_POINTS).get("training")
    if point is None:
        raise UserError("africana bench --training needs the package installed: pip install '.[train]' in a copy of it")
    measured: TrainingSpeed = load_plugin(point, callable)(progress)
    return measured
