"""Collections of imported puzzles: import, export, names and tags, backup of the library.

``sources`` says what an import reads: files, folders, archives. ``managing`` has the commands on
puzzles and collections, ``deleting`` what Delete does, ``undoing`` Undo and messages.
"""
