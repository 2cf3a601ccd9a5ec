"""The faces of a game: PettingZoo's AEC, Gymnasium's single-agent and vector environments."""
