"""File > Create From Picture: a window in which a picture becomes a puzzle.

::

    picture ── child ─> Source ── settings ─> board ── Create ──> Session (a drawing)

``picture_work`` runs in a child process, without Qt; ``model`` has the settings, without widgets;
``window`` connects the widgets of ``layout``: ``crop_view`` (the picture), ``picture_board`` (the
board) and ``panel`` (the settings). ``creating`` opens the window.
"""
