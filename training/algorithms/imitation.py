"""Learning a first policy from another bot, before self-play.

The teacher says what it would do in every decision; now and then the learner's own choice is played instead, so that
the teacher is also seen where the learner leads (as in DAgger, Ross, Gordon and Bagnell 2011).
"""

from torch import Tensor, nn

from training.algorithms.losses import squared_error
from training.distributed import average_number
from training.rollout.samples import Samples

LEARNER_SHARE = 0.25
"""Share of the decisions in which the learner's choice is played."""


def imitation_loss(
    logits: Tensor, values: Tensor, samples: Samples, vf_coef: float
) -> tuple[Tensor, dict[str, Tensor]]:
    """What brings the policy nearer to the teacher's actions, `samples.expert_actions`, and the value nearer to what
    followed, and metrics. Of the network are `logits` (decisions, actions) and `values` (decisions,)."""
    decisions = average_number(len(values))
    policy_loss = nn.functional.cross_entropy(logits, samples.expert_actions, reduction="sum") / decisions
    agreement = (logits.argmax(-1) == samples.expert_actions).float().sum() / decisions
    loss = policy_loss + vf_coef * squared_error(values, samples.returns)
    return loss, {"imitation/loss": policy_loss.detach(), "imitation/agreement": agreement}
