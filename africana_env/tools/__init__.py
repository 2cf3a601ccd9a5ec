"""Descriptions of games, reports on editions, benchmarks and the ladder."""
