"""Making puzzles: the check, repairs, clues, sizes, properties."""
