"""Boards of Africana as text and SVG."""
