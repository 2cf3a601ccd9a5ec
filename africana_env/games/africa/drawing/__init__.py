"""Boards of Africa as text and SVG."""
