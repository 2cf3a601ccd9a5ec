"""Bots that are elsewhere: language models behind an API, and agents behind an address."""
