"""The rules of Africa, compiled."""
