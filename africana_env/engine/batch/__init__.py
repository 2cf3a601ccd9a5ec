"""Batches of games, and what plays, saves and describes them."""
