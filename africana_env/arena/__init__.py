"""Who is better: matches, and what they say."""
