"""What a feature wants of another one, which it does not know."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class Requests(QObject):
    """Hands each request of a feature on to the one that fulfils it; the window connects them.

    Signals:
        command: ``str``, the id of a command to run.
        lesson: :class:`~solver.logic.techniques.Technique`, whose lesson is to be shown.
        scan: ``list[Path]`` or a picture in memory, to be read.
        collect: ``list[Path]``, files, folders and archives to be imported into the library.
        trace: ``Path``, a drawing to make a puzzle of.
        text: ``str``, a text with clues, to be shown before it is opened.
    """

    command = Signal(str)
    lesson = Signal(object)
    scan = Signal(object)
    collect = Signal(object)
    trace = Signal(object)
    text = Signal(str)
