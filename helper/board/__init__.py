"""The board: what can be seen of a puzzle, and how pointer and keys become moves."""
