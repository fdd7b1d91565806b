"""Puzzles on paper: pages for printing and PDF, and pictures of single puzzles."""
