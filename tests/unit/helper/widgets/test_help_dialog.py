"""The pages of the help as they are laid out."""

from __future__ import annotations

from typing import Any

from PySide6.QtGui import QTextLine
from pytestqt.qtbot import QtBot

from tests.support.help_pages import page_dialog


def _x(line: QTextLine, position: int) -> float:
    """Where a position of the text is, px."""
    found: Any = line.cursorToX(position)  # PySide6 declares another type
    return float(found[0])


def test_the_lines_of_an_item_begin_below_each_other_beside_the_bullet(qtbot: QtBot) -> None:
    dialog = page_dialog("scanning-pictures")
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.grab()
    block, found = dialog.text.document().begin(), 0
    while block.isValid():
        layout = block.layout()
        if block.textList() is not None and layout.lineCount() > 1:
            first, second = layout.lineAt(0), layout.lineAt(1)
            text_at, next_at = _x(first, 1), _x(second, second.textStart())
            assert text_at - first.x() > 3, "the bullet touches the text"
            assert abs(text_at - next_at) <= 1
            found += 1
        block = block.next()
    assert found > 3
