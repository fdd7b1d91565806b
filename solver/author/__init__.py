"""Making puzzles: whether they are sound, how they are mended, where they come from."""
