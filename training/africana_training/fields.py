"""Types of settings: bounds, and how pydantic reads them."""

from typing import Annotated

from pydantic import BeforeValidator, ConfigDict, Field

MAX_TIMESTEPS = 10**15
MAX_MINUTES = 10**7
"""Nineteen years."""
MAX_SEED = (1 << 63) - 1
"""Leaves room for seeds that are derived by addition."""

FROM_TEXT = BeforeValidator(lambda value: float(value) if isinstance(value, str) else value)
"""PyYAML reads 5e-4 as text."""
EXPONENTS = BeforeValidator(
    lambda value: int(float(value)) if isinstance(value, str | float) and float(value).is_integer() else value
)
"""Reads 1e6 as a million."""
Whole = Annotated[int, Field(strict=True)]
"""Strict: `True` is not a number."""
Positive = Annotated[float, Field(strict=True, gt=0), FROM_TEXT]
NotNegative = Annotated[float, Field(strict=True, ge=0), FROM_TEXT]
Minutes = Annotated[float, Field(strict=True, gt=0, le=MAX_MINUTES), FROM_TEXT]
Share = Annotated[float, Field(strict=True, ge=0, le=1), FROM_TEXT]
Timesteps = Annotated[Whole, Field(ge=1, le=MAX_TIMESTEPS), EXPONENTS]
Count = Annotated[Whole, Field(ge=0, le=MAX_TIMESTEPS), EXPONENTS]
Width = Annotated[Whole, Field(ge=1, le=1 << 12)]
Layers = Annotated[list[Width], Field(min_length=1, max_length=16)]


class Settings:
    """Base of dataclasses of settings. For pydantic, the docstring of a field is its `description`."""

    __pydantic_config__ = ConfigDict(
        extra="forbid", allow_inf_nan=False, use_attribute_docstrings=True, revalidate_instances="always"
    )
