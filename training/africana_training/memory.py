"""What PyTorch says where it has too little memory, as Python says it."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def memory_errors() -> Iterator[None]:
    """Raise `MemoryError` where PyTorch has too little memory: it raises a `RuntimeError` of its own."""
    try:
        yield
    except RuntimeError as error:
        if "can't allocate memory" in str(error) or "out of memory" in str(error):
            raise MemoryError from None
        raise
