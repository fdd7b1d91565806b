"""Scanning: a picture is read; the reading is checked, corrected and accepted as a puzzle."""
