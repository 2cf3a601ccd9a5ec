"""Experiments with training runs: benchmark, generalisation, best responses, speed."""
