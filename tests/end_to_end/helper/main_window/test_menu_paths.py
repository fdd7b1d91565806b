"""Each menu path in the help, the documents and the program's texts leads to a command."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from helper.commands.command import SCAN_CHOICES, SOLVER_CHOICES
from helper.commands.command_table import CommandTable
from helper.main_window.main_window import MainWindow
from tests.support.paths import ROOT

PAGES = (
    "README.md", "ARCHITECTURE.md", "CHANGELOG.md", "docs/**/*.md", "resources/help/*.md",
    "helper/**/*.py",
)  # fmt: skip
OTHER_TEXTS = {"Clear Drawing": "Start Again"}
"""Commands whose text depends on the state."""
PATH = re.compile(r"\b(File|Edit|Puzzle|View|Help) > ")
CHOICES = {"Scan": SCAN_CHOICES, "Solution": SOLVER_CHOICES}
"""Commands that open a dialog with further ones."""


def texts(page: Path) -> Iterator[str]:
    """The text of a page; for code its strings and docstrings."""
    text = page.read_text(encoding="utf-8")
    if page.suffix == ".md":
        yield text
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def plain(action: QAction) -> str:
    return action.text().replace("&", "").removesuffix("…")


def names(menu: QMenu, table: CommandTable) -> Iterator[str]:
    """All that may follow the menu's name: commands, and commands of its submenus and dialogs."""
    for action in menu.actions():
        text = plain(action)
        submenu = action.menu()
        if text in CHOICES:
            yield from (f"{text} > {plain(each)}" for each in table.choices(CHOICES[text]))
            yield f"{text} > Watch"
        if isinstance(submenu, QMenu):
            yield from (f"{text} > {name}" for name in names(submenu, table))
        if text:
            yield text
            if text in OTHER_TEXTS:
                yield OTHER_TEXTS[text]


def test_each_path_leads_to_a_command(window: MainWindow) -> None:
    menus = {plain(action): action.menu() for action in window.menuBar().actions()}
    known = {
        title: tuple(names(menu, window.commands))
        for title, menu in menus.items()
        if isinstance(menu, QMenu)
    }
    known["Help"] += tuple(f"Contents > {page.title}" for page in window.helping.pages())
    wrong = []
    count = 0
    for page in (path for pattern in PAGES for path in ROOT.glob(pattern)):
        for text in texts(page):
            joined = " ".join(text.replace("**", "").split())
            for found in PATH.finditer(joined):
                count += 1
                rest = joined[found.end() :]
                is_known = any(
                    re.match(rf"{re.escape(name)}(?!\w| >)", rest) for name in known[found[1]]
                )
                if not is_known:
                    wrong.append(f"{page.name}: {found[0]}{rest[:30]}")
    assert "\n".join(wrong) == ""
    assert count > 50, "the pages have paths"
