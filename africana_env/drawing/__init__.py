"""What renderers share: text for a terminal, and that text as an image. Imports nothing else of this project."""
