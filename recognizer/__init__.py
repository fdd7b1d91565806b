"""Read a puzzle from a picture, or from the frames of a video.

:func:`read_picture` and :func:`read_pictures` are for Python users.

* :mod:`recognizer.reading` has the order of the stages, from :mod:`recognizer.grid` to
  :mod:`recognizer.rules`; :mod:`recognizer.values` what they hand on, and the words of pictures.
* :mod:`recognizer.pages` reads every puzzle of a page, and every page of a source.
* :mod:`recognizer.images` decodes, within the limits of :mod:`recognizer.sandbox`.
* :mod:`recognizer.live` follows a video.
* :mod:`recognizer.boards` makes boards from pictures that are no puzzles.
* :mod:`recognizer.debugging` draws the stages; ``wording`` describes doubts; ``document`` makes
  puzzle files of readings.
"""

from recognizer.many_pictures import read_pictures
from recognizer.one_picture import read_picture

__all__ = ["read_picture", "read_pictures"]
