"""The engines by name, the fastest first. An engine's module is imported when it is first used.

The engine ``native`` is missing if the native core could not be built; ``cp-sat`` and ``ilp`` are
missing if the extra ``study`` is not installed, ``constraint`` where its package has no wheel,
``genetic`` and ``annealing`` in an installation without numpy.
``python`` is always available. Other people's packages add engines by entry points of the group
:data:`GROUP`, which name an object that follows the :class:`~solver.values.Engine` protocol.
"""

from __future__ import annotations

import logging
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from puzzles.errors import NonogramError
from puzzles.interrupt import interrupt_kept
from puzzles.packages import reason_without
from puzzles.words import _, enumerated, worded
from solver.values import Engine

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

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
"""Those of this program; the module ``solver.engines.<name>`` has the engine as ``ENGINE``."""
GROUP = "nonogram_helper.engines"
"""The group of entry points; each is called as its engine calls itself."""
_PROTOCOL = ("name", "description", "is_exact", "solve")
_PACKAGES = {
    "constraint": ("constraint", ""),
    "cp-sat": ("ortools", "study"),
    "ilp": ("ortools", "study"),
    "genetic": ("numpy", ""),
    "annealing": ("numpy", ""),
}
"""Modules that engines need and that may be missing, and the extras that they are in."""
_CORE = "solver.native._core"


def known_names() -> tuple[str, ...]:
    """The names of all engines: those of this program, then those of other packages."""
    return (*NAMES, *_entry_points())


def engine_names() -> tuple[str, ...]:
    """The names that :func:`get_engine` knows and that can be used here, the default first.

    >>> "python" in engine_names()
    True
    """
    return tuple(name for name in known_names() if not why_missing(name))


def missing_engines() -> dict[str, str]:
    """The engines that cannot be used here, each with the reason as a sentence."""
    return {name: reason for name in known_names() if (reason := why_missing(name))}


def why_missing(name: str) -> str:
    """Why an engine cannot be used here; empty if it can."""
    if name not in NAMES:
        found = _from_other_package(name)
        return found if isinstance(found, str) else ""
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
    name = next(name for name in NAMES if not why_missing(name))
    if name != "native":
        _log.warning("the native core is missing: puzzles are solved more slowly, without hints")
    return name


@cache
def _entry_points() -> dict[str, EntryPoint]:
    """The engines of other packages by name; a name of this program keeps its meaning."""
    from importlib.metadata import entry_points  # slow to import

    found = {each.name: each for each in entry_points(group=GROUP) if each.name not in NAMES}
    return dict(sorted(found.items()))


@cache
def _from_other_package(name: str) -> Engine | str:
    """The engine of an entry point, or why it cannot be used."""
    entry = _entry_points()[name]
    package = "" if entry.dist is None else entry.dist.name
    try:
        engine = checked(entry.load())
        if engine.name != name:
            raise ValueError(worded("the engine calls itself {name!r}", name=engine.name))
    except Exception as error:  # code of other people
        return worded("the package {package} fails: {error}", package=package, error=error)
    return engine


def checked(engine: object) -> Engine:
    """An engine that is given as an object.

    Raises:
        TypeError: It is none.
    """
    if isinstance(engine, type) or not all(hasattr(engine, name) for name in _PROTOCOL):
        names = enumerated(_PROTOCOL)
        raise TypeError(
            worded("an engine is an object with {names}, not {value!r}", names=names, value=engine)
        )
    found: Engine = engine  # type: ignore[assignment]
    return found


@cache
def _loaded(name: str) -> Engine:
    if name not in NAMES:
        return checked(_from_other_package(name))
    with interrupt_kept():
        engine: Engine = import_module(f"{__package__}.engines.{name.replace('-', '_')}").ENGINE
    return engine


def get_engine(name: str | Engine | None = None) -> Engine:
    """The engine of that name, with the options that follow it, or the default one.

    Args:
        name: ``name`` or ``name:option=value:switch``, see :mod:`solver.options`; or an engine.

    Raises:
        NonogramError: There is no such engine or option, or the engine cannot be used on this
            machine.
        TypeError: It is neither a name nor an engine.
    """
    if name is not None and not isinstance(name, str):
        return checked(name)
    name, *words = (default_engine() if name is None else name).split(":")
    if name not in NAMES and name not in _entry_points():
        from difflib import get_close_matches

        similar = get_close_matches(name[:100].lower(), known_names(), 1)
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
