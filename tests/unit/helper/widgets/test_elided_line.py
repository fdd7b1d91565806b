"""A line of several texts keeps the beginning and the end of each."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from helper.widgets.fields import ElidedLine

ROW = "Row 4: 3 yellow, 5 brown, 3 yellow, 7 brown, 2 green, 1 red"
COLUMN = "column 12: 1 yellow, 2 brown, 8 yellow, 6 brown, 9 white"


@pytest.fixture
def line(qtbot: QtBot) -> ElidedLine:
    made = ElidedLine()
    qtbot.addWidget(made)
    return made


def test_long_clues_are_shortened_in_their_middle(line: ElidedLine) -> None:
    line.set_parts((ROW, COLUMN))
    line.resize(400, 20)
    line.show()
    shown = line.text()
    assert line.fontMetrics().horizontalAdvance(shown) <= 400
    for part, shortened in zip((ROW, COLUMN), shown.split("   ·   "), strict=True):
        assert shortened != part
        assert shortened[:6] == part[:6]
        assert shortened[-6:] == part[-6:]
    assert line.toolTip() == f"{ROW}   ·   {COLUMN}"


def test_a_short_part_leaves_its_room_to_the_other(line: ElidedLine) -> None:
    line.set_parts((ROW, "column 1: 0"))
    line.resize(330, 20)
    line.show()
    shown = line.text()
    assert shown.endswith("   ·   column 1: 0")
    assert line.fontMetrics().horizontalAdvance(shown) > 300
