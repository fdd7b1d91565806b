"""Icons and help pages; no code. Read through :mod:`importlib.resources`."""
