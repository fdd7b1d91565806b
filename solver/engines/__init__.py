"""The methods of solving, one per module; all follow :class:`solver.api.Engine`.

An engine with ``is_exact`` decides every puzzle; others may end STUCK (no further step), FOUND (a
solution, nothing proven) or GAVE_UP (with a sentence). No engine returns a wrong grid.
:class:`~solver.api.SolveCallbacks` are what it calls: ``on_step`` at every step, and that function
may wait, which is how the window shows a method at work.

* ``native`` (the default) and ``python`` (the reference): lines, probing, search.
* ``elimination`` and ``intersection``: lists of arrangements that shrink.
* ``mac`` and ``backtracking``: the rows are variables.
* ``axis``, ``depth-first``, ``brute-force``: trying and checking.
* ``logic``: as people do.
* ``constraint``, ``cp-sat``, ``ilp``: models for other people's solvers.
* ``genetic``, ``annealing``: heuristics with a seed.

All but the first two are a :class:`~solver.engines.run.SearchEngine` and get a ``Run``, which keeps
limits, stop function, counts and solutions, and ends the search by exceptions. Each engine counts
its own kind of checks, so work is compared between puzzles and options, not between engines. Their
other modules are shared: ``arrangements``, ``automaton``, ``board``, ``checker``, ``crossing``,
``outside``, ``probe``.
"""
