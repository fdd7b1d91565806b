"""Writes docs/techniques.md and its pictures from the lessons: ``python tools/techniques_page.py``.

Run it when a lesson, a technique or the sentences of deductions have changed.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
os.environ["NONOGRAM_LANGUAGE"] = "en"  # whatever the language of who runs this
sys.path.insert(0, str(ROOT))

from helper.learn.lessons.catalogue import LESSONS
from helper.learn.lessons.help_page import lesson_picture, page_text, picture_name

DOCS = ROOT / "docs"
_FOLDER = "images/techniques/"


def files() -> dict[str, str]:
    """The text of each file, by its path below docs."""
    texts = {f"{_FOLDER}{picture_name(lesson)}": lesson_picture(lesson) for lesson in LESSONS}
    return {"techniques.md": page_text(_FOLDER), **texts}


def main() -> None:
    """Write the files."""
    for name, text in files().items():
        path = DOCS / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
