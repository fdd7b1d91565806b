"""The application: settings, theme, crash handling, the display, memory, and the player's library.

* ``settings`` has what the player chooses; ``helper/preferences/dialog.py`` shows it.
* ``library`` is the SQLite file; ``library_schema`` has its tables as migrations (what the player
  keeps anew is one more), ``library_writes`` the writes that may have to wait, and the ``*_store``
  modules one kind of its rows each.
* ``theme`` has the colours, ``control_sheet`` the look of buttons, fields, lists and sliders,
  ``typeface`` the letters, ``icons`` the icons.
* ``ending`` has what is done when the program ends, whatever the way out (``MainWindow.put_away``).
"""
