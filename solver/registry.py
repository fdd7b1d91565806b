"""The engines by name. An engine's module is imported only when it is asked for.

A name stands here for good; whether the engine can be used on this machine shows when it is
imported (the compiled one may be missing).
"""

from __future__ import annotations

from importlib import import_module

from puzzles.errors import NonogramError
from solver.api import Engine

_MODULES = {"python": "solver.engines.python"}
"""Each engine's module, which holds it as ``ENGINE``."""


def engine_names() -> tuple[str, ...]:
    """The names that :func:`get_engine` knows.

    >>> engine_names()
    ('python',)
    """
    return tuple(_MODULES)


def get_engine(name: str) -> Engine:
    """The engine of that name.

    Raises:
        NonogramError: There is none, or it cannot be used on this machine.
    """
    if name not in _MODULES:
        known = ", ".join(_MODULES)
        raise NonogramError(f"there is no engine called {name!r}; the known ones are: {known}")
    try:
        engine: Engine = import_module(_MODULES[name]).ENGINE
    except ImportError as error:
        raise NonogramError(f"the engine {name!r} cannot be used here: {error}") from error
    return engine
