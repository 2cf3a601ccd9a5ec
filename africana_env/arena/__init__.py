"""Matches between bots, ratings, tournaments, exploitability and reports."""
