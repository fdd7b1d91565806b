"""Work that holds the interpreter in compiled code for ever; child processes import it."""

from __future__ import annotations

import os
import re
from pathlib import Path


def get_stuck(folder: str, kind: str, *_: object) -> None:
    """Write the id of this process to a file, and never return to Python."""
    path = Path(folder, kind)
    path.with_suffix(".new").write_text(str(os.getpid()))
    path.with_suffix(".new").rename(path)
    re.match(r"(a+)+$", "a" * 40 + "b")
