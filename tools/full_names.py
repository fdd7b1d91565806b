"""Gives the program's modules the names that they have in an installation.

In the repository a module is called ``solver.api``, in an installation
``nonogram_helper.solver.api``: ``setup.py`` rewrites the sources when it builds a wheel. It changes
import statements, strings that name a module, and names in docstrings. Each line stays a line, so
tracebacks and logs of an installation name lines of the repository.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

PACKAGE = "nonogram_helper"
PACKAGES = ("helper", "network", "puzzles", "recognizer", "resources", "solver")
MAIN = "_main"
"""``main.py`` in an installation: ``nonogram_helper.main`` is a function."""
LOOKUPS = ("__import__", "files", "find_spec", "import_module")
"""Functions whose first argument is the name of a module, also if it is only one word."""
_OWN = rf"(?:{'|'.join((*PACKAGES, 'main'))})"
_MODULE = re.compile(rf"(?P<module>{_OWN}(?:\.\w+)*)(?::\w+)?")
"""A module, or an object as ``module:name``."""
_DOTTED = re.compile(rf"(?<![\w./]){_OWN}(?:\.\w+)+")
_IMPORT = re.compile(rf"(?m)^(\s*(?:>>> |\.\.\. )?(?:from|import) )({_OWN})\b(?=\.| import |$)")
"""An import in a docstring or in other text."""

IsModule = Callable[[str], bool]
"""Whether there is a module or package of that name in the repository."""


def modules_of(root: Path) -> IsModule:
    """Tells the modules of a repository by their files; the core has only a stub there."""

    @cache
    def is_module(name: str) -> bool:
        path = root.joinpath(*name.split("."))
        return path.is_dir() or any(path.with_suffix(end).is_file() for end in (".py", ".pyi"))

    return is_module


class UnclearNameError(Exception):
    """A module is named in a way that cannot be rewritten; the text says where."""


class Edit(NamedTuple):
    """A replacement within a line."""

    line: int
    """From 1."""
    begin: int
    """Bytes of UTF-8 before it."""
    old: str
    new: str


def full_name(module: str) -> str:
    """The name in an installation.

    >>> full_name("solver.api"), full_name("main")
    ('nonogram_helper.solver.api', 'nonogram_helper._main')
    """
    return f"{PACKAGE}.{MAIN if module == 'main' else module}"


def rewritten(source: str, file: str, is_module: IsModule) -> str:
    """A module with full names.

    Args:
        source: Its text.
        file: What errors call it.
        is_module: Tells modules from other words with a dot.

    Raises:
        UnclearNameError: A name cannot be rewritten.
    """
    lines = source.encode().split(b"\n")
    edits = _Finder(source, file, is_module).edits()
    for line, begin, old, new in sorted(set(edits), reverse=True):
        text = lines[line - 1]
        end = begin + len(old.encode())
        if text[begin:end] != old.encode():
            raise UnclearNameError(f"{file}:{line}: {old} is not written in one piece")
        lines[line - 1] = text[:begin] + new.encode() + text[end:]
    return b"\n".join(lines).decode()


def rewritten_strings(source: str, file: str, is_module: IsModule) -> list[str]:
    """The strings of a module that name a module, docstrings excepted.

    Raises:
        UnclearNameError: A name cannot be rewritten.
    """
    return [value for _, value in _Finder(source, file, is_module).strings()]


class _Finder:
    """Finds what has to be replaced in a module."""

    def __init__(self, source: str, file: str, is_module: IsModule) -> None:
        self._lines = source.split("\n")
        self._file, self._is_module = file, is_module
        self._nodes = list(ast.walk(ast.parse(source, file)))

    def edits(self) -> Iterator[Edit]:
        for node in self._nodes:
            if isinstance(node, ast.ImportFrom):
                yield from self._of_import_from(node)
            elif isinstance(node, ast.Import):
                yield from map(self._of_import, (each for each in node.names if _is_own(each.name)))
        for string, value in self.strings():
            begin = string.col_offset + self._quote(string)
            old = re.split(r"[.:]", value)[0]
            yield Edit(string.lineno, begin, old, full_name(old))
        for docstring in self._docstrings():
            yield from self._of_docstring(docstring)

    def _of_import_from(self, node: ast.ImportFrom) -> Iterator[Edit]:
        if node.level or not _is_own(node.module or ""):
            return
        old = (node.module or "").partition(".")[0]
        yield Edit(node.lineno, node.col_offset + len("from "), old, full_name(old))

    def _of_import(self, alias: ast.alias) -> Edit:
        first, dot, _ = alias.name.partition(".")
        if alias.asname is not None or not dot:
            name = f" as {first}" if alias.asname is None else ""
            return Edit(alias.lineno, alias.col_offset, first, full_name(first) + name)
        # This binds ``first``, which will be another module.
        for node in self._nodes:
            if isinstance(node, ast.Name) and node.id == first:
                raise self._error(node, f"import {alias.name} as a name of its own")
        return Edit(alias.lineno, alias.col_offset, first, full_name(first))

    def strings(self) -> Iterator[tuple[ast.Constant, str]]:
        """The strings that name a module, each with its text.

        Raises:
            UnclearNameError: A string has the name of a module in it and is none.
        """
        docstrings = set(map(id, self._docstrings()))
        named = {
            id(node.args[0])
            for node in self._nodes
            if isinstance(node, ast.Call) and node.args and _name(node.func) in LOOKUPS
        }
        for node in self._nodes:
            if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
                continue
            found = _MODULE.fullmatch(node.value)
            is_word = node.value in (*PACKAGES, "main")
            if id(node) in docstrings or (is_word and id(node) not in named):
                continue
            if found and self._is_module(found["module"]):
                yield node, node.value
            elif self._modules_in(node.value) or _IMPORT.search(node.value):
                raise self._error(node, f"no rule for the module in the string {node.value!r}")

    def _modules_in(self, text: str) -> list[re.Match[str]]:
        """The names of modules in a text; what follows the module may be a name in it."""
        found = _DOTTED.finditer(text)
        return [each for each in found if self._is_module(".".join(each[0].split(".")[:2]))]

    def _docstrings(self) -> Iterator[ast.Constant]:
        """Docstrings, and strings below what they describe."""
        for node in self._nodes:
            if (
                isinstance(node, ast.Expr)
                and isinstance(node.value, ast.Constant)
                and isinstance(node.value.value, str)
            ):
                yield node.value

    def _of_docstring(self, node: ast.Constant) -> Iterator[Edit]:
        for number in range(node.lineno, (node.end_lineno or node.lineno) + 1):
            line = self._lines[number - 1]
            found = [(each.start(), each[0]) for each in self._modules_in(line)]
            found += [(each.start(2), each[2]) for each in _IMPORT.finditer(line)]
            for begin, name in found:
                old = name.partition(".")[0]
                yield Edit(number, len(line[:begin].encode()), old, full_name(old))

    def _quote(self, node: ast.Constant) -> int:
        """The length of what is before the first letter of a string."""
        line = self._lines[node.lineno - 1].encode()[node.col_offset :]
        found = re.match(rb"""[rRbBuU]*("|')""", line)
        if found is None or node.lineno != node.end_lineno:
            raise self._error(node, f"the string {node.value!r} is not written in one piece")
        return found.end()

    def _error(self, node: ast.expr, text: str) -> UnclearNameError:
        return UnclearNameError(f"{self._file}:{node.lineno}: {text}")


def _is_own(module: str) -> bool:
    return module.partition(".")[0] in (*PACKAGES, "main")


def _name(function: ast.expr) -> str:
    """The last name of what is called."""
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""
