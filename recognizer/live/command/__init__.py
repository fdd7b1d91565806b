"""The command ``nonogram ar``."""
