"""The engines by name, the fastest first. An engine's module is imported when it is first used.

The engine ``native`` is missing if the native core could not be built; ``cp-sat`` and ``ilp`` are
missing if the extra ``study`` is not installed, ``constraint`` where its package has no wheel.
``python`` is always available.
"""

from __future__ import annotations

import logging
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from puzzles.errors import NonogramError
from puzzles.interrupt import interrupt_kept
from puzzles.packages import reason_without
from puzzles.words import _, enumerated, worded
from solver.values import Engine

_log = logging.getLogger(__name__)

NAMES = (
    "native",
    "python",
    "elimination",
    "mac",
    "backtracking",
    "axis",
    "depth-first",
    "brute-force",
    "logic",
    "intersection",
    "constraint",
    "cp-sat",
    "ilp",
    "genetic",
    "annealing",
)
"""All engines; the module ``solver.engines.<name>`` has the engine as ``ENGINE``."""
_PACKAGES = {
    "constraint": ("constraint", ""),
    "cp-sat": ("ortools", "study"),
    "ilp": ("ortools", "study"),
}
"""Modules that engines need and that may be missing, and the extras that they are in."""
_CORE = "solver.native._core"


def engine_names() -> tuple[str, ...]:
    """The names that :func:`get_engine` knows and that can be used here, the default first.

    >>> "python" in engine_names()
    True
    """
    return tuple(name for name in NAMES if not why_missing(name))


def missing_engines() -> dict[str, str]:
    """The engines that cannot be used here, each with the reason as a sentence."""
    return {name: reason for name in NAMES if (reason := why_missing(name))}


def why_missing(name: str) -> str:
    """Why an engine cannot be used here; empty if it can."""
    if name == "native" and not _can_import(_CORE):
        return _("the native core was not built: it needs a C++ compiler")
    module, extra = _PACKAGES.get(name, ("", ""))
    return reason_without(module, extra) if module and not _is_installed(module) else ""


@cache
def _can_import(module: str) -> bool:
    """Whether a module is installed, and built for this machine."""
    try:
        import_module(module)
    except ImportError:
        return False
    return True


@cache
def _is_installed(module: str) -> bool:
    """Whether a module can be found. It is not imported, which would take too long."""
    return find_spec(module) is not None


@cache
def default_engine() -> str:
    """The name of the fastest engine; logs a warning, once, if that is not the native one."""
    name = engine_names()[0]
    if name != "native":
        _log.warning("the native core is missing: puzzles are solved more slowly, without hints")
    return name


@cache
def _loaded(name: str) -> Engine:
    with interrupt_kept():
        engine: Engine = import_module(f"{__package__}.engines.{name.replace('-', '_')}").ENGINE
    return engine


def get_engine(name: str | None = None) -> Engine:
    """The engine of that name, with the options that follow it, or the default one.

    Args:
        name: ``name`` or ``name:option=value:switch``, see :mod:`solver.options`.

    Raises:
        NonogramError: There is no such engine or option, or the engine cannot be used on this
            machine.
    """
    name, *words = (default_engine() if name is None else name).split(":")
    if name not in NAMES:
        from difflib import get_close_matches

        similar = get_close_matches(name[:100].lower(), NAMES, 1)
        text = (
            _(
                "there is no engine called {name!r}; did you mean {similar}? The known ones are:"
                " {known}"
            )
            if similar
            else _("there is no engine called {name!r}; the known ones are: {known}")
        )
        known = enumerated(engine_names())
        raise NonogramError(worded(text, name=name, similar="".join(similar), known=known))
    if reason := why_missing(name):
        raise NonogramError(
            worded("the engine {name!r} cannot be used here: {reason}", name=name, reason=reason)
        )
    try:
        engine = _loaded(name)
    except ImportError as error:
        raise NonogramError(
            worded("the engine {name!r} cannot be used here: {error}", name=name, error=error)
        ) from error
    if not words:
        return engine
    from solver.options import configured

    return configured(engine, words)
