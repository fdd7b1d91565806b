"""Techniques on one line. Each module has ``find(view)``: its findings that give something new."""
