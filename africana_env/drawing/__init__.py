"""Shared parts of renderers: text for a terminal, SVG, and images of it. Imports nothing else of this project."""
