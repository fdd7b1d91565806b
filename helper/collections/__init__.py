"""Collections of imported puzzles: import, export, names and tags, backup of the library."""
