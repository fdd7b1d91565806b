"""Studies compare methods of solving; each run is measured in a process of its own.

:mod:`solver.study.cli` is the command. :mod:`solver.study.measuring` runs in the child process and
imports as little as possible, so that its measurements are not distorted.

``plan`` lists the runs, ``journal`` has the finished ones, ``runner`` does the others, ``summary``
and ``report`` make all files from the journal.
"""
