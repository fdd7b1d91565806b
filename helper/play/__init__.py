"""Solving by hand: the session, its moves, undo, autosave.

::

    file ── formats.read ──> Document ──> Session ──> BoardView ──> BoardLook ──> BoardPainter
                                           │   ▲          │
                         Autosave <────────┘   └─ moves ──┘
                         (library.sqlite3)

* ``session`` is the open puzzle; ``session_state`` what can be read of it; ``timeline`` its moves
  as plain values; ``moves`` the kinds of moves.
* What is a move, and undone: marks, clues, ticks (``ticks``), guesses (``guesses``).
* What is none: automatic dots (``auto_dots``), checkpoints (``checkpoints``), the counts of a game
  (``counts``), the file (``file_state``).
* ``autosave`` keeps games in the library, with ``journal``.
* ``play_controls`` combines ``pause`` (when the time runs, what covers the board), the timer, and
  ``lives`` (what costs a life).
* ``guess_controller`` (with ``guess_blame``, which mark is wrong), ``checkpoint_menu`` and
  ``line_commands`` are commands; ``mistakes`` leads back to the first mistake.
"""
