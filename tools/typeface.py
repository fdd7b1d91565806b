"""Makes the program's typeface: ``python tools/typeface.py FOLDER``.

FOLDER has Inter's static fonts (``Inter-Regular``, ``-Medium``, ``-SemiBold``), as TTF or WOFF2.
They get a family name of their own, so that they are not confused with an installed Inter. Inter
SemiBold becomes the family's bold style, since Qt emboldens a lighter style artificially if a
family has none. Needs fonttools, and brotli for WOFF2.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from fontTools.ttLib import TTFont

FAMILY = "Nonogram Inter"
STYLES = {"Regular": "Regular", "Medium": "Medium", "SemiBold": "Bold"}
"""Inter's name of each style, and the name in this family."""
TARGET = Path(__file__).parents[1] / "resources" / "fonts"


def rename(font: TTFont, style: str) -> None:
    """Set the family's name and the style in all entries that programs read."""
    whole = f"{FAMILY} {style}"
    postscript = whole.replace(" ", "", 1).replace(" ", "-")
    names = {1: FAMILY, 2: style, 3: whole, 4: whole, 6: postscript}
    if style == "Medium":  # names 1 and 2 can describe regular and bold styles only
        names |= {1: whole, 2: "Regular", 16: FAMILY, 17: style}
    table = font["name"]
    for entry in list(table.names):
        if entry.nameID in {*names, 16, 17, 21, 22, 25}:
            table.names.remove(entry)
    for number, text in names.items():
        table.setName(text, number, 3, 1, 0x409)
    if style == "Bold":
        font["OS/2"].usWeightClass = 700
        font["OS/2"].fsSelection = font["OS/2"].fsSelection & ~(1 << 6) | 1 << 5
        font["head"].macStyle |= 1


def main() -> None:
    """Write the three files."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path, help="where Inter's files are")
    folder = parser.parse_args().folder
    for weight, style in STYLES.items():
        found = [p for p in sorted(folder.rglob(f"Inter-{weight}.*")) if p.suffix in _ENDINGS]
        if not found:
            parser.error(f"{folder} has no Inter-{weight}.ttf or .woff2")
        font = TTFont(found[0], recalcTimestamp=False)
        font.flavor = None
        rename(font, style)
        font.save(TARGET / f"NonogramInter-{style}.ttf")


_ENDINGS = (".ttf", ".woff2")

if __name__ == "__main__":
    main()
