"""The APIs of a game: PettingZoo's AEC and parallel environments, Gymnasium's single-agent and vector environments,
OpenSpiel's games, and text."""
