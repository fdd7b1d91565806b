"""Tools > Create From Picture: a window in which a picture becomes a puzzle.

``work`` runs in a child process and knows no Qt; ``asking`` speaks with it; ``model`` is what was
chosen, without widgets; ``window`` puts the parts together, which ``layout`` has in their places:
``headline`` (where pictures come from, and what is said), ``crop_view`` (the picture), ``preview``
(the board) and ``panel`` (the settings).
``creating`` is the main window's way here.
"""
