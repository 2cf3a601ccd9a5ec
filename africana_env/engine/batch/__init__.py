"""Batches of games, and modules that play, save and describe them."""
