"""Tournaments: every bot against every other, resumable, on one machine or a Ray cluster."""
