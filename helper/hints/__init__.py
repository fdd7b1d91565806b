"""Hints while a puzzle is being solved: where, why, and the step itself.

``hinting`` is the command Hint and ``pages`` what it shows; ``checking`` is Check Now and
``check_text`` what it says; both are an ``adviser``. Puzzle > Solver > Explain is
``explain_dialog``.
``hint_process`` is the one child process of hints and checks.
"""
