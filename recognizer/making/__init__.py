"""Make a board from a picture: each cell is shaded, blank or has a colour.

``settings`` holds the choices and imports only the standard library. ``motif`` holds the picture
and suggests settings; ``picture_kinds`` classifies the picture for it. ``board_making`` makes the
board in these steps: ``sampling`` (crop and rotation, a few samples for each cell),
``black_and_white`` with its ``methods``, the ``thin_parts`` of drawings and their ``connections``,
or ``coloring`` with the colours that ``palette`` finds, the ``outlines`` of drawings and the
``smoothing`` of photos, and ``patches`` (specks and holes).
``lines``, ``tones``, ``colors``, ``lightness`` and ``linear_light`` are helpers.
"""
