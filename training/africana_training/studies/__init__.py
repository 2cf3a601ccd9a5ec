"""Experiments that are made of training runs: the benchmark, best responses, the speed of training."""
