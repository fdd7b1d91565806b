"""Puzzles to order: pictures that please the eye, with one solution and a wished difficulty."""
