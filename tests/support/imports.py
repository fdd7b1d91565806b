"""Files to import, and what became of them."""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import replace
from pathlib import Path

from helper.application.collection_store import CollectionStore
from helper.application.library import Library
from helper.collections.import_report import ImportProgress, ImportReport
from helper.collections.import_sources import title_for
from helper.collections.import_work import import_work
from puzzles import Grid, Puzzle, puzzle_of
from puzzles.formats import Document
from puzzles.formats.non import NON


def numbered(number: int) -> Puzzle:
    """A puzzle of 5 x 6 without symmetry; no two numbers below 4096 are turned into another."""
    bits = f"{number:012b}".replace("0", ".").replace("1", "#")
    rows = ["#####.", "#....#", f"#{bits[:4]}.", f"#{bits[4:8]}#", f".{bits[8:]}."]
    return puzzle_of(Grid.from_text(rows), Puzzle.empty(5, 6))


def file_of(puzzle: Puzzle) -> bytes:
    """Its ``.non`` file."""
    return NON.write(Document(puzzle))


def titled(number: int, title: str) -> str:
    """A numbered puzzle's file with a title."""
    return file_of(replace(numbered(number), title=title)).decode()


def folder_of(folder: Path, count: int, first: int = 0) -> Path:
    """A folder with numbered puzzles, ``0.non`` and so on."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(first, first + count):
        (folder / f"{number}.non").write_bytes(file_of(numbered(number)))
    return folder


def imported(library: Path, *paths: Path, recent: Set[str] = frozenset()) -> ImportReport:
    """Import at once; ``recent``: the files that Home shows."""
    reports: list[ImportProgress] = []
    import_work(paths, library, reports.append, lambda: False, recent)  # type: ignore[arg-type]
    titles = tuple(dict.fromkeys(map(title_for, paths)))
    return ImportReport(titles, tuple(f for report in reports for f in report.findings))


def titles_and_numbers(library: Path) -> list[tuple[str, int]]:
    """All puzzles of all collections."""
    store = CollectionStore(Library(library))
    titles = dict(store.collections())
    return [(titles[one.collection], one.number) for one in store.puzzles()]


def names(report: ImportReport, kinds: Sequence[object]) -> list[str]:
    """The files with one of these findings."""
    return [finding.name for finding in report.findings if finding.kind in kinds]
