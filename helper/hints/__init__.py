"""Hints while a puzzle is being solved: where, why, and the step itself."""
