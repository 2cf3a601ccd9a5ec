"""Games for people: the game session, the server with its browser page, and the terminal."""
