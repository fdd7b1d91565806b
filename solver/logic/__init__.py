"""Solving as people do: named techniques, hints, explanations, difficulty.

- :mod:`solver.logic.techniques`: the techniques and their tiers;
- :mod:`solver.logic.line_techniques`: those on one line, and the cells that they need; ``links/``:
  those that join lines;
- :mod:`solver.logic.search`: the simplest deduction on a board;
- :mod:`solver.logic.sentences`: a deduction in words, made of :mod:`solver.logic.reasons` (why) and
  :mod:`solver.logic.cell_texts` (what becomes of cells).

The techniques are those of the literature on solving by hand (simple boxes, simple spaces, forcing,
glue, joining and splitting, mercury, contradictions), and those that players' guides add.
"""
