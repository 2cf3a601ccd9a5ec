"""The engine: compiled rules, editions and batches. It knows no particular game.

Packages, lower to upper: `process`, `compilation`, `game`, `editions`, `batch`. Games import `game` only.
"""
