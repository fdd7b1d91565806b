"""Lists in brackets, as Python, JavaScript, C and JSON write them, also torn or with errors."""

from __future__ import annotations

import re
from collections.abc import Iterator

_TOKENS = re.compile(
    r"(?P<open>[\[({])|(?P<close>[\])}])|\"(?P<double>[^\"\n]*)\"|'(?P<single>[^'\n]*)'"
    r"|(?P<atom>\d+[A-Za-z]?(?![\w.])|\d+|[?][A-Za-z]?|[*]|\b(?:null|None|nil|undefined)\b)"
    r"|(?P<newline>\n)|[^\W\d]\w*"
)
_FIRST = re.compile(r"[\[({]\s*(?:[\[({\]\"'\d?*]|null|None|\n)")
_NOTHING = ("null", "None", "nil", "undefined")
_MAX_DEPTH = 20


class _Node:
    """A list: its lists and atoms in order."""

    __slots__ = ("before", "depth", "items")

    def __init__(self, before: int) -> None:
        self.items: list[_Node | str] = []
        self.depth = 1
        self.before = before
        """The line breaks before it since the last list."""


def has_brackets(text: str) -> bool:
    """Whether there is a list in brackets with numbers or texts."""
    return _FIRST.search(text) is not None


def tables_in(text: str) -> list[list[str]]:
    """The lists of lists in a text: for each list in one of them its numbers with dots between.

    >>> tables_in("a = [[1, 1], [], 3, '2 1']; b = ((2,), [null, 1], None)")
    [['1.1', '0', '3', '2 1'], ['2', '?.1', '*']]
    """
    return [list(map(_line, node.items)) for node in _tables(_tree(text))]


def lines_in(text: str) -> list[str]:
    """The lists in a text as lines of numbers, with empty lines where it has them.

    >>> lines_in("[1, 1]\\n[3]\\n\\n[2],['1 2']")
    ['1, 1', '3', '', '2', '1 2']
    """
    found: list[str] = []
    for item in _tree(text).items:
        if isinstance(item, _Node):
            if item.before > 1 and found:
                found.append("")
            found.append(", ".join(map(_line, item.items)) or "0")
    return found


def _tree(text: str) -> _Node:
    root, breaks = _Node(0), 0
    path = [root]
    for token in _TOKENS.finditer(text):
        kind, here = token.lastgroup, path[-1]
        if kind == "open" and len(path) < _MAX_DEPTH:
            path.append(_Node(breaks))
            here.items.append(path[-1])
            breaks = 0
        elif kind == "close" and len(path) > 1:
            path.pop()
            path[-1].depth = max(path[-1].depth, here.depth + 1)
        elif kind in ("double", "single"):
            _add_text(here, token[kind], breaks)
            breaks = 0
        elif kind == "atom":
            here.items.append(token[0])
        elif kind == "newline":
            breaks += 1
    while len(path) > 1:  # the text is torn
        last = path.pop()
        if last.items:
            path[-1].depth = max(path[-1].depth, last.depth + 1)
        else:
            path[-1].items.remove(last)
    return root


def _add_text(here: _Node, text: str, breaks: int) -> None:
    """A text in quotes is a list of its own, if it has clues."""
    if re.fullmatch(r"[\d\s.,;:/|&?*-]*|[A-Z]{1,40}(?:[\s,;/|&-]+[A-Z]{1,40})*", text.strip()):
        node = _Node(breaks)
        node.items = [text.strip() or "0"]
        here.items.append(node)
        here.depth = max(here.depth, 2)


def _tables(root: _Node) -> Iterator[_Node]:
    stack = [root]
    while stack:
        node = stack.pop()
        if node.depth == 2 and node is not root:
            yield node
        elif node.depth > 2:
            stack += [each for each in reversed(node.items) if isinstance(each, _Node)]


def _line(item: _Node | str) -> str:
    """The numbers of a list, or of a number that stands for a list; what is null is not known."""
    if isinstance(item, str):
        return "*" if item in _NOTHING else item
    atoms = list(_atoms(item))
    return ".".join("?" if atom in _NOTHING else atom for atom in atoms) or "0"


def _atoms(node: _Node) -> Iterator[str]:
    for item in node.items:
        if isinstance(item, str):
            yield item
        else:
            yield from _atoms(item)
