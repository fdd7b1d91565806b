"""Importing the window's hundreds of modules in half the time."""

from __future__ import annotations

import builtins
import gc
import sys
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

_PACKAGE = "shibokensupport.signature"
"""The sources inside PySide's library, which it compiles at each start."""
_LATER = ("errorhandler", "layout", "parser", "lib.enum_sig", "lib.pyi_generator")
"""Its modules for error messages, signatures and type checkers."""


def import_quickly() -> None:
    """Import without what costs time and finds nothing; call it before the window is imported.

    PySide reads the source of each module that is imported after it, in search of its switch
    ``from __feature__ import ...``, which this program does not use. Modules of its own are run
    when they are used, which is hardly ever. Python's collector looks through what the modules
    define, which is kept; later it runs in the window's thread
    (:mod:`helper.workers.main_thread_gc`).
    """
    gc.disable()
    import_as_python = builtins.__import__
    put_off = {f"{_PACKAGE}.{name}" for name in _LATER}

    def import_less(name: str, *rest: Any, **named: Any) -> ModuleType:
        if name.startswith(_PACKAGE) and len(rest) > 2:
            for module in put_off & {f"{name}.{part}" for part in rest[2] or ()} - set(sys.modules):
                if spec := sys.meta_path[0].find_spec(module, None):
                    sys.modules[module] = _LaterModule(spec)
        return import_as_python(name, *rest, **named)

    builtins.__import__ = import_less
    try:
        import_module("PySide6.QtCore")
    finally:
        builtins.__import__ = import_as_python  # PySide has replaced it, too


class _LaterModule(ModuleType):
    """A module that is run when something of it is asked for."""

    def __init__(self, spec: ModuleSpec) -> None:
        super().__init__(spec.name)
        self.__spec__ = spec

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        spec = self.__spec__
        assert spec is not None
        assert spec.loader is not None
        published, spec.name = spec.name, self.__name__  # PySide gives it another name
        self.__class__ = ModuleType  # type: ignore[assignment]
        spec.loader.exec_module(self)
        spec.name = published
        return getattr(self, name)
