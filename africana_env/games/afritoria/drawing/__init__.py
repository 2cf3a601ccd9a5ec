"""Boards of Afritoria as text and SVG."""
