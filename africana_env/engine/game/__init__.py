"""What games import: the contract, spaces, state, random numbers, and checks of editions."""
