"""Making puzzles: checking how many solutions they have, and repairing them."""
