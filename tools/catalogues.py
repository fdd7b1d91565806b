"""Compiles the catalogues: makes what the program reads of ``po/*.po``.


``python tools/catalogues.py``; setup.py does the same for an installation, in an environment that
has Babel and nothing else.
"""

from __future__ import annotations

from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[1]
COMPILED = ROOT / "resources" / "languages"
"""As in ``puzzles/language.py``."""
DOMAIN = "nonogram"


def compile_catalogues() -> None:
    """Write ``resources/languages/<language>/LC_MESSAGES/nonogram.mo`` for each language."""
    for path in sorted((ROOT / "po").glob("*.po")):
        folder = COMPILED / path.stem / "LC_MESSAGES"
        folder.mkdir(parents=True, exist_ok=True)
        with path.open("rb") as source:
            catalogue = read_po(source, locale=path.stem)
        with (folder / f"{DOMAIN}.mo").open("wb") as compiled:
            write_mo(compiled, catalogue)


if __name__ == "__main__":
    compile_catalogues()
