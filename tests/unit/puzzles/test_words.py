"""Laws about the texts that people see: each is one whole template."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Iterator
from functools import lru_cache
from gettext import NullTranslations
from pathlib import Path
from string import Formatter

import pytest

from puzzles import words
from tests.support.paths import ROOT

PACKAGES = ("helper", "main.py", "network", "puzzles", "recognizer", "solver")
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


@lru_cache(maxsize=1)
def parsed(source: str) -> ast.Module:
    """A module's syntax, in which several laws look one after the other."""
    return ast.parse(source)


def put_together(source: str) -> list[tuple[int, str]]:
    """The places of a module where a text for people is put together from pieces.

    Returns:
        Line number and what is there.
    """
    found = []
    for node in visible(parsed(source)):
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


MARKS = {"_", "worded", "plural", "in_context", "forms", "marked", "help_text", "Option"}
TEMPLATE = re.compile(r"\{[a-z_]+(:[^{}]*)?\}")
NO_TEMPLATE = re.compile(r"\{\{|^/|\\|\{bar\}|^event: ")
"""Style sheets, routes, regular expressions, the format of a progress bar, events."""


def unmarked(source: str) -> list[tuple[int, str]]:
    """The templates of a module that are in no call that marks them for the catalogues."""
    tree, inner = parsed(source), set[ast.AST]()
    for node in ast.walk(tree):
        is_mark = isinstance(node, ast.Call) and (
            isinstance(node.func, ast.Name) and node.func.id in MARKS
        )
        is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if is_mark or is_docstring or isinstance(node, ast.JoinedStr):
            inner.update(ast.walk(node))
    return [
        (node.lineno, node.value)
        for node in visible(tree)
        if node not in inner
        and isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and TEMPLATE.search(node.value)
        and not NO_TEMPLATE.search(node.value)
        and TEMPLATE.sub("", node.value)
    ]


def fields_of(text: str) -> set[str]:
    """The names of a template's fields, except the count."""
    return {name for _, name, _, _ in Formatter().parse(text) if name} - {"count"}


def unequal_forms(source: str) -> list[tuple[int, str]]:
    """The plurals of a module whose two templates have different fields."""
    found = []
    for node in ast.walk(parsed(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            first = {"plural": 1, "forms": 0}.get(node.func.id)
            if first is None:
                continue
            fields = [fields_of(shape(each)) for each in node.args[first : first + 2]]
            literal = all(map(shape, node.args[first : first + 2]))
            if literal and fields[0] != fields[1]:
                found.append((node.lineno, shape(node.args[first + 1])))
    return found


def sources(package: str) -> list[Path]:
    """The modules of a package, or the module."""
    root = ROOT / package
    return [root] if root.is_file() else sorted(root.rglob("*.py"))


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
    "source",
    [
        'text = "{file} is empty" if is_empty else _("{file} is full")',
        'TEXTS = {1: "{count} of {all:,}"}',
    ],
)
def test_a_template_without_a_mark_is_found(source: str) -> None:
    assert unmarked(source)


@pytest.mark.parametrize(
    "source",
    [
        'worded("{file} is empty", file=file)',
        'text = _("{file} is full")',
        'SHEET = "QLabel {{ color: {faint}; }}"',
        'route = "/v1/jobs/{id}"',
        'f"{width}: {height}"',
        '"{name}".format(name=name)',
    ],
)
def test_other_literals_are_not_found(source: str) -> None:
    assert not unmarked(source)


def test_a_plural_with_other_fields_than_the_singular_is_found() -> None:
    assert unequal_forms('plural(n, "{count} file", "{count} files: {done} done", done=n)')
    assert unequal_forms('forms("{a} is", "{a} are {b}")')
    assert not unequal_forms('plural(n, "a cell of {a}", "{count} cells of {a}", a=a)')


SHELL = re.compile("`nonogram|command nonogram")
OF_COMMANDS = {"engine_choice.py", "unexpected.py", "display.py"}
"""Modules besides those of commands whose texts are said on a terminal only."""


def naming_commands(source: str) -> list[tuple[int, str]]:
    """The texts of a module that name a command of the shell."""
    return [
        (node.lineno, ast.unparse(node))
        for node in ast.walk(parsed(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in MARKS
        and any(SHELL.search(shape(argument)) for argument in node.args)
    ]


@pytest.mark.parametrize("package", PACKAGES)
def test_texts_are_whole_marked_alike_in_both_forms_and_name_no_command_in_windows(
    package: str,
) -> None:
    for path in sources(package):
        source = path.read_text(encoding="utf-8")
        assert not put_together(source), path
        assert not unmarked(source), path
        assert not unequal_forms(source), path
        if not path.name.endswith(("cli.py", "main.py")) and path.name not in OF_COMMANDS:
            assert not naming_commands(source), path


class Cases(NullTranslations):
    """Says phrases in two forms, and templates that want the second one."""

    def gettext(self, message: str) -> str:
        return {
            "row {n}": "wiersz {n} | gen: wiersza {n}",
            "no {row}": "nie ma {row:gen}",
            "a dot": "kropka | gen: kropki",
        }.get(message, message)


@pytest.fixture
def cases(monkeypatch: pytest.MonkeyPatch) -> None:
    """A language with cases."""
    monkeypatch.setattr(words, "catalogue", Cases())
    monkeypatch.setattr(words, "LANGUAGE", "pl")


@pytest.mark.usefixtures("cases")
def test_a_template_chooses_the_form_of_a_phrase() -> None:
    row = words.worded("row {n}", n=3)
    assert row == "wiersz 3"
    assert words.worded("no {row}", row=row) == "nie ma wiersza 3"
    assert (
        words.worded("no {row}", row=words.listed([row, row])) == "nie ma wiersza 3 and wiersza 3"
    )
    assert words.worded("no {row}", row=words._("a dot")) == "nie ma kropki"


@pytest.mark.usefixtures("cases")
def test_a_phrase_without_the_form_stands_in_its_basic_one() -> None:
    assert words.worded("no {row}", row="A") == "nie ma A"


@pytest.mark.usefixtures("cases")
def test_a_template_keeps_its_forms_until_it_is_filled_in() -> None:
    row = words.worded(words._("row {n}"), n=3)
    assert words.form_of(row, "gen") == "wiersza 3"
    assert words.form_of(pickle.loads(pickle.dumps(row)), "gen") == "wiersza 3"
