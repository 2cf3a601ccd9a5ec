"""Editions: reading, checking and drawing them."""
