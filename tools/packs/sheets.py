"""Shows the bundled packs: ``python tools/packs/sheets.py`` writes docs/images/packs/*.png.

One picture for each pack, with all its puzzles solved, and the table of sources in docs/packs.md.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from PIL import Image, ImageDraw, ImageFont

from puzzles.formats import read
from puzzles.grid import BLANK, Grid
from puzzles.model import Puzzle
from puzzles.packs import Pack, packs

ROOT = Path(__file__).parents[2]
TARGET = ROOT / "docs" / "images" / "packs"
PAGE = ROOT / "docs" / "packs.md"
FONT = ROOT / "resources" / "fonts"
TILE_PX, GAP_PX, TEXT_PX = 120, 12, 12
COLUMNS = 8
MARKER = "<!-- made by tools/packs/sheets.py -->\n"


def sheet(pack: Pack) -> Image.Image:
    """All puzzles of a pack, solved, with their numbers and titles."""
    high = TILE_PX + GAP_PX + TEXT_PX + 6
    rows = -(-len(pack.puzzles) // COLUMNS)
    image = Image.new("RGB", (COLUMNS * (TILE_PX + GAP_PX) + GAP_PX, rows * high), "#e8edf2")
    draw = ImageDraw.Draw(image)
    font = ImageFont.truetype(str(FONT / "NonogramInter-Regular.ttf"), TEXT_PX)
    for k, entry in enumerate(pack.puzzles):
        x, y = k % COLUMNS * (TILE_PX + GAP_PX) + GAP_PX, k // COLUMNS * high + GAP_PX
        picture = solved(read(entry.path).puzzle)
        image.paste(picture, (x, y + TILE_PX - picture.height))
        text = f"{k + 1} {entry.title}"
        while draw.textlength(text, font) > TILE_PX + GAP_PX - 4:
            text = text.removesuffix("…")[:-1].rstrip() + "…"
        draw.text((x, y + TILE_PX + 3), text, "#20262c", font)
    return image


def solved(puzzle: Puzzle) -> Image.Image:
    """The picture of a puzzle, at most TILE_PX high and wide."""
    cells = Grid.from_goal(puzzle.goal, puzzle.palette, puzzle.width).cells
    colors = [puzzle.palette[0 if s == BLANK else s.bit_length() - 1].rgb for s in cells]
    image = Image.new("RGB", (puzzle.width, puzzle.height))
    image.putdata([tuple(bytes.fromhex(color[1:])) for color in colors])
    scale = TILE_PX // max(image.size)
    return image.resize((image.width * scale, image.height * scale), Image.Resampling.NEAREST)


def source_table() -> list[str]:
    """How many puzzles come from which source under which licence: the lines of the table."""
    puzzles = (read(entry.path).puzzle for pack in packs() for entry in pack.puzzles)
    counts = Counter((each.copyright or "Nonogram Helper", each.license) for each in puzzles)
    rows = [f"| {n} | {source} | {name} |" for (source, name), n in counts.most_common()]
    return ["| puzzles | source | licence |", "|---|---|---|", *rows]


def sections() -> str:
    """The packs and their sources, as Markdown."""
    lines = []
    for pack in packs():
        difficulties = Counter(p.rating.difficulty for p in pack.puzzles if p.rating)
        sides = [max(p.height, p.width) for p in pack.puzzles]
        words = ", ".join(f"{n} {word}" for word, n in difficulties.items())
        lines += [
            f"### {pack.title}", "",
            f"{len(pack.puzzles)} puzzles, {min(sides)} to {max(sides)} cells long: {words}.", "",
            f"![Solutions of {pack.title}](images/packs/{pack.name}.png)", "",
        ]  # fmt: skip
    parts = ["## Sources", "", *source_table(), "", "## The packs", "", *lines]
    return "\n".join(parts).rstrip() + "\n"


def main() -> None:
    """Write all pictures, and what stands below the marker in the page."""
    TARGET.mkdir(parents=True, exist_ok=True)
    for pack in packs():
        image = sheet(pack).quantize(128, dither=Image.Dither.NONE)
        image.save(TARGET / f"{pack.name}.png", optimize=True)
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(text[: text.index(MARKER) + len(MARKER)] + sections(), encoding="utf-8")


if __name__ == "__main__":
    main()
