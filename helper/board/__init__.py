"""The board: painting a puzzle, and making moves from pointer and keys.

* The view keeps a **stroke** until it ends; then it becomes one move of the session. In Draw its
  ``toolset`` decides what a press begins: a ``Drag``, of which a stroke is one.
* The board is **painted** from one byte for each cell (``look``): first a picture with one pixel
  for each cell, which Qt enlarges; then hover, dots, lines, and the cached pictures of the numbers.
* The board of a watched method is drawn over the marks in its own style; the board is locked.

``painter``, ``numbers`` and ``light_signs`` have the look of cells, numbers and lights,
``hatched_cells`` that of wrong and open cells, ``hint_marks`` that of hints, ``trial_marks`` that
of guesses. ``painted_board`` decides which numbers are greyed. ``tips`` says what a light or a
number means. ``board_menu`` has the context menus; ``BoardView.menu_requested`` adds commands.
"""
