"""Every puzzle of a source: a source has pages, and a page has boards.

source
    A file, the bytes of one, or standard input. A folder stands for the pictures in it.
page
    A picture, one frame of a TIFF or GIF of several, or a page of a document.
board
    One puzzle on a page, a :class:`~recognizer.pages.page_board.PageBoard`. The boards of a page
    are numbered from 1 in reading order: from top to bottom, and from left to right.

* :mod:`recognizer.pages.boards` reads the boards of one decoded picture: ``cells`` finds them,
  ``areas`` divides the picture between them, ``positions`` maps what is read in an area into the
  picture, and ``order`` has the reading order.
* :mod:`recognizer.many_pictures` goes through the pages of files and folders for Python users;
  :mod:`recognizer.scan_tasks` does it for ``nonogram scan``. Both ask a
  :class:`~recognizer.scanner.Scanner` for the boards of a page.

How a page was read does not matter to whoever shows its boards: the pixels of a picture, or the
drawing of a document. A kind of source that has boards without pixels gives its pages as lists of
:class:`~recognizer.pages.page_board.PageBoard`.
"""

from recognizer.pages.page_board import PageBoard

__all__ = ["PageBoard"]
