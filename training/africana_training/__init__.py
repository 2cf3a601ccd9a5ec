"""Trains policies by reinforcement learning, see `docs/training.md`."""
