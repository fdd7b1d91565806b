"""The text of an address is measured without keeping memory."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from helper.phone.code_dialog import AddressText

resource = pytest.importorskip("resource")
ADDRESS = "http://192.168.100.100:40000/abcdefghijklmnopqrstuvwxyzW/"


def largest_mb() -> float:
    return float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) / 1024


def test_measuring_keeps_no_memory(qtbot: QtBot) -> None:
    text = AddressText()
    qtbot.addWidget(text)
    text.show_address(ADDRESS)
    heights = [text.heightForWidth(width) for width in (100, 200, 2000)]
    assert heights == sorted(set(heights), reverse=True)
    before = largest_mb()
    for _ in range(5000):
        text.heightForWidth(300)
    assert largest_mb() - before < 5
