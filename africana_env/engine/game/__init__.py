"""The modules that games import: contract, spaces, state, random numbers, and checks of editions."""
