"""The difficulty of puzzles: rated in the background, shown on Home and beside the board."""
