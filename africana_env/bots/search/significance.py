"""The significance test by which a search leaves its default action."""

from africana_env.engine.compiler import rule

Z_THRESHOLD = 2.0
"""Standard errors by which a mean difference must exceed 0. Not corrected for the number of candidates: with 50
rollouts the best of 3, 9 and 20 equally good actions passes in 6, 10 and 12 %."""


@rule
def is_significant(total, squares, number):
    """Whether the mean of `number` differences exceeds 0 by `Z_THRESHOLD` standard errors, given their sum and the sum
    of their squares."""
    return (total > 0) & (total * total * (number - 1) > Z_THRESHOLD * Z_THRESHOLD * (squares * number - total * total))
