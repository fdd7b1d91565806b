"""Solving methods: solve, watch, compare."""
