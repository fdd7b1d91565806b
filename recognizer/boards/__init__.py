"""From a picture to a board: each cell shaded, blank or of a colour.

``settings`` says how, and imports no more than Python has; ``source`` holds the picture and what
to begin with, for which ``kinds`` looks what sort of picture it is; ``boarding`` makes the board:
``sampling`` (crop and rotation, a few samples for each cell), ``black_and_white`` with its
``methods``, or ``coloring`` (which cell is what) with the colours that ``palette`` finds,
``patches`` (specks and holes). At the bottom, ``tones`` and ``colors`` know no cells.
"""
