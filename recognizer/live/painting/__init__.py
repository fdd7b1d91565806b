"""Painting: the solution on the page, and videos of it."""
