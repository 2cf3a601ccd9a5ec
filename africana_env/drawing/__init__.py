"""What renderers share: text for a terminal, SVG, and that as an image. Imports nothing else of this project."""
