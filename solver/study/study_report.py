"""Writes the report of a study: the files in its folder except the journal."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from puzzles.formats.atomic import write_atomically
from puzzles.formats.target import check_output, check_protection
from puzzles.packages import reason_without
from puzzles.words import _, worded
from solver.study.journal import NAME as JOURNAL
from solver.study.page import Figure, page
from solver.study.summary import Study
from solver.study.tables import all_tables, markdown, protocol_sentence, summary_csv

_NAMES = ("study.html", "tables.md", "summary.csv")
"""The files of each report, besides its charts."""


def check_report(folder: Path, force: bool) -> None:
    """Check that the report of a new study replaces no file of somebody else.

    Raises:
        LibraryError: There is such a file, and no study was made in the folder before.
    """
    if folder.is_dir() and not (folder / JOURNAL).exists():
        for name in _NAMES:
            check_output(folder / name, (), force)


def write_report(
    study: Study, folder: Path, force: bool = False, is_stopped: bool = False
) -> list[Path]:
    """Write tables, charts and the page with both; return the paths, the page first.

    There may be no charts, see :func:`why_no_charts`.

    Args:
        study: The study.
        folder: The folder of the files.
        force: Whether to replace write-protected files.
        is_stopped: Whether Ctrl+C has stopped the study.

    Raises:
        LibraryError: A file cannot be written, or is write-protected; then none is written.
    """
    tables = all_tables(study)
    files: dict[str, bytes] = {}
    figures = []
    if not why_no_charts(is_stopped):
        from solver.study.charts import charts
        from solver.study.study_drawing import DARK, picture

        for chart in charts(study):
            light = picture(chart, "svg")
            files[f"{chart.name}.svg"] = light
            files[f"{chart.name}.png"] = picture(chart, "png")
            dark = picture(chart, "svg", DARK)
            figures.append(Figure(chart.set_name, chart.what, chart.title, light, dark))
    opening = "\n".join([protocol_sentence(study), *study.machines])
    text = "\n\n".join([opening, *map(markdown, tables)]) + "\n"
    page_text = page(study, tables, figures)
    report = (page_text, text, summary_csv(study))
    files = {name: _encoded(each) for name, each in zip(_NAMES, report, strict=True)} | files
    for name in files:
        check_protection(folder / name, force)
    for name, data in files.items():
        write_atomically(folder / name, data, force=force)
    return [folder / name for name in files]


def why_no_charts(is_stopped: bool = False) -> str:
    """Why no charts are drawn, as a sentence without a full stop; empty if they are.

    Drawing takes seconds, for which nobody waits who has pressed Ctrl+C.
    """
    if is_stopped:
        return _("there are no charts: they are drawn when all runs are done")
    if find_spec("matplotlib") is not None:
        return ""
    reason = reason_without("matplotlib", extra="study")
    return worded("there are no charts: {reason}", reason=reason)


def _encoded(text: str) -> bytes:
    # A file's name may contain bytes that are not valid UTF-8.
    return text.encode("utf-8", "backslashreplace")
