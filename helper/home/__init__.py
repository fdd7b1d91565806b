"""The program's Home: shelves of puzzles, what to continue, and the puzzle of the day.

``entries`` has the values, and decides what may be shown of an unsolved puzzle. ``query`` and
``filters`` have filters and orders.
"""
