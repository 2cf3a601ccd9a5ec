"""The engine: contract, batches, generator, spaces, states, editions and records. It knows no game."""
