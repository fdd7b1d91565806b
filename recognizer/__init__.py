"""Read a puzzle from a picture, or from the frames of a video.

:func:`read_picture` and :func:`read_pictures` are for Python users.

* :mod:`recognizer.reading` has the order of the stages, from :mod:`recognizer.grid` to
  :mod:`recognizer.rules`; :mod:`recognizer.values` what they hand on, and the words of pictures;
  :mod:`recognizer.lattice` where a grid lies.
* :mod:`recognizer.pages` reads every puzzle of a page, and every page of a source.
* :mod:`recognizer.images` decodes, within the limits of :mod:`recognizer.picture_limits`.
* :mod:`recognizer.live` follows a video.
* :mod:`recognizer.making` makes boards from pictures that are no puzzles.
* :mod:`recognizer.debugging` draws the stages; ``wording`` describes doubts; ``document`` makes
  puzzle files of readings.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from recognizer.many_pictures import read_pictures as read_pictures
    from recognizer.one_picture import read_picture as read_picture
else:

    def __getattr__(name: str) -> object:
        """Import a function when it is used (PEP 562): the window needs the limits alone."""
        from importlib import import_module

        modules = {"read_picture": "one_picture", "read_pictures": "many_pictures"}
        if name not in modules:
            raise AttributeError(name)
        return getattr(import_module(f"{__name__}.{modules[name]}"), name)


__all__ = ["read_picture", "read_pictures"]
