"""Scanning: a picture is read; the reading is checked, corrected and accepted as a puzzle.

::

    picture ─> ScanCommands ─ Job(scan_work) ─> Reading ─> Draft in a Review ─> Session.open_unsaved
               (window)   (child process)              (ReviewWindow)  └──> PhotoShelf.keep
                                                        ▲  └─ Job(reread_work): another grid
                                                        └──── Job(solve_work), Job(judge_work)

Several puzzles come into a list: ``ListCommands`` shows it (``ScanListWindow``), ``PageQueue``
reads files into it, and ``ListAutosave`` keeps its rows in case of a crash.

``nonogram scan`` calls the same :func:`recognizer.reading.read` without a window. The library finds
a photo by the puzzle's clues, since puzzle files cannot hold it.
"""
