"""The opponent that plays any game at random."""

from africana_env.engine.compiler import rule
from africana_env.engine.random import random_below

BLOCK = 16


@rule
def random(tables, state, mask, generator):
    """Any legal action, each as likely as the others."""
    legal = 0
    for action in range(len(mask)):
        legal += mask[action]
    left = random_below(generator, legal)
    start = 0
    while start + BLOCK <= len(mask):  # skip whole blocks: a sum is faster than a look at each entry
        legal = 0
        for offset in range(BLOCK):
            legal += mask[start + offset]
        if left < legal:
            break
        left -= legal
        start += BLOCK
    while mask[start] == 0 or left > 0:
        left -= mask[start]
        start += 1
    return start
