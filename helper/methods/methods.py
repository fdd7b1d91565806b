"""The solving methods as the window lists them: names, what they do, their options. No widgets.

An engine's description needs its module and all that it imports; some take half a second. So a
child process asks them all, see :class:`helper.methods.catalogue.Catalogue`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from puzzles import NonogramError
from puzzles.words import _, enumerated, worded
from solver.options import EngineOption, Value, options_of, parse_options, spec_of
from solver.registry import engine_names, get_engine, missing_engines

_TITLES = {
    "native": _("Native core"),
    "python": _("Python core"),
    "elimination": _("Elimination"),
    "mac": _("Arc consistency (MAC)"),
    "backtracking": _("Backtracking"),
    "axis": _("Arrangements of one axis"),
    "depth-first": _("Depth-first search"),
    "brute-force": _("Brute force"),
    "logic": _("Solving techniques"),
    "intersection": _("Intersection of arrangements"),
    "constraint": "python-constraint",
    "cp-sat": "CP-SAT",
    "ilp": _("Integer programming"),
    "genetic": _("Genetic algorithm"),
    "annealing": _("Simulated annealing"),
}
"""How people call the engines; elsewhere their names are ids, which can be typed."""
VARIANTS = ("elimination:queue=fifo", "elimination:assume=fewest", "axis:partial")
"""Variants that Puzzle > Solution > Compare Methods offers beside the defaults."""


class MethodInfo(NamedTuple):
    """Name, description and options of an engine, without importing it."""

    name: str
    description: str
    """One sentence; empty if the engine cannot be asked."""
    options: tuple[EngineOption, ...]

    def values(self, spec: str) -> dict[str, Value]:
        """The value of each option.

        Args:
            spec: The method's name, with the options that differ from the defaults.

        Raises:
            NonogramError: There is no such option, or it cannot have that value.

        >>> describe("elimination").values("elimination:queue=fifo")["queue"]
        'fifo'
        """
        defaults: dict[str, Value] = {option.name: option.default for option in self.options}
        return defaults | parse_options(self.name, self.options, spec.split(":")[1:])

    def spec(self, texts: Iterable[tuple[str, str]]) -> str:
        """The method's name, with the options that differ from the defaults.

        Args:
            texts: ``(option, value)``.

        Raises:
            NonogramError: An option cannot have that value.

        >>> describe("elimination").spec([("queue", "fifo"), ("tracked", "no")])
        'elimination:queue=fifo'
        """
        words = [f"{name}={text}" for name, text in texts]
        return spec_of(self.name, self.options, parse_options(self.name, self.options, words))


def method_title(spec: str) -> str:
    """How people call a method, with the options that differ from the defaults.

    >>> method_title("elimination:queue=fifo")
    'Elimination (queue=fifo)'
    """
    name, *options = spec.split(":")
    title = _TITLES.get(name, name)
    if not options:
        return title
    return worded("{method} ({options})", method=title, options=enumerated(options))


def describe(name: str) -> MethodInfo:
    """Name, description and options of an engine; imports its module."""
    try:
        engine = get_engine(name)
    except NonogramError:
        return MethodInfo(name, "", ())
    return MethodInfo(name, engine.description, options_of(engine))


def describe_all() -> tuple[MethodInfo, ...]:
    """Describe all engines that can be used here; takes a while."""
    return tuple(map(describe, engine_names()))


def known_variants(methods: Sequence[MethodInfo]) -> list[str]:
    """The :data:`VARIANTS` whose methods can be used here."""
    by_name = {method.name: method for method in methods}
    found = []
    for spec in VARIANTS:
        method = by_name.get(spec.partition(":")[0])
        try:
            if method is not None and method.values(spec):
                found.append(spec)
        except NonogramError:
            continue
    return found


def methods_text(methods: Sequence[MethodInfo]) -> str:
    """A list of all methods for a page of the help, in Markdown."""
    lines = []
    for method in methods:
        lines.append(f"* **{method_title(method.name)}** ({method.name}): {method.description}")
        lines += [
            f"    * *{each.name}* ({_values_text(each)}): {each.sentence}."
            for each in method.options
        ]
    lines += [
        worded(
            "* **{name}** cannot be used here: {reason}.", name=method_title(name), reason=reason
        )
        for name, reason in missing_engines().items()
    ]
    return "\n".join(lines)


def _values_text(option: EngineOption) -> str:
    default = option.default
    if option.choices:
        return enumerated(
            worded("{choice}, the default", choice=each) if each == default else each
            for each in option.choices
        )
    if isinstance(default, bool):
        return _("yes or no, by default yes") if default else _("yes or no, by default no")
    return worded("a number, by default {default}", default=default)
