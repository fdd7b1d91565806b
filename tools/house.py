"""Draws the house: ``python tools/house.py [--check]`` writes docs/images/house.svg.

Each package is a floor, and each of its folders a room. A room imports only rooms below it on its
floor, and floors below; the tool reads this off the imports, so the picture stays true. Import
cycles have no place in it: contracts in pyproject.toml exclude them.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "images" / "house.svg"
FLOORS = (("helper",), ("network",), ("solver", "recognizer"), ("puzzles",))
"""The packages, from the roof to the ground; those side by side do not import each other."""
_WIDTH, _MARGIN, _GAP = 880, 12, 8
_ROOM_HEIGHT, _TITLE_HEIGHT = 26, 30
"""Sizes in px."""
_COLORS = {
    "helper": "#dbe9fb", "network": "#e4e0f7", "solver": "#fbe3d2", "recognizer": "#dcf1de",
    "puzzles": "#fbf0c8",
}  # fmt: skip


def rooms_of(graph: grimp.ImportGraph, package: str) -> list[list[str]]:
    """The folders of a package in rows: each imports only folders of rows below it.

    Paths through modules that lie in the package itself count, too.
    """
    children = sorted(graph.find_children(package))
    uses = {
        child: {
            other
            for other in children
            if other != child
            and graph.direct_import_exists(importer=child, imported=other, as_packages=True)
        }
        for child in children
    }

    @cache
    def folders_above(child: str) -> int:
        """How many folders a longest path down from it has, itself included."""
        below = max(map(folders_above, uses[child]), default=0)
        return below + bool(graph.find_children(child))

    folders = [child for child in children if graph.find_children(child)]
    rows: dict[int, list[str]] = {}
    for folder in folders:
        rows.setdefault(folders_above(folder), []).append(folder.removeprefix(f"{package}."))
    return [rows[level] for level in sorted(rows, reverse=True)]


def _floor(package: str, rows: list[list[str]], box: tuple[float, float, float]) -> list[str]:
    """The SVG of a package in a box: its left and upper edge, and its width."""
    left, top, width = box
    parts = [
        f'<rect x="{left:.0f}" y="{top:.0f}" width="{width:.0f}" height="{_height(rows):.0f}"'
        f' rx="6" fill="{_COLORS[package]}" stroke="#5b6068"/>'
        f'<text x="{left + _GAP:.0f}" y="{top + 20:.0f}" class="f">{package}</text>'
    ]
    for number, row in enumerate(rows):
        wide = (width - _GAP) / len(row) - _GAP
        y = top + _TITLE_HEIGHT + number * (_ROOM_HEIGHT + _GAP)
        for place, name in enumerate(row):
            x = left + _GAP + place * (wide + _GAP)
            parts.append(
                f'<rect x="{x:.0f}" y="{y:.0f}" width="{wide:.0f}" height="{_ROOM_HEIGHT}" rx="4"'
                ' fill="#ffffff" stroke="#8a8f98"/>'
                f'<text x="{x + wide / 2:.0f}" y="{y + 17:.0f}" text-anchor="middle"'
                f' class="r">{name}</text>'
            )
    return parts


def _height(rows: list[list[str]]) -> float:
    return _TITLE_HEIGHT + len(rows) * (_ROOM_HEIGHT + _GAP)


def drawing() -> str:
    """The picture as SVG."""
    graph = grimp.build_graph(*(name for floor in FLOORS for name in floor))
    parts, top = list[str](), 52.0
    for floor in FLOORS:
        width = (_WIDTH - 2 * _MARGIN - _GAP * (len(floor) - 1)) / len(floor)
        rooms = [rooms_of(graph, package) for package in floor]
        highest = max(map(_height, rooms))
        for number, (package, rows) in enumerate(zip(floor, rooms, strict=True)):
            left, lower = _MARGIN + number * (width + _GAP), highest - _height(rows)
            parts += _floor(package, rows, (left, top + lower, width))
        top += highest + _GAP
    middle = _WIDTH / 2
    roof = (
        f'<path d="M {_MARGIN} 46 L {middle:.0f} 8 L {_WIDTH - _MARGIN} 46 Z" fill="#e8e8ea"'
        ' stroke="#5b6068"/>'
        f'<text x="{middle:.0f}" y="38" text-anchor="middle" class="f">main.py</text>'
    )
    style = (
        "<style>text{font-family:sans-serif;fill:#1c1e21}.f{font-size:15px;font-weight:bold}"
        ".r{font-size:13px}</style>"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{top + 4:.0f}"'
        f' viewBox="0 0 {_WIDTH} {top + 4:.0f}">'
        f'<rect width="{_WIDTH}" height="{top + 4:.0f}" fill="#ffffff"/>{style}{roof}'
        f"{''.join(parts)}</svg>\n"
    ).replace("><", ">\n<")


def main() -> int:
    """Write the picture, or check that it is up to date; returns the exit code."""
    made = drawing()
    if "--check" in sys.argv[1:]:
        if PICTURE.exists() and PICTURE.read_text(encoding="utf-8") == made:
            return 0
        print(f"{PICTURE.relative_to(ROOT)}: run python tools/house.py", file=sys.stderr)
        return 1
    PICTURE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main())
