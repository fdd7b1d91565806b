"""The engines by name, the fastest first. An engine's module is imported only when it is asked for.

The compiled engine is missing where the native core could not be built; the one in plain Python is
always there.
"""

from __future__ import annotations

import logging
from functools import cache
from importlib import import_module

from puzzles.errors import NonogramError
from solver.api import Engine

_log = logging.getLogger(__name__)

_MODULES = {"native": "solver.engines.native", "python": "solver.engines.python"}
"""Each engine's module, which holds it as ``ENGINE``."""
_NEEDS = {"native": "solver.native._core"}
"""What an engine needs that may be missing."""


def engine_names() -> tuple[str, ...]:
    """The names that :func:`get_engine` knows and that can be used here, the default first.

    >>> "python" in engine_names()
    True
    """
    return tuple(name for name in _MODULES if name not in _NEEDS or _can_import(_NEEDS[name]))


@cache
def _can_import(module: str) -> bool:
    """Whether it is there, and built for this machine."""
    try:
        import_module(module)
    except ImportError:
        return False
    return True


@cache
def default_engine() -> str:
    """The name of the fastest engine; says so, once, if that is not the compiled one."""
    name = engine_names()[0]
    if name != "native":
        _log.warning("the native core is missing: solving in plain Python, which is slower")
    return name


def get_engine(name: str | None = None) -> Engine:
    """The engine of that name, or the default one.

    Raises:
        NonogramError: There is none, or it cannot be used on this machine.
    """
    name = name or default_engine()
    if name not in _MODULES:
        known = ", ".join(engine_names())
        raise NonogramError(f"there is no engine called {name!r}; the known ones are: {known}")
    try:
        engine: Engine = import_module(_MODULES[name]).ENGINE
    except ImportError as error:
        raise NonogramError(f"the engine {name!r} cannot be used here: {error}") from error
    return engine
