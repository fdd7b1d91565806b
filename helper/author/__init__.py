"""Making puzzles: the check, repairs, clues, sizes, properties.

The solver's part is :mod:`solver.author`. The sentences of the check are in ``check_result``.
"""
