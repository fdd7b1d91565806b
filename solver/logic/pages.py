"""An explanation as Markdown, or as one HTML page with a small picture for each step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from string import Template

from puzzles.grid import Grid
from puzzles.model import BACKGROUND, Puzzle
from solver.logic.explain import Step
from solver.logic.rate import Rating

_PICTURE_PX = 260
"""The longer side of a picture."""
_MAX_CELL_PX = 22
_THIN, _STRONG, _DOT, _ACCENT = "#c9c9d3", "#85858f", "#85858f", "#2f5fe8"

_HEAD = Template("""\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>
:root { color-scheme: light dark; --page: #f6f6f9; --card: #ffffff; --text: #1d1d24;
  --faint: #686874; --rule: #dcdce4; --accent: #2f5fe8; }
@media (prefers-color-scheme: dark) {
  :root { --page: #1b1b20; --card: #25252c; --text: #e8e8ee; --faint: #a2a2ae; --rule: #3a3a44;
    --accent: #7f9cff; }
}
body { background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif;
  margin: 0 auto; max-width: 60rem; padding: 1.5rem; }
h1 { font-size: 1.6rem; margin: 0; }
p { margin: .25rem 0; }
.faint { color: var(--faint); }
ol { list-style: none; margin: 1.5rem 0; padding: 0; }
li.step { background: var(--card); border: 1px solid var(--rule); border-radius: 10px;
  display: flex; flex-wrap: wrap; gap: 1.25rem; margin: 0 0 1rem; padding: 1rem; }
li.step > div { flex: 1 1 20rem; }
li.step svg { flex: none; }
h2 { font-size: 1rem; margin: 0 0 .25rem; }
h2 span { color: var(--faint); font-weight: normal; }
</style>
</head>
<body>
<h1>$title</h1>
<p class="faint">$opening</p>
<ol>
""")
_FOOT = "</ol>\n</body>\n</html>\n"


def opening_text(puzzle: Puzzle, rating: Rating | None) -> str:
    """The size and the difficulty in a sentence."""
    size = f"{puzzle.width} × {puzzle.height}"
    if rating is None:
        return f"{size}."
    return (
        f"{size}, {rating.difficulty.value}: the hardest technique that is needed is"
        f" {rating.hardest.title}; score {rating.score:,.0f}."
    )


def title_text(puzzle: Puzzle) -> str:
    """The heading; the puzzle's title would give the picture away, but the page does so anyway."""
    return f"{puzzle.title}, step by step" if puzzle.title else "The solution, step by step"


def as_text(steps: Iterable[Step]) -> Iterator[str]:
    """Plain text, one line or more a step."""
    for step in steps:
        yield f"{step.number}. {step.deduction.technique.title}: {step.text}"
        for sentences in step.trials:
            yield from (f"     {sentence}" for sentence in sentences)


def as_markdown(puzzle: Puzzle, rating: Rating | None, steps: Iterable[Step]) -> Iterator[str]:
    """Markdown, line by line."""
    yield f"# {_markdown(title_text(puzzle))}"
    yield ""
    yield opening_text(puzzle, rating)
    yield ""
    for step in steps:
        yield f"{step.number}. **{step.deduction.technique.title}**: {_markdown(step.text)}"
        for sentences in step.trials:
            yield from (f"    * {_markdown(sentence)}" for sentence in sentences)


def _markdown(text: str) -> str:
    return "".join(f"\\{c}" if c in "\\`*_<>[]#" else c for c in text)


def as_html(puzzle: Puzzle, rating: Rating | None, steps: Iterable[Step]) -> Iterator[str]:
    """One HTML page in pieces; it refers to no other file."""
    opening = escape(opening_text(puzzle, rating))
    yield _HEAD.substitute(title=escape(title_text(puzzle)), opening=opening)
    for step in steps:
        name = escape(step.deduction.technique.title)
        trials = "".join(
            "<ul>" + "".join(f"<li>{escape(s)}</li>" for s in sentences) + "</ul>"
            for sentences in step.trials
        )
        yield (
            f'<li class="step">{picture_of(puzzle, step)}<div><h2>{step.number}. {name}</h2>'
            f"<p>{escape(step.text)}</p>{trials}</div></li>\n"
        )
    yield _FOOT


def picture_of(puzzle: Puzzle, step: Step, *, is_file: bool = False) -> str:
    """The board after a step as SVG; its line is tinted, and its new cells are framed.

    Args:
        puzzle: The puzzle.
        step: One of its steps.
        is_file: Whether it will stand by itself, and not in a page.
    """
    height, width = puzzle.height, puzzle.width
    cell = min(_MAX_CELL_PX, _PICTURE_PX / max(height, width))
    size = f'width="{width * cell:.0f}" height="{height * cell:.0f}"'
    kind = ' xmlns="http://www.w3.org/2000/svg"' if is_file else ""
    parts = [
        f'<svg{kind} {size} viewBox="0 0 {width} {height}" role="img"'
        f' aria-label="The board after step {step.number}">',
        f'<rect fill="{puzzle.palette[0].rgb}" width="{width}" height="{height}"/>',
        *_cells(puzzle, step.grid),
        *_grid_lines(height, width),
    ]
    if step.deduction.line is not None:
        parts.append(_tint(puzzle, step))
    frames = "".join(
        f"M{at % width + 0.06:g} {at // width + 0.06:g}h.88v.88h-.88z"
        for at, _ in step.deduction.states
    )
    parts.append(f'<path fill="none" stroke="{_ACCENT}" stroke-width=".12" d="{frames}"/></svg>')
    return "".join(parts)


def _cells(puzzle: Puzzle, grid: Grid) -> Iterator[str]:
    for color, paint in enumerate(puzzle.palette):
        state, path = 1 << color, []
        for row in range(grid.height):
            cells, at = grid.row(row), 0
            while at < grid.width:
                start = at
                while at < grid.width and cells[at] == state:
                    at += 1
                if color == BACKGROUND:
                    path += [
                        f"M{k + 0.42:g} {row + 0.42:g}h.16v.16h-.16z" for k in range(start, at)
                    ]
                elif at > start:
                    path.append(f"M{start} {row}h{at - start}v1h{start - at}z")
                at += at == start
        if path:
            look = f'fill="{_DOT}"' if color == BACKGROUND else f'fill="{paint.rgb}"'
            yield f'<path {look} d="{"".join(path)}"/>'


def _grid_lines(height: int, width: int) -> Iterator[str]:
    for ink, of_five, thickness in ((_THIN, False, 0.03), (_STRONG, True, 0.06)):
        path = [f"M0 {y}h{width}" for y in range(height + 1) if _is_five(y, height) == of_five]
        path += [f"M{x} 0v{height}" for x in range(width + 1) if _is_five(x, width) == of_five]
        if path:
            pen = f'stroke="{ink}" fill="none" stroke-width="{thickness}"'
            yield f'<path {pen} d="{"".join(path)}"/>'


def _is_five(at: int, count: int) -> bool:
    return at % 5 == 0 or at == count


def _tint(puzzle: Puzzle, step: Step) -> str:
    line = step.deduction.line
    assert line is not None
    place = f'x="{line.index}" width="1"' if line.is_column else f'y="{line.index}" height="1"'
    rest = f'height="{puzzle.height}"' if line.is_column else f'width="{puzzle.width}"'
    return f'<rect fill="{_ACCENT}" opacity="0.13" {place} {rest}/>'
