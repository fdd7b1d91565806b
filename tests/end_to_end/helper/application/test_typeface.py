"""The program's own typeface is used everywhere, and has all characters that the program writes."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QRawFont
from PySide6.QtWidgets import QApplication, QWidget

from helper.application.typeface import BODY_PX, FAMILY, STYLES, body_font, scaled, strong
from helper.main_window.main_window import MainWindow
from puzzles.language import LANGUAGES
from tests.support.paths import ROOT

UNREADABLE = "\N{REPLACEMENT CHARACTER}"
"""Looked for in files, never written."""
JAPANESE_SIGNS = "、。"
"""Written in Japanese only, which has the fonts of the system."""
PACKAGES = ("helper", "network", "solver", "recognizer", "puzzles")


READERS = ("char_grid.py", "shared_text.py", "text_lists.py", "text_sections.py")
"""Modules whose characters are those of texts that people share: they are read, never shown."""


def written_by(path: Path) -> Iterator[str]:
    """The texts in a module, without its docstrings; none if all of it is ASCII."""
    text = path.read_text(encoding="utf-8")
    if text.isascii() and not re.search(r"\\[NUux]", text):
        return
    if path.name in READERS:
        return
    tree = ast.parse(text)
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
            yield node.value


def test_all_widgets_have_the_typeface(window: MainWindow) -> None:
    for widget in (window, *window.findChildren(QWidget)):
        assert widget.font().family() == FAMILY, widget
    assert QFontInfo(QApplication.font()).family() == FAMILY
    assert QFontInfo(QApplication.font()).pixelSize() == BODY_PX


def test_bold_is_drawn_as_such_and_not_made_of_a_lighter_weight() -> None:
    assert sorted(QFontDatabase.styles(FAMILY)) == sorted(STYLES)
    assert [QFontDatabase.weight(FAMILY, style) for style in STYLES] == [400, 500, 700]
    assert QRawFont.fromFont(strong(body_font())).weight() == QFont.Weight.Bold


def test_another_size_is_in_px_whatever_it_is_made_from() -> None:
    font = body_font()
    assert scaled(font, 2).pixelSize() == 2 * BODY_PX
    assert scaled(font, 0.001).pixelSize() == 1
    font.setPointSizeF(30)
    assert scaled(font, 0.5).pixelSize() == round(QFontInfo(font).pixelSize() / 2)


def test_every_character_that_the_program_writes_is_in_the_typeface() -> None:
    texts = [string.printable]
    texts += [t for package in PACKAGES for path in (ROOT / package).rglob("*.py")
             for t in written_by(path)]  # fmt: skip
    texts += [p.read_text(encoding="utf-8") for p in (ROOT / "resources" / "help").glob("*.md")]
    texts += [p.read_text(encoding="utf-8") for p in (ROOT / "po").glob("*.po") if p.stem != "ja"]
    characters = {c for c in "".join(texts) if c.isprintable()} - {
        UNREADABLE,
        *LANGUAGES["ja"],
        *JAPANESE_SIGNS,
    }
    assert len(characters) > 90
    for style in STYLES:
        font = QRawFont.fromFont(QFontDatabase.font(FAMILY, style, 10))
        assert {c for c in characters if not font.supportsCharacter(ord(c))} == set(), style


def test_help_pages_have_no_passages_in_another_typeface() -> None:
    for path in (ROOT / "resources" / "help").glob("*.md"):
        assert "`" not in path.read_text(encoding="utf-8"), path.name
