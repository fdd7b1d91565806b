"""The journal of a study: ``runs.csv``, with one line per run, written as soon as it has ended.

A line cut off by a crash is dropped, and its run is repeated. Only one study at a time can write
into a folder.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, fields
from io import StringIO
from pathlib import Path
from typing import Any, get_type_hints

from filelock import FileLock, Timeout

from puzzles.errors import LibraryError, NonogramError, reason_of
from puzzles.words import worded
from solver.study.plan import PuzzleKey, RunKey
from solver.study.study_values import RunOutcome, RunResult, StudySettings

NAME = "runs.csv"
LOCK = ".study.lock"


@dataclass(frozen=True, slots=True)
class Record:
    """One run that has ended."""

    puzzle: PuzzleKey
    engine: str
    repeat: int
    answer: RunResult
    settings: StudySettings
    machine: str
    """The machine, see :func:`solver.study.machine.machine`."""
    at: str
    """When it ended, in ISO 8601."""

    @property
    def key(self) -> RunKey:
        """The key that identifies the run."""
        return self.puzzle, self.engine, self.repeat


_Parse = Callable[[str], Any]
_PARSE: dict[Any, _Parse] = {
    str: str,
    int: int,
    float: float,
    int | None: lambda text: int(text) if text else None,
    float | None: lambda text: float(text) if text else None,
    bool: {"yes": True, "no": False}.__getitem__,
    RunOutcome: RunOutcome,
}


def _columns(kind: type) -> dict[str, _Parse]:
    hints = get_type_hints(kind)
    return {field.name: _PARSE[hints[field.name]] for field in fields(kind)}


_PUZZLE, _ANSWER, _SETTINGS = map(_columns, (PuzzleKey, RunResult, StudySettings))
COLUMNS = (*_PUZZLE, "engine", "repeat", *_ANSWER, *_SETTINGS, "machine", "at")
"""The names of the columns of ``runs.csv``."""


class StudyJournal:
    """The runs in a folder; made by :func:`opened`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.records: list[Record] = []
        try:
            data = path.read_bytes() if path.exists() else b""
            whole = data[: data.rfind(b"\n") + 1]  # without a line that was cut off
            self.records = list(records_in(path, whole.decode("utf-8", "replace")))
            self._file = path.open("a", encoding="utf-8", errors="backslashreplace", newline="")
            self._file.truncate(len(whole))
            if not whole:
                self._write(COLUMNS)
        except OSError as error:
            raise _cannot_write(path, error) from error

    def add(self, record: Record) -> None:
        """Write a run; a later crash of the program does not lose it.

        Raises:
            LibraryError: The file cannot be written, e.g. because the disk is full.
        """
        self.records.append(record)
        parts = (record.puzzle, record.answer, record.settings)
        puzzle, answer, settings = ([getattr(p, f.name) for f in fields(p)] for p in parts)
        row = [*puzzle, record.engine, record.repeat, *answer, *settings, record.machine, record.at]
        try:
            self._write(row)
        except OSError as error:
            raise _cannot_write(self.path, error) from error

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _write(self, row: Any) -> None:
        line = StringIO()
        csv.writer(line, lineterminator="\n").writerow(map(_text, row))
        self._file.write(line.getvalue())
        self._file.flush()


@contextmanager
def opened(folder: Path) -> Iterator[StudyJournal]:
    """Open the journal of a folder, which is created if missing, and lock the folder.

    Raises:
        LibraryError: The folder cannot be made or written into, or another study runs in it.
        NonogramError: The file is not a journal of this version.
    """
    lock = FileLock(folder / LOCK)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=0)
    except Timeout:
        raise LibraryError(
            worded("{folder}: another study is writing into this folder", folder=folder)
        ) from None
    except (OSError, NotImplementedError) as error:
        raise _cannot_write(folder, error) from error
    try:
        journal = StudyJournal(folder / NAME)
        try:
            yield journal
        finally:
            journal.close()
    finally:
        lock.release()


def check_settings(journal: StudyJournal, settings: StudySettings) -> None:
    """Check that the runs in a journal were measured with the same settings.

    Raises:
        NonogramError: They were not, so new runs cannot be compared with them.
    """
    for record in journal.records:
        if record.settings != settings:
            raise NonogramError(
                worded(
                    "{path}: its runs were measured with {before}; now it is {now}. "
                    "Ask for the same, or give another folder with -o.",
                    path=journal.path,
                    before=_words(record.settings),
                    now=_words(settings),
                )
            )


def _words(settings: StudySettings) -> str:
    options = ["--timeout", f"{settings.timeout_s:g}", *(["--proof"] if settings.proof else [])]
    if settings.memory_mb is not None:
        options += ["--memory", str(settings.memory_mb)]
    return " ".join(options)


def records_in(path: Path, text: str) -> Iterator[Record]:
    """The runs in the text of ``runs.csv``.

    Raises:
        NonogramError: It is not a journal of this version, or a line is damaged.
    """
    lines = _rows(path, text)
    _, header = next(lines, (0, None))
    if header is None:
        return
    if tuple(header) != COLUMNS:
        raise NonogramError(
            worded("{path}: this is not the journal of a study of this version", path=path)
        )
    for number, line in lines:
        try:
            cells = dict(zip(COLUMNS, line, strict=True))
            yield Record(
                PuzzleKey(**{name: parse(cells[name]) for name, parse in _PUZZLE.items()}),
                cells["engine"],
                int(cells["repeat"]),
                RunResult(**{name: parse(cells[name]) for name, parse in _ANSWER.items()}),
                StudySettings(**{name: parse(cells[name]) for name, parse in _SETTINGS.items()}),
                cells["machine"],
                cells["at"],
            )
        except (ValueError, KeyError):
            raise _damaged(path, number) from None


def _rows(path: Path, text: str) -> Iterator[tuple[int, list[str]]]:
    """For each row the number of its last line, and its cells."""
    reader = csv.reader(text.splitlines())
    try:
        for row in reader:
            yield reader.line_num, row
    except csv.Error:  # a cell without an end
        raise _damaged(path, reader.line_num) from None


def _damaged(path: Path, number: int) -> NonogramError:
    return NonogramError(
        worded("{path}:{number}: this line is damaged; remove it", path=path, number=number)
    )


def _text(value: Any) -> str:
    """A value as a cell, without line breaks, so that every complete line is a complete run."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, RunOutcome):
        return str(value.value)
    # Replaces every line break that splitlines() knows.
    return " ".join(str(value).splitlines()) if isinstance(value, str) else repr(value)


def _cannot_write(path: Path, error: Exception) -> LibraryError:
    reason = reason_of(error)
    return LibraryError(worded("{path}: cannot be written: {reason}", path=path, reason=reason))
