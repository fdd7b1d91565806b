"""The application: settings, theme, crash handling, the display, memory, and the player's library.

* ``settings`` has what the player chooses; ``helper/preferences/dialog.py`` shows it.
* ``library`` is the SQLite file; ``library_schema`` has its tables as migrations (what the player
  keeps anew is one more), ``library_writes`` the writes that may have to wait, and the ``*_store``
  modules one kind of its rows each.
* ``theme`` has the colours, ``control_sheet`` the look of buttons, fields, lists and sliders,
  ``typeface`` the letters, ``icons`` the icons.
* ``quick_imports`` is what the start of the window begins with.
* ``log`` writes the log, ``crash`` handles uncaught exceptions, ``native_crashes`` notices the
  crashes of earlier runs, and ``unexpected`` says the bugs of commands; ``helper/reports`` has what
  of them is public, and ``helper/main_window/problem_reports.py`` shows it.
* ``ending`` has what is done when the program ends, whatever the way out (``MainWindow.put_away``).
"""
