"""The names of modules in an installation: what is rewritten, and what may not be guessed."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.support.cases import further
from tests.support.paths import ROOT
from tools.full_names import (
    PACKAGES,
    UnclearNameError,
    full_name,
    modules_of,
    rewritten,
    rewritten_strings,
)

IS_MODULE = modules_of(ROOT)
SOURCES = [ROOT / "main.py", *(
    path
    for name in ("nonogram_helper", *PACKAGES)
    for end in ("py", "pyi")
    for path in sorted((ROOT / name).rglob(f"*.{end}"))
)]  # fmt: skip
STRINGS = {
    "helper/app.py": "resources",
    "helper/application/icons.py": "resources",
    "helper/application/theme.py": "resources",
    "helper/application/typeface.py": "resources",
    "helper/main_window/about.py": "resources",
    "helper/review/page_work.py": "solver.solution_count:count_solutions",
    "helper/review/preparation.py": "recognizer.images helper.review.draft"
    " helper.review.picture_view helper.review.clue_panel helper.review.detail"
    " helper.review.grid_bar helper.review.rereading helper.review.review_window"
    " helper.review.review_autosave",
    "helper/widgets/help_dialog.py": "resources resources",
    "main.py": "recognizer.live.command.cli:ar puzzles.cli:check puzzles.convert_cli:convert"
    " helper.picture.cli:create solver.study.cli:engines solver.logic.cli:explain"
    " puzzles.convert_cli:formats helper.generate.cli:generate solver.logic.cli:hint"
    " puzzles.cli:list_packs helper.paper.cli:print_command solver.logic.cli:rate"
    " solver.author.repair_cli:repair recognizer.cli:scan network.service.cli:serve"
    " solver.cli:solve solver.study.cli:study solver.solution_count:count_solutions main:main"
    " solver.engines.outside",
    "network/phone/phone_app.py": "resources",
    "network/phone/play_app.py": "resources",
    "network/playable.py": "resources",
    "nonogram_helper/__init__.py": "puzzles.difficulty puzzles.errors puzzles.formats puzzles.grid"
    " puzzles.model recognizer.many_pictures recognizer.one_picture recognizer.pages.page_board"
    " recognizer.values solver.api solver.author.generator.making"
    " solver.author.generator.options solver.logic.rate solver.many solver.solution_count"
    " solver.values",
    "puzzles/packs.py": "puzzles",
    "puzzles/program.py": "puzzles.child",
    "recognizer/clues/digit_classifier.py": "resources",
    "solver/registry.py": "solver.native._core",
}
"""All strings of the program that are rewritten: each has to name a module that is imported, or a
package whose files are read."""


def full(source: str) -> str:
    return rewritten(source, "a.py", IS_MODULE)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("from solver.api import solve", "from nonogram_helper.solver.api import solve"),
        ("from puzzles import Grid", "from nonogram_helper.puzzles import Grid"),
        ("from main import main", "from nonogram_helper._main import main"),
        ("if x: from solver import api", "if x: from nonogram_helper.solver import api"),
        ("import solver", "import nonogram_helper.solver as solver"),
        ("import main", "import nonogram_helper._main as main"),
        ("import os, solver.api as a", "import os, nonogram_helper.solver.api as a"),
        ("import recognizer.values", "import nonogram_helper.recognizer.values"),
        ("m = import_module('solver.api')", "m = import_module('nonogram_helper.solver.api')"),
        ("é = 'ü', 'solver.cli:solve'", "é = 'ü', 'nonogram_helper.solver.cli:solve'"),
        ("c = 'main:main'", "c = 'nonogram_helper._main:main'"),
        ("f = resources.files('puzzles')", "f = resources.files('nonogram_helper.puzzles')"),
        ('"""See :mod:`~solver.api`."""', '"""See :mod:`~nonogram_helper.solver.api`."""'),
        ('"""\n>>> from main import f\n"""', '"""\n>>> from nonogram_helper._main import f\n"""'),
        ('x = 1\n"""For solver.api."""', 'x = 1\n"""For nonogram_helper.solver.api."""'),
    ],
)  # fmt: skip
def test_a_module_gets_its_full_name(source: str, expected: str) -> None:
    assert full(source) == expected
    assert full(expected) == expected


@pytest.mark.parametrize(
    "source",
    [
        "from . import api",
        "from nonogram_helper.solver import api",
        "from solvers import x",
        "import mainland, helpers.app",
        "tables = 'puzzles', 'solver'",
        "value.get('puzzles')",
        "query = 'select puzzles.title from puzzles'",
        "path = 'puzzles/packs/licenses.txt', 'main.py'",
        "solver.api()",
        "# from solver import api",
        '"""The words solver and main.py, and puzzles/model.py."""',
        "name = 'nonogram_helper.solver.api'",
    ],
)
def test_other_names_stay(source: str) -> None:
    assert full(source) == source


@pytest.mark.parametrize(
    "source",
    [
        "f'solver.engines.{name}'",
        "code = 'from solver import api'",
        "call = \"__import__('puzzles.bundles')\"",
        "name = 'solver.api.solve'",
        "import solver.api\nsolver.api.solve(p)",
        "name = '''solver.api'''",
        "from  solver import api",
        "name = 'sol\\x76er.api'",
    ],
)
def test_a_name_that_cannot_be_placed_is_an_error(source: str) -> None:
    with pytest.raises(UnclearNameError, match=r"^a\.py:[12]: "):
        full(source)


def test_the_strings_of_the_program_that_are_rewritten() -> None:
    found = {
        path.relative_to(ROOT).as_posix(): rewritten_strings(
            path.read_text("utf-8"), str(path), IS_MODULE
        )
        for path in SOURCES
    }
    expected = {file: strings.split() for file, strings in STRINGS.items()}
    assert {file: strings for file, strings in found.items() if strings} == expected


@pytest.mark.parametrize("sources", [SOURCES[::8], *further(SOURCES)], ids=["some", "all"])
def test_each_line_stays_a_line_and_no_import_is_left(sources: list[Path]) -> None:
    own = re.compile(rf"({'|'.join(PACKAGES)}|main)(\.|$)").match
    for path in sources:
        source = path.read_text("utf-8")
        lines = source.split("\n")
        result = rewritten(source, str(path), IS_MODULE)
        assert len(result.split("\n")) == len(lines), path
        assert _without_names(result) == _without_names(source), path
        imported = [
            name
            for node in ast.walk(ast.parse(result))
            for name in _imported(node)
        ]  # fmt: skip
        assert not list(filter(own, imported)), path


def _without_names(source: str) -> str:
    return source.replace("nonogram_helper.", "").replace("_main", "main")


def _imported(node: ast.AST) -> list[str]:
    if isinstance(node, ast.ImportFrom):
        return [] if node.level else [node.module or ""]
    return [each.name for each in node.names] if isinstance(node, ast.Import) else []


def test_no_text_that_is_translated_is_changed() -> None:
    """Else the catalogues would not find it."""
    template = (ROOT / "po" / "nonogram.pot").read_text("utf-8")
    texts = re.findall(r'^(?:msgid |msgid_plural )?"(.*)"$', template, re.MULTILINE)
    assert len(texts) > 1000
    docstring = "\n".join(['"""', *texts, '"""'])
    assert full(docstring) == docstring


def test_the_core_is_known_by_its_stub(tmp_path: Path) -> None:
    (tmp_path / "solver" / "native").mkdir(parents=True)
    (tmp_path / "solver" / "native" / "_core.pyi").touch()
    is_module = modules_of(tmp_path)
    assert is_module("solver.native._core")
    assert is_module("solver")
    assert not is_module("solver.api")
    assert full_name("main") == "nonogram_helper._main"
