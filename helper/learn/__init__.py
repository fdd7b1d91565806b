"""How to Play: six interactive steps on small boards; and the lessons of Help > Learn.

``steps`` has the steps as values. ``lessons/`` has a lesson for each technique: its exercises are
in ``line_lessons`` and ``board_lessons``, what is said about a wrong mark in ``checking``. After a
change ``tools/techniques_page.py`` has to be run, which writes ``docs/techniques.md``.
"""
