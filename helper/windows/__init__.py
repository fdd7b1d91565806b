"""Windows and what lies in them, one widget a file."""
