"""The review window: a picture's reading is checked, corrected and accepted as a puzzle."""
