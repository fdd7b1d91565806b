"""Making puzzles: checking how many solutions they have, repairing them, and generating them.

::

    strokes, Edit Clues ──> Session (a drawing) ── each change ──> check_solutions() in a child
                               ▲                                        │
             Apply ── Repair <─┴─ repairs() in a child     hatching, badge

``solution_check`` looks for two solutions, and for the cells in which solutions differ. ``repair``
looks for changes of a few cells; ``rough_repair`` comes first if many cells are open; ``cost`` says
how visible a change is. Unneeded changes are undone at the end, and the solver proves every repair.
:mod:`solver.author.generator` draws random puzzles.
"""
