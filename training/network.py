"""The network: a shared trunk with a policy and a value head."""

from collections.abc import Sequence
from itertools import pairwise

import torch
from torch import Tensor, nn

ILLEGAL = -1e9
"""The logit of an illegal action: its probability is exactly 0 in `float32`."""


class PolicyValueNetwork(nn.Module):
    """Observations in, logits over all actions and one value out.

    `maxima` (`uint8`, shape `(features,)`) scale the features: flags to [0, 1], counts to a little more, since they
    seldom come near their maximum. The scale is saved with the weights.
    """

    feature_scale: Tensor

    def __init__(self, maxima: Tensor, num_actions: int, layers: Sequence[int]) -> None:
        super().__init__()
        self.layers = list(layers)
        self.register_buffer("feature_scale", maxima.float() ** -0.75)
        sizes = [len(maxima), *layers]
        trunk = [nn.Linear(size, width) for size, width in pairwise(sizes)]
        self.trunk = nn.ModuleList(trunk)
        self.policy = nn.Linear(sizes[-1], num_actions)
        self.value = nn.Linear(sizes[-1], 1)
        for layer in trunk:
            nn.init.orthogonal_(layer.weight, 2**0.5)
            nn.init.zeros_(layer.bias)
        for head, gain in ((self.policy, 0.01), (self.value, 1.0)):
            nn.init.orthogonal_(head.weight, gain)
            nn.init.zeros_(head.bias)

    def forward(self, observation: Tensor, action_mask: Tensor) -> tuple[Tensor, Tensor]:
        """Logits (games, actions), `ILLEGAL` where `action_mask` is 0, and values (games,), for observations
        `uint8` (games, features) and masks `int8` (games, actions)."""
        # Scaling the weights instead of the features saves a pass over the larger of the two.
        first, *others = self.trunk
        weight = first.get_parameter("weight") * self.feature_scale
        hidden = torch.relu(nn.functional.linear(observation.float(), weight, first.get_parameter("bias")))
        for layer in others:
            hidden = torch.relu(layer(hidden))
        logits = self.policy(hidden).masked_fill(action_mask == 0, ILLEGAL)
        return logits, self.value(hidden).squeeze(-1)


def sample(logits: Tensor, generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """Actions (games,) drawn from masked logits, and their log-probabilities."""
    log_probabilities = torch.log_softmax(logits, -1)
    below = log_probabilities.exp().cumsum(-1)
    # A little less than the sum, so that rounding never leads past the last action with a probability.
    drawn = torch.rand(len(logits), 1, generator=generator) * (below[:, -1:] * (1 - 1e-6))
    actions = (below > drawn).byte().argmax(-1)
    return actions, log_probabilities.gather(-1, actions.unsqueeze(-1)).squeeze(-1)
