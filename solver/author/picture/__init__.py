"""From a picture to a board: each cell shaded, blank or of a colour.

``settings`` says how, and imports no more than Python has; ``source`` holds the picture and what
to begin with; ``boarding`` makes the board. Below them, in the order of the work: ``kinds`` (what
sort of picture it is), ``sampling`` (crop, rotation, a few samples for each cell), ``tones``,
``methods`` and ``colors`` (which cell is what), ``patches`` (specks and holes).
"""
