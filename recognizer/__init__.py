"""Pictures of puzzles become puzzles. Nothing reads pictures yet; the layer is reserved here."""
