"""HTML pages about tournaments."""
