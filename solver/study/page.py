"""A study as one self-contained HTML page with tables and charts."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from string import Template

from puzzles.language import LANGUAGE
from puzzles.words import _, worded
from solver.study.summary import Study
from solver.study.tables import TEXTS, Table, protocol_sentence


@dataclass(frozen=True, slots=True)
class Figure:
    """A chart on the page."""

    set_name: str
    what: str
    """The quantity, as :attr:`solver.study.tables.Table.what`; the chart follows that table."""
    title: str
    light: bytes
    """An SVG for a light page."""
    dark: bytes
    """An SVG for a dark page."""


_PAGE = Template("""\
<!DOCTYPE html>
<html lang="$language">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>
:root { color-scheme: light dark; --paper: #ffffff; --ink: #1f2328; --pale: #59636e;
  --rule: #d8dde3; --band: #f4f6f8; --best: #0b6b3a; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #16191d; --ink: #dfe3e8; --pale: #9aa4af; --rule: #343a42; --band: #1e2228;
    --best: #5fd08f; }
}
body { background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif;
  margin: 0 auto; max-width: 76rem; padding: 1.5rem; }
h1 { font-size: 1.6rem; margin: 0 0 .5rem; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .25rem; }
p { color: var(--pale); margin: .25rem 0 .75rem; max-width: 48rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .75rem; text-align: right; white-space: nowrap;
  border-bottom: 1px solid var(--rule); }
thead th { white-space: normal; border-bottom: 2px solid var(--rule); vertical-align: bottom; }
tbody tr:nth-child(even) { background: var(--band); }
.name { text-align: left; position: sticky; left: 0; background: inherit; font-weight: 600; }
thead .name, tbody tr:nth-child(odd) .name { background: var(--paper); }
.text { text-align: left; white-space: normal; }
.words { color: var(--pale); }
.best { color: var(--best); font-weight: 600; }
img { max-width: 100%; height: auto; display: block; }
figure { margin: 2rem 0; }
footer { margin-top: 3rem; border-top: 1px solid var(--rule); padding-top: .5rem; }
</style>
</head>
<body>
<h1>$title</h1>
$opening
$parts
<footer><p>$source</p></footer>
</body>
</html>
""")


def page(study: Study, tables: Sequence[Table], figures: Sequence[Figure]) -> str:
    """The HTML text of the page.

    Args:
        study: The study.
        tables: Those of :func:`solver.study.tables.all_tables`.
        figures: The charts; may be empty.
    """
    sentences = [
        protocol_sentence(study),
        *(worded("Measured on: {each}.", each=each) for each in study.machines),
    ]
    parts = []
    for table in tables:
        at = table.set_name, table.what
        parts.append(_table(table))
        parts += [_figure(each) for each in figures if (each.set_name, each.what) == at]
    return _PAGE.substitute(
        language=LANGUAGE,
        title=_("Methods of solving, compared"),
        source=worded(
            "Every run is in {runs}, the figures of the tables in {summary}. Made by {command}.",
            runs='<a href="runs.csv">runs.csv</a>',
            summary='<a href="summary.csv">summary.csv</a>',
            command="<code>nonogram study</code>",
        ),
        opening="\n".join(f"<p>{escape(sentence)}</p>" for sentence in sentences),
        parts="\n".join(parts),
    )


def _table(table: Table) -> str:
    kinds = ["name", *("text" if name in TEXTS else "" for name in table.head[1:])]
    head = "".join(
        f'<th class="{kind}" scope="col">{_breakable(cell)}</th>'
        for kind, cell in zip(kinds, table.head, strict=True)
    )
    best = table.best or ((),) * len(table.rows)
    rows = "\n".join(
        f"<tr>{_row(row, kinds, columns)}</tr>"
        for row, columns in zip(table.rows, best, strict=True)
    )
    return (
        f"<h2>{escape(table.title)}</h2>\n<p>{escape(table.sentence)}</p>\n"
        f'<div class="scroll"><table>\n<thead><tr>{head}</tr></thead>\n'
        f"<tbody>\n{rows}\n</tbody>\n</table></div>"
    )


def _breakable(label: str) -> str:
    """The label of an engine with options, which may be wrapped at its colons."""
    return escape(label).replace(":", ":<wbr>")


def _row(row: Sequence[str], kinds: Sequence[str], best: Sequence[int]) -> str:
    cells = [f'<th class="name" scope="row">{escape(row[0])}</th>']
    for column, (cell, kind) in enumerate(zip(row[1:], kinds[1:], strict=True), 1):
        is_figure = kind or not cell or cell[0].isdigit()
        look = "best" if column in best else kind if is_figure else "words"
        name = f' class="{look}"' if look else ""
        cells.append(f"<td{name}>{escape(cell)}</td>")
    return "".join(cells)


def _figure(figure: Figure) -> str:
    title = escape(figure.title)
    return (
        "<figure><picture>"
        f'<source media="(prefers-color-scheme: dark)" srcset="{_data(figure.dark)}">'
        f'<img src="{_data(figure.light)}" alt="{title}">'
        "</picture></figure>"
    )


def _data(svg: bytes) -> str:
    return f"data:image/svg+xml;base64,{b64encode(svg).decode()}"
