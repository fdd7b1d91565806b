"""Read the clues: from a lattice to the numbers beside it."""
