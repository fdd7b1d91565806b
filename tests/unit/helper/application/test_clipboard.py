"""What is on the clipboard when the program ends."""

from __future__ import annotations

import pytest

from tests.support.processes import printed_by

PROGRAM = """
import sys
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication, QImage
from helper.application.clipboard import put_on_clipboard
application = QGuiApplication([])
data = QMimeData()
data.setText("text")
if sys.argv[1] == "image":
    data.setImageData(QImage(2, 2, QImage.Format.Format_RGB32))
put_on_clipboard(data)
"""


@pytest.mark.parametrize("kind", ["text", "image"])
def test_the_program_ends_well_with_data_on_the_clipboard(kind: str) -> None:
    printed_by(PROGRAM, kind)
