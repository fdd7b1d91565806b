"""Solving puzzles, without Qt.

* :mod:`solver.api` has ``solve`` and ``is_unique``; :mod:`solver.values` limits, outcomes, results.
* :mod:`solver.registry` finds the engines, which are in :mod:`solver.engines`, by name;
  :mod:`solver.native` is the core of the default one.
* :mod:`solver.line` is exact line solving, and the specification of the core.
* :mod:`solver.logic` solves as people do: hints, explanations, ratings.
* :mod:`solver.author` checks, repairs and generates puzzles.
* :mod:`solver.study` compares engines.
* ``solution_count`` and ``advice`` are what other packages are handed: the count, the solution, the
  next step. ``many`` solves on all cores; ``propagate`` line by line only.
* ``weighted`` finds the likeliest puzzles with a solution, if of each line only alternatives are
  known; ``weighted_python`` is its twin without the core.
"""
