"""The rules of Afritoria, compiled."""
