"""The scale of the features that a network reads, fitted to games."""

import numpy as np
import torch
from torch import Tensor


def fitted_scale(features: np.ndarray, scale: Tensor) -> Tensor:
    """What to multiply each feature by so that it has the size 1 where it is not 0: its root mean square in `features`
    (`uint8`, shape `(samples, features)`) becomes 1. A count seldom comes near its maximum, and what is scaled by that
    is learned late. A feature that does not occur keeps its `scale`; both scales are `float32`, shape `(features,)`."""
    squares = (features.astype(np.int64) ** 2).sum(0)
    occurs = np.count_nonzero(features, axis=0)
    fitted = 1 / np.maximum(np.sqrt(squares / np.maximum(occurs, 1)), 1)
    return torch.where(torch.from_numpy(occurs > 0), torch.from_numpy(fitted).float(), scale.cpu())
