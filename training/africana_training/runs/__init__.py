"""A run: its updates, its checkpoints, its ratings, and what ends it."""
