"""Threads are limited for a while, whatever ends it."""

from contextlib import suppress

import numba
import pytest
import torch
from africana_training.process import limited_threads


@pytest.mark.threads
@pytest.mark.parametrize("number", [1, 2, 1024])
def test_threads_are_limited_and_then_as_many_as_before(number):
    before = torch.get_num_threads(), numba.get_num_threads()
    with suppress(KeyError), limited_threads(number):
        assert torch.get_num_threads() == number
        assert numba.get_num_threads() == min(number, numba.config.NUMBA_NUM_THREADS)
        raise KeyError
    assert (torch.get_num_threads(), numba.get_num_threads()) == before


def test_no_number_changes_nothing():
    before = torch.get_num_threads(), numba.get_num_threads()
    with limited_threads(None):
        assert (torch.get_num_threads(), numba.get_num_threads()) == before
