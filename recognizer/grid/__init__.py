"""Find the grid in a picture: the crossings of its printed lines.

In this order: ``working_scale`` (full size, half, a quarter), ``ridges`` (thin lines), ``seeds``
(angle and pitch, in large windows, then in small ones), ``growth`` (from one crossing to its
neighbours; ``edge_scoring`` says whether a line is between two), ``board_region`` (the densest
part), ``border_search`` (which outer lines belong to it). ``detection`` runs all of these, seed by
seed, until a clear grid is found.

Two modules find the board of a screenshot in other ways, if this one fails: ``straight`` by the
edges of a solved board, whose shaded cells cover the lines, and ``cell_board`` by the cells, where
these are tiles with gaps between.

* **Ridges instead of thresholds**: light changes over a page, and lines may be faint, or lighter
  than the paper.
* **The grid grows** by the steps of its neighbourhood: pages bend, so no single perspective fits.
* **Shaded cells hide lines.** A step from light to dark counts as a line. A line between two shaded
  cells counts neither for nor against the grid.
* **A border line is scored as a whole.** If it were scored crossing by crossing, a row of numbers
  would look like a line.
"""
