"""The engine: rules compiled, editions, and batches of games. It knows no game.

Rooms, lower to upper: `process`, `compilation`, `game`, `editions`, `batch`. Games import `game` alone.
"""
