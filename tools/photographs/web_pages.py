"""Web pages with a puzzle in the styles of nonogram sites, for pictures of real programs.

Each is drawn in one of five ways: a table, cells with gaps between, tiles, numbers in boxes of
their own, or a vector picture. Colours, typefaces, sizes, what is solved already and what stands
around are random.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tools.photographs.pictures import Drawing

TYPEFACES = (
    "DejaVu Sans", "DejaVu Serif", "DejaVu Sans Mono", "Liberation Sans", "Liberation Serif",
    "Liberation Mono", "Liberation Sans Narrow", "sans-serif", "serif",
)  # fmt: skip
TITLES = "Nonogram 118", "Puzzle of the day", "Picross", "Level 7", "Griddler #4471"
NOTES = "10 x 10", "Time 00:42", "By anna_k", "Rating 4.2"
LAYOUTS = "table", "gap", "tiles", "boxes", "vector"


class Theme(NamedTuple):
    """Colours of a page."""

    page: str
    cell: str
    line: str
    thick: str
    ink: str
    strip: str
    """Behind the numbers."""
    shaded: str


THEMES = (
    Theme("#ffffff", "#ffffff", "#999999", "#000000", "#111111", "#f0f0f0", "#222222"),
    Theme("#f4efe6", "#fffdf7", "#c9b99a", "#6b5836", "#3b2f1c", "#efe5d0", "#4a3a22"),
    Theme("#1e1e24", "#2a2a33", "#44444f", "#8a8a99", "#e8e8ee", "#24242c", "#e8e8ee"),
    Theme("#e6eef6", "#eaf2fb", "#9dbbd8", "#1d4e7e", "#0b2b4b", "#cfe0f1", "#1d4e7e"),
    Theme("#fafafa", "#ffffff", "#e0e0e0", "#9e9e9e", "#616161", "#fafafa", "#424242"),
    Theme("#dfe8dc", "#f7fbf5", "#8fae86", "#3b6131", "#234018", "#cfe0c8", "#2f5225"),
    Theme("#111111", "#000000", "#333333", "#666666", "#7cfc00", "#0a0a0a", "#7cfc00"),
    Theme("#ffffff", "#ffffff", "#000000", "#000000", "#000000", "#ffffff", "#000000"),
)


class WebPage(NamedTuple):
    """A page and what it shows."""

    html: str
    kind: str
    """The layout, and how much is solved."""


def web_page(drawing: Drawing, rng: random.Random) -> WebPage:
    """A page with a puzzle in a random style."""
    page = _Page.styled(drawing, rng)
    draw = {"table": page.table, "vector": page.vector}.get(page.layout, page.grid)
    head = (
        f"<h1>{rng.choice(TITLES)}</h1><p>{rng.choice(NOTES)} &nbsp; "
        "<button>Hint</button> <button>Undo</button></p>"
    )
    foot = "<p>Click to fill a cell, right click to mark it. 25 people solved it today.</p>"
    style = page.style + f"body{{margin:{rng.choice((8, 20, 40))}px}}h1{{font-size:22px}}"
    body = draw(rng)
    head, foot = (text if rng.random() < 0.7 else "" for text in (head, foot))
    solved = {0.0: "", 1.0: "-solved"}.get(page.solved, "-part")
    html = f"<!doctype html><meta charset=utf-8><style>{style}</style>{head}{body}{foot}"
    return WebPage(html, f"web-{page.layout}{solved}")


@dataclass(frozen=True, eq=False)
class _Page:
    drawing: Drawing
    theme: Theme
    layout: str
    typeface: str
    weight: str
    cell: int
    """Side of a cell, px."""
    digits: int
    """Size of the numbers, px."""
    solved: float
    """The share of cells that are known."""
    states: NDArray[np.intp]
    """For each cell 1 if it is shaded, 2 if it is marked as blank, 0 if it is clear."""
    blank: str
    """The mark of a blank cell."""
    finished: str
    """How numbers of finished lines look, as a CSS rule."""
    has_fives: bool
    has_zeros: bool

    @classmethod
    def styled(cls, drawing: Drawing, rng: random.Random) -> _Page:
        cell = rng.choice((16, 18, 20, 22, 24, 26, 28, 32))
        solved = rng.choice((0.0, 0.0, 0.0, 0.3, 1.0))
        known = [[rng.random() < solved for _ in row] for row in drawing.cells]
        finished = rng.choice(("", "", "opacity:.35", "text-decoration:line-through;opacity:.7"))
        return cls(
            drawing,
            rng.choice(THEMES),
            rng.choice(LAYOUTS),
            rng.choice(TYPEFACES),
            rng.choice(("normal", "normal", "bold")),
            cell,
            max(10, int(cell * rng.choice((0.5, 0.55, 0.6, 0.65)))),
            solved,
            np.where(known, np.where(drawing.cells, 1, 2), 0),
            rng.choice(("×", "•", "")),
            finished if solved else "",
            rng.random() < 0.75,
            rng.random() < 0.5,
        )

    @property
    def style(self) -> str:
        theme = self.theme
        return (
            f"body{{background:{theme.page};color:{theme.ink};font-family:'{self.typeface}'}}"
            f".done{{{self.finished}}}.clue{{font-size:{self.digits}px;font-weight:{self.weight}}}"
            f".cell{{font-size:{int(self.cell * 0.7)}px;line-height:1;text-align:center}}"
        )

    def numbers(self, line: int, *, is_column: bool) -> list[str]:
        """The numbers of a line as elements."""
        found = (self.drawing.columns if is_column else self.drawing.rows)[line]
        states = self.states[:, line] if is_column else self.states[line]
        name = "n done" if states.all() else "n"
        shown = found or ([0] if self.has_zeros else [])
        return [f'<span class="{name}">{number}</span>' for number in shown]

    def state(self, row: int, column: int) -> tuple[str, str]:
        """The colour of a cell, and its mark."""
        state = self.states[row, column]
        color = self.theme.shaded if state == 1 else self.theme.cell
        return color, self.blank if state == 2 else ""

    def is_thick(self, index: int) -> bool:
        return index % 5 == 0 if self.has_fives else index == 0

    def table(self, rng: random.Random) -> str:
        """A table whose cells have common borders."""
        theme, cell, thick = self.theme, self.cell, rng.choice((2, 3))
        space = rng.choice((" ", "&nbsp;&nbsp;"))
        css = (
            "<style>table{border-collapse:collapse}"
            f"td,th{{border:1px solid {theme.line};padding:0}}"
            f"td{{width:{cell}px;min-width:{cell}px;height:{cell}px}}"
            f"th{{background:{theme.strip};white-space:nowrap}}.x{{border:none;background:none}}"
            ".c{vertical-align:bottom;padding:2px 0}.r{text-align:right;padding:0 5px}"
            f".v{{border-left:{thick}px solid {theme.thick}!important}}"
            f".h>*{{border-top:{thick}px solid {theme.thick}!important}}</style>"
        )
        side = [" v" if self.is_thick(column) else "" for column in range(self.drawing.width)]
        rows = ["<tr><th class=x></th>"]
        for column, name in enumerate(side):
            numbers = "<br>".join(self.numbers(column, is_column=True))
            rows.append(f'<th class="clue c{name}">{numbers}</th>')
        for row in range(self.drawing.height):
            rows.append(f'</tr><tr class="{"h" if self.is_thick(row) else ""}">')
            numbers = space.join(self.numbers(row, is_column=False))
            rows.append(f'<th class="clue r">{numbers}</th>')
            for column, name in enumerate(side):
                color, mark = self.state(row, column)
                rows.append(f'<td class="cell{name}" style="background:{color}">{mark}</td>')
        return f"{css}<table>{''.join(rows)}</tr></table>"

    def grid(self, rng: random.Random) -> str:
        """Cells with gaps between: lines, tiles, or lines with each number in a box."""
        theme, cell, layout = self.theme, self.cell, self.layout
        gap = rng.choice((2, 3)) if layout == "tiles" else 1
        wide = rng.choice((2, 3, 4)) if self.has_fives else gap
        radius = 0 if layout == "gap" else rng.choice((0, 3, 5))
        box = (
            f".n{{background:{theme.cell};border:1px solid {theme.line};border-radius:3px;"
            f"min-width:{int(self.digits * 1.2)}px;text-align:center;margin:1px}}"
        )

        def tracks(count: int) -> str:
            gaps = [f"{wide if k % 5 == 4 else gap}px" for k in range(count - 1)]
            return f" {cell}px ".join(["", *gaps, ""])

        css = (
            f"<style>.b{{display:inline-grid;grid-template-columns:auto {gap + 1}px"
            f"{tracks(self.drawing.width)};grid-template-rows:auto {gap + 1}px"
            f"{tracks(self.drawing.height)};"
            f"background:{theme.page if layout == 'tiles' else theme.line};"
            f"{f'border:2px solid {theme.thick}' if layout == 'gap' else ''}}}"
            f".c,.r{{background:{theme.page if layout == 'tiles' else theme.strip};display:flex}}"
            ".c{flex-direction:column;justify-content:flex-end;align-items:center;padding:3px 0}"
            f".r{{justify-content:flex-end;align-items:center;gap:{rng.choice((4, 6, 8))}px;"
            f"padding:0 6px}}.cell{{border-radius:{radius}px;line-height:{cell}px;"
            f"{f'box-shadow:inset 0 0 0 1px {theme.line}' if layout == 'tiles' else ''}}}"
            f"{box if layout == 'boxes' else ''}</style>"
        )
        parts = [] if layout == "tiles" else ['<div class=c style="grid-area:1/1"></div>']
        for column in range(self.drawing.width):
            numbers = "".join(self.numbers(column, is_column=True))
            parts.append(
                f'<div class="clue c" style="grid-area:1/{3 + 2 * column}">{numbers}</div>'
            )
        for row in range(self.drawing.height):
            numbers = "".join(self.numbers(row, is_column=False))
            parts.append(f'<div class="clue r" style="grid-area:{3 + 2 * row}/1">{numbers}</div>')
            for column in range(self.drawing.width):
                color, mark = self.state(row, column)
                place = f"grid-area:{3 + 2 * row}/{3 + 2 * column}"
                parts.append(f'<div class=cell style="{place};background:{color}">{mark}</div>')
        return f"{css}<div class=b>{''.join(parts)}</div>"

    def vector(self, rng: random.Random) -> str:
        """An SVG picture, whose lines may go on between the numbers."""
        theme, cell, size = self.theme, self.cell, self.digits
        height, width = self.drawing.height, self.drawing.width
        numbers = [
            [self.numbers(line, is_column=is_column) for line in range(count)]
            for is_column, count in ((False, height), (True, width))
        ]
        step, line_step = size * rng.choice((1.25, 1.5)), size * 1.15
        left = max(map(len, numbers[0])) * step + 12
        top = max(map(len, numbers[1])) * line_step + 10
        right, bottom = left + width * cell, top + height * cell
        parts = [f'<rect x="{left}" y="{top}" width="{right - left}" height="{bottom - top}"'
                 f' fill="{theme.cell}"/>'] if rng.random() < 0.5 else []  # fmt: skip
        for row, column in np.argwhere(self.states).tolist():
            color, mark = self.state(row, column)
            x, y = left + column * cell, top + row * cell
            if mark:
                parts.append(self._text(x + cell / 2, y + cell * 0.72, mark, cell * 0.7))
            elif color == theme.shaded:
                parts.append(f'<rect x="{x}" y="{y}" width="{cell}" height="{cell}"'
                             f' fill="{color}"/>')  # fmt: skip
        goes_on = rng.random() < 1 / 3
        x0, y0 = (0.0, 0.0) if goes_on else (left, top)
        for count, is_column in ((height, False), (width, True)):
            for k in range(count + 1):
                thick = self.is_thick(k) or k == count
                at = (left if is_column else top) + k * cell
                ends = f'x1="{at}" x2="{at}" y1="{y0}" y2="{bottom}"' if is_column else (
                    f'x1="{x0}" x2="{right}" y1="{at}" y2="{at}"'
                )  # fmt: skip
                color = theme.thick if thick else theme.line
                parts.append(f'<line {ends} stroke="{color}" stroke-width="{1 + thick}"/>')
        for row, found in enumerate(numbers[0]):
            y = top + (row + 0.5) * cell + size * 0.36
            for k, number in enumerate(reversed(found)):
                parts.append(self._text(left - 6 - (k + 0.3) * step, y, number, size))
        for column, found in enumerate(numbers[1]):
            x = left + (column + 0.5) * cell
            for k, number in enumerate(reversed(found)):
                parts.append(self._text(x, top - 6 - k * line_step, number, size))
        return (
            f'<svg width="{right + 4}" height="{bottom + 4}" fill="{theme.ink}"'
            f' font-weight="{self.weight}">{"".join(parts)}</svg>'
        )

    @staticmethod
    def _text(x: float, y: float, text: str, size: float) -> str:
        content = text.replace("span", "tspan")
        return f'<text x="{x}" y="{y}" text-anchor="middle" font-size="{size}">{content}</text>'
