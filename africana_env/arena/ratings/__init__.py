"""Win shares, confidence intervals and ratings of bots."""
