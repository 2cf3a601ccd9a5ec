"""Learning algorithms: advantages and losses."""
