"""Drawing tools of all games: terminal text, SVG and images. Imports nothing else of this project."""
