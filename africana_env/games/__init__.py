"""The games, a folder each."""
