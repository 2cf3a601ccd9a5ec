"""Searching bots."""
