"""The rules of Africana, compiled."""
