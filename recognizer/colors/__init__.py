"""Puzzles in colours: coloured numbers, or numbers on coloured tiles.

``separation`` makes a picture in which all numbers are dark on white, whatever their colours, and
that the other stages read like any page: ``tiles`` finds coloured tiles, ``tile_slots`` completes
those beside the board. ``clue_colors`` gives each number that was read its colour
and makes the palette, with the clustering of ``clusters``. ``color_reading`` puts these together
and decides whether a picture shows a puzzle in colours at all: the sums of each colour, and the
solutions, tell coloured numbers from those that a program only highlights.

Colours are compared in CIELAB after the paper was made white (:mod:`recognizer.making.colors`).
"""
