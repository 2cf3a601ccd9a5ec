"""Learning algorithms: losses and the update that they share."""
