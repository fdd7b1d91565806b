"""Laws about the texts that people see: each is one whole template."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from string import Formatter

import pytest

from tests.support.paths import ROOT

WORDS = {"worded", "plural", "paragraph"}
FIELD = "{}"
PROSE = re.compile(r"[A-Za-z]{2,}[,:.;]? [a-z]{2,}|[a-z]{2,}[.:,;]? \{\}|\{\}[,.;:]? [a-z]{2,}")
"""Two words, or a word beside a field."""
NO_PROSE = re.compile(
    r"^\s*(select|insert|update|delete|pragma|alter|create|begin|from) "  # SQL
    r"|</?[a-z][a-z0-9]*[ >/]|[a-z-]+: [^ ]+;|px;|=\""  # markup and style sheets
)
NO_TEXTS = re.compile(
    r"(goal|color|width|height|nonograms\.org|\[\{\} clues\]|/\* XPM|\\ \{\}) ?"  # files of puzzles
    r"|(collections|game|nonogram|nonogram-helper|photo|rating|review|seed|shelf"
    r"|surprise|Nonogram Helper) \{\}$"
    r"|-\{\} days$|border: "
)
"""Lines of files, names of jobs and random seeds, versions, style sheets."""


def shape(node: ast.expr) -> str:
    """The text of a literal or f-string with ``{}`` for each field; empty for other nodes."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(
            shape(part) if isinstance(part, ast.Constant) else FIELD for part in node.values
        )
    return ""


def is_said(text: str) -> bool:
    """Whether a text is prose that a person may see."""
    return bool(PROSE.search(text)) and not NO_PROSE.search(text) and not NO_TEXTS.match(text)


def visible(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a module outside of logging, ``__repr__`` and assertions."""
    stack = [tree]
    while stack:
        node = stack.pop()
        is_repr = isinstance(node, ast.FunctionDef) and node.name in ("__repr__", "_repr_html_")
        is_log = (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id in ("_log", "logging")
        )
        if not (is_repr or is_log or isinstance(node, ast.Assert)):
            yield node
            stack += ast.iter_child_nodes(node)


def put_together(source: str) -> list[tuple[int, str]]:
    """The places of a module where a text for people is put together from pieces.

    Returns:
        Line number and what is there.
    """
    found = []
    for node in visible(ast.parse(source)):
        if isinstance(node, ast.JoinedStr):
            text = shape(node)
            if is_said(text):
                found.append((node.lineno, f"f-string: {text}"))
        elif isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Add):
            sides = [node.left, node.right] if isinstance(node, ast.BinOp) else [node.value]
            for side in sides:
                if is_said(shape(side)) or is_words(side):
                    found.append((node.lineno, f"+: {ast.unparse(side)}"))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            joint = shape(node.func.value).strip()
            if node.func.attr == "join" and joint in ("and", "or", "to"):
                found.append((node.lineno, f"join: {joint}"))
        elif isinstance(node, ast.Call) and is_words(node) and isinstance(node.func, ast.Name):
            first = {"worded": 0, "plural": 1}.get(node.func.id, len(node.args))
            given = {keyword.arg for keyword in node.keywords} | {"count"}
            for template in node.args[first:]:
                if isinstance(template, ast.JoinedStr | ast.BinOp):
                    found.append((node.lineno, f"template: {ast.unparse(template)}"))
                elif (
                    not {name for _, name, _, _ in Formatter().parse(shape(template)) if name}
                    <= given
                ):
                    found.append((node.lineno, f"fields: {shape(template)}"))
    return found


def is_words(node: ast.expr) -> bool:
    """Whether an expression is a text of :mod:`puzzles.words`."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in WORDS


@pytest.mark.parametrize(
    "source",
    [
        'f"the file has {count} puzzles"',
        'text += " It is empty."',
        '"No solution: " + reason',
        'worded("{count} cells", count=count) + end',
        '" and ".join(names)',
        'worded(f"the file {kind} is {{empty}}", empty=empty)',
        'worded("{file} has {cells} cells", file=file)',
    ],
)
def test_a_text_that_is_put_together_is_found(source: str) -> None:
    assert put_together(source)


@pytest.mark.parametrize(
    "source",
    [
        'worded("the file has {count} puzzles", count=count)',
        'f"{width} × {height}"',
        'f"select id from games where {column} = ?"',
        'f"<rect width={width} height={height}/>"',
        '_log.info(f"read {count} puzzles")',
    ],
)
def test_other_texts_are_not_found(source: str) -> None:
    assert not put_together(source)


@pytest.mark.parametrize(
    "package", ["helper", "main.py", "network", "puzzles", "recognizer", "solver"]
)
def test_no_text_for_people_is_put_together(package: str) -> None:
    root = ROOT / package
    paths = [root] if root.is_file() else sorted(root.rglob("*.py"))
    found = {
        str(path.relative_to(ROOT)): places
        for path in paths
        if (places := put_together(path.read_text(encoding="utf-8")))
    }
    assert not found
