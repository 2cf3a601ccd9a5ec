"""Metrics, the dashboard and learning curves of a run."""
