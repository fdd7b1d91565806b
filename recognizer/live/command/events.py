"""What the live view without a window says: events as they come, and a summary in the end."""

from __future__ import annotations

import json
import queue
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from recognizer.live.scene import LogEvent, PaintMode
from recognizer.wording import doubts_of, problems_of, sentences_of

if TYPE_CHECKING:
    from recognizer.live.command.run import RunSummary
    from recognizer.values import Reading


def _nothing() -> None:
    pass


class EventPrinter:
    """Says on stdout what happens, for people or as JSON; and on a terminal how far it is.

    Events may be heard on any thread; they are said when :meth:`tell` is called.
    """

    def __init__(self, as_json: bool) -> None:
        self._as_json = as_json
        self._events: queue.SimpleQueue[LogEvent] = queue.SimpleQueue()
        self._clear: Callable[[], object] = _nothing
        self.advance: Callable[[], object] = _nothing
        """Another frame is done."""

    def hear(self, event: LogEvent) -> None:
        """Keep an event until it is told."""
        self._events.put(event)

    def tell(self) -> None:
        """Say what was heard."""
        while not self._events.empty():
            event = self._events.get()
            self._clear()  # the line begins where the bar was
            click.echo(_json(event) if self._as_json else _text(event))

    @contextmanager
    def progress(self, count: int | None) -> Iterator[None]:
        """A progress bar while something of known length is worked through on a terminal."""
        if count is None or sys.stderr is None or not sys.stderr.isatty():
            yield
            return
        from tqdm import tqdm

        with tqdm(total=count, unit="frame", leave=False, file=sys.stderr) as bar:
            self.advance, self._clear = bar.update, bar.clear
            try:
                yield
            finally:
                self.advance = self._clear = _nothing

    def sum_up(self, source: str, found: RunSummary, puzzle: Path | None, mode: PaintMode) -> None:
        """Say what came of it all, and on stderr what went wrong.

        Args:
            source: What it is called.
            found: What came of it.
            puzzle: The file that the puzzle was written to.
            mode: What was asked for.
        """
        if found.problem:
            click.echo(found.problem, err=True)
        if self._as_json:
            click.echo(json.dumps(_summary(source, found, puzzle)))
            return
        if found.answer is not None:
            click.echo("\n".join(found.answer.certain.to_text()))
            if mode in (PaintMode.CHECK, PaintMode.HINT):
                click.echo(_of_marks(found) if mode is PaintMode.CHECK else _of_hint(found))
        for path in filter(None, (puzzle, found.video)):
            click.echo(f"{path}: written")
        if found.frames:
            click.echo(f"{source}: {_result(found)}; {_figures(found)}", err=True)
        if found.answer is None and found.draft is not None:
            for sentence in _doubts(found.draft.reading):
                click.echo(f"  {sentence}", err=True)


def _json(event: LogEvent) -> str:
    took = None if event.took_s is None else round(event.took_s, 3)
    return json.dumps(
        {
            "event": event.kind.value,
            "seconds": round(event.seconds, 3),
            "text": event.text,
            "took": took,
        }
    )


def _text(event: LogEvent) -> str:
    took = "" if event.took_s is None else f" ({event.took_s:.2f} s)"
    text = f": {event.text}" if event.text else ""
    return f"{event.seconds:8.2f} s  {event.kind.value}{text}{took}"


def _summary(source: str, found: RunSummary, puzzle: Path | None) -> dict[str, object]:
    answer, reading = found.answer, found.reading
    draft = None if reading is None else reading.puzzle()
    sides = [None, None] if draft is None else [draft.rows, draft.columns]
    rows, columns = ([[clue.length for clue in clues] for clues in side or ()] for side in sides)
    marks = None if answer is None else found.marks
    wrong = found.wrong
    return {
        "event": "summary",
        "source": source,
        "frames": found.frames,
        "frames_per_second": round(_pace(found), 2),
        "shown": round(_share(found), 4),
        "size": None if draft is None else [draft.height, draft.width],
        "rows": rows,
        "columns": columns,
        "outcome": None if reading is None else reading.verdict.value,
        "problems": [] if reading is None else problems_of(reading),
        "doubtful": [] if reading is None else list(doubts_of(reading)),
        "certain": None if answer is None else answer.certain.to_text(),
        "marks": None if marks is None else marks.to_text(),
        "wrong": None if wrong is None else [list(cell) for cell in wrong],
        "hint": None if answer is None or found.hint is None else found.hint.sentence,
        "video": None if found.video is None else str(found.video),
        "puzzle": None if puzzle is None else str(puzzle),
        "problem": found.problem or None,
        "interrupted": found.is_interrupted,
    }


def _result(found: RunSummary) -> str:
    reading = found.reading
    if reading is None:
        return "no puzzle was read"
    said = "read, but not with certainty" if found.answer is None else reading.verdict.value
    return f"{_count(len(reading.rows), 'row')}, {_count(len(reading.columns), 'column')}, {said}"


def _doubts(reading: Reading) -> list[str]:
    """Why a puzzle is not certain, as ``nonogram scan`` says it."""
    sentences = sentences_of(reading)
    return sentences or ["It was seen in too few frames to be certain."]


def _of_marks(found: RunSummary) -> str:
    """Which marks on the page are wrong."""
    wrong = found.wrong
    if wrong is None:
        return "no marks were read"
    if not wrong:
        return "no mark is wrong"
    places = ", ".join(f"row {row + 1} column {column + 1}" for row, column in wrong)
    return f"{_count(len(wrong), 'cell')} {'is' if len(wrong) == 1 else 'are'} wrong: {places}"


def _of_hint(found: RunSummary) -> str:
    """The next step; marks that are wrong have to be put right before."""
    if found.wrong:
        return f"{_of_marks(found)}; put that right first"
    return "no next step was found" if found.hint is None else found.hint.sentence


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _figures(found: RunSummary) -> str:
    frames = _count(found.frames, "frame")
    return f"{frames}, {_pace(found):.1f} a second, an answer on {100 * _share(found):.0f} %"


def _pace(found: RunSummary) -> float:
    """Frames per second of work."""
    return found.frames / found.seconds if found.seconds else 0.0


def _share(found: RunSummary) -> float:
    return found.shown / found.frames if found.frames else 0.0
