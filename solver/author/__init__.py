"""Making puzzles: from a picture to a board that has exactly one solution."""
