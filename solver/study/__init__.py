"""Studies: methods of solving compared, each run measured in a process of its own.

:mod:`solver.study.cli` is the command, :mod:`solver.study.child` what runs in the child process;
the latter imports nothing that would weigh on what it measures.
"""
