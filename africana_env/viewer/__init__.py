"""Replays of games for the browser: HTML files that need no network."""
