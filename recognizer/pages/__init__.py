"""Every puzzle of a source: a source has pages, and a page has boards.

source
    A file, the bytes of one, or standard input. A folder stands for the pictures in it.
page
    A picture, a page of a TIFF or a PDF file, or a picture of an animation.
board
    One puzzle on a page, a :class:`~recognizer.pages.page_board.PageBoard`. The boards of a page
    are numbered from 1 in reading order: from top to bottom, and from left to right.

* :mod:`recognizer.pages.boards` finds and reads the boards of one decoded picture, and
  :mod:`recognizer.pages.areas` divides the picture between them.
* :mod:`recognizer.pages.order` has the reading order.
* PDF pages are read from their drawing: :mod:`recognizer.pages.pdf` opens files in the child, and
  :mod:`recognizer.pages.pdf_drawing` lists lines, areas and letters, of which
  :mod:`recognizer.pages.drawn_boards` makes boards. A page without a drawing is rendered, and read
  as a picture.
* :mod:`recognizer.pages.parts` tells which boards are parts of one, and since when no later page
  can have another one; :mod:`recognizer.pages.joining` joins them, of any source.

How a page was read does not matter to whoever shows its boards: the pixels of a picture, or the
drawing of a document.
"""

from recognizer.pages.page_board import PageBoard

__all__ = ["PageBoard"]
