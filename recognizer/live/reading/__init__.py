"""Reading: clues from several frames, in a child process."""
