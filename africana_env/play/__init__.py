"""Games that people play: the game session, a server with a page for the browser, and the terminal."""
