"""Compilation of rules, and the cache of kernels. Private parts of Numba stand in `numba_private` alone."""
