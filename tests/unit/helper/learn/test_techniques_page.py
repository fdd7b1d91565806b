"""docs/techniques.md is what the lessons say."""

from __future__ import annotations

from tests.support.paths import ROOT
from tools.techniques_page import files

DOCS = ROOT / "docs"


def test_the_page_and_its_pictures_are_current() -> None:
    for name, text in files().items():
        written = (DOCS / name).read_text(encoding="utf-8")
        assert written == text, "run python tools/techniques_page.py"


def test_there_are_no_other_pictures() -> None:
    expected = {DOCS / name for name in files() if name.endswith(".svg")}
    assert set((DOCS / "images" / "techniques").iterdir()) == expected
