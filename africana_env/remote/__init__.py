"""Remote bots: language models behind an API, and agents behind an address."""
