"""Writes the report of a study: the files in its folder except the journal."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from puzzles.formats.atomic import write_atomically
from puzzles.formats.target import check_protection
from puzzles.words import _
from solver.study.page import Figure, page
from solver.study.summary import Study
from solver.study.tables import all_tables, markdown, protocol_sentence, summary_csv

NO_CHARTS = _(
    "there are no charts: matplotlib is not installed (`pip install 'nonogram-helper[study]'`)"
)


def write_report(study: Study, folder: Path, force: bool = False) -> list[Path]:
    """Write tables, charts and the page with both; return the paths, the page first.

    Without matplotlib there are no charts, see :func:`can_draw`.

    Args:
        study: The study.
        folder: The folder of the files.
        force: Whether to replace write-protected files.

    Raises:
        LibraryError: A file cannot be written, or is write-protected; then none is written.
    """
    tables = all_tables(study)
    files: dict[str, bytes] = {}
    figures = []
    if can_draw():
        from solver.study.charts import charts
        from solver.study.drawing import DARK, picture

        for chart in charts(study):
            light = picture(chart, "svg")
            files[f"{chart.name}.svg"] = light
            files[f"{chart.name}.png"] = picture(chart, "png")
            dark = picture(chart, "svg", DARK)
            figures.append(Figure(chart.set_name, chart.what, chart.title, light, dark))
    opening = "\n".join([protocol_sentence(study), *study.machines])
    text = "\n\n".join([opening, *map(markdown, tables)]) + "\n"
    page_text = page(study, tables, figures)
    files = {
        "study.html": _encoded(page_text),
        "tables.md": _encoded(text),
        "summary.csv": _encoded(summary_csv(study)),
    } | files
    for name in files:
        check_protection(folder / name, force)
    for name, data in files.items():
        write_atomically(folder / name, data, force=force)
    return [folder / name for name in files]


def can_draw() -> bool:
    """Whether charts can be drawn: matplotlib is installed."""
    return find_spec("matplotlib") is not None


def _encoded(text: str) -> bytes:
    # A file's name may contain bytes that are not valid UTF-8.
    return text.encode("utf-8", "backslashreplace")
