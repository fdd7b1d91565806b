"""Correct a reading by the puzzle's rules.

``hypotheses`` has what each line may be and what it costs, ``correction`` chooses with the solver,
``rewriting`` gives a line another clue. ``gaps`` says where a number may be missing, and
``suspicion`` which lines are doubted if nothing mends the puzzle.
"""
