"""Compilation of rules, and the kernel cache. Only `numba_private` uses private parts of Numba."""
