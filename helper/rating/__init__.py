"""The difficulty of puzzles: rated in the background, shown on Home and beside the board.

``rater`` is the queue, ``rating_work`` its child process, ``puzzle_rating`` one rating in limited
time. ``home_ratings`` and ``board_rating`` connect the rater with Home and with the board.

Ratings are kept in the library by the hash of the clues (``helper/application/rating_store.py``,
which also has their texts); those of the bundled puzzles are in ``puzzles/packs/ratings.json``.
They are no part of an entry of Home: they come in one by one, and a picture is rendered anew when
its entry changes.
"""
