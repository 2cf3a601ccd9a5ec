"""What games share: the contract, the batch, the generator, actions, fields, editions and records. Knows no game."""
