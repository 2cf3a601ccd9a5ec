"""Games to look at in a browser: replays, files that need no network."""
