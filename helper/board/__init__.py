"""The board: painting a puzzle, and making moves from pointer and keys."""
