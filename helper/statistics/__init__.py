"""The player's solves in numbers and charts."""
