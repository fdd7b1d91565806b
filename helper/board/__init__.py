"""The board: painting a puzzle, and making moves from pointer and keys.

* The view keeps a **stroke** until it ends; then it becomes one move of the session. In Draw its
  ``toolset`` decides what a press begins: a ``Drag``, of which a stroke is one.
* The board is **painted** from one byte for each cell (``look``): first a picture with one pixel
  for each cell, which Qt enlarges; then hover, dots, lines, and the cached pictures of the numbers.
* The board of a watched method is drawn over the marks in its own style; the board is locked.

``BoardView`` is the widget. It owns one object for each job, and hands each those that it needs:

* ``area``: where the parts are, scrolling, and what to repaint; ``zoom``: the size of the cells;
* ``strokes`` (``stroke_controller``): the current stroke or use of a tool; ``hover``: the lines
  under the pointer;
* ``headers``: clues and lights, and which numbers are grey; ``overlays``: hints, hatching, proposed
  changes, the states of a solver; ``picture`` (``solved_picture``): what a solved board becomes;
* ``pan`` moves the board with the pointer, ``map`` shows where it is, and ``magnifier`` shows small
  clues larger;
* ``keyboard``, ``pointer``, ``board_menu`` and ``tips``: keys, mouse, context menus and tooltips;
  ``BoardView.menu_requested`` adds commands;
* ``speech`` (``spoken_board``): what screen readers are told, in the sentences of ``spoken``.

``painter``, ``numbers`` and ``light_signs`` have the look of cells, numbers and lights,
``blank_cells`` that of cells that are not shaded, ``marks`` that of wrong cells, tools and guesses,
``hint_marks`` that of hints, ``line_numbers`` that of the numbers at the far edges.
``click_offer`` asks once what a second click shall do.
"""
