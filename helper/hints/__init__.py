"""Hints while a puzzle is being solved: where, why, and the step itself.

``hinting`` is the command Hint and ``hint_pages`` what it shows; ``check_controller`` is Check Now;
both are an ``adviser``, and ``wrong_marks`` is what they say of mistakes. Puzzle > Solution >
Explain is ``explain_dialog``.
``hint_process`` is the one child process of hints and checks.
"""
