"""Read a puzzle from a picture, or from the frames of a video.

:func:`read_picture` is for Python users; what else there is stands in ARCHITECTURE.md.
"""

from recognizer.one_picture import read_picture

__all__ = ["read_picture"]
