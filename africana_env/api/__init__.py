"""The APIs of a game: PettingZoo's AEC and parallel, Gymnasium's single-agent and vector environments."""
