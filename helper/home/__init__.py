"""The program's Home: shelves of puzzles, what to continue, and the puzzle of the day."""
