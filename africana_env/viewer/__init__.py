"""Replays of games: HTML files that need no network."""
