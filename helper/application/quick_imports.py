"""Importing the window's hundreds of modules in half the time."""

from __future__ import annotations

import builtins
import gc
from importlib import import_module


def import_quickly() -> None:
    """Import without what costs time and finds nothing; call it before the window is imported.

    PySide reads the source of each module that is imported after it, in search of its switch
    ``from __feature__ import ...``, which this program does not use. Python's collector looks
    through what the modules define, which is kept; later it runs in the window's thread
    (:mod:`helper.workers.main_thread_gc`).
    """
    gc.disable()
    import_module("PySide6.QtCore")  # it replaces the import
    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
