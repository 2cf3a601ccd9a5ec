"""What there is to know of a game: its description, how an edition plays, how fast it runs."""
