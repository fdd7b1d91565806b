"""Prints the events of the live view as they occur, and a summary at the end."""

from __future__ import annotations

import json
import queue
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from puzzles.formats.json_puzzle import clue_values, palette_value
from puzzles.words import _, enumerated, plural, worded
from recognizer.live.scene import EventKind, LogEvent, PaintMode
from recognizer.wording import doubts_of, problems_of, sentences_of

if TYPE_CHECKING:
    from recognizer.live.command.run import RunSummary
    from recognizer.values import Reading


def _do_nothing() -> None:
    pass


class EventPrinter:
    """Prints events to stdout, as text or as JSON, and shows a progress bar on a terminal.

    Events may be added in any thread; :meth:`print_pending` prints them.

    Args:
        as_json: Whether to print JSON.
        to_stderr: Whether to print on stderr, because stdout has the puzzle.
    """

    def __init__(self, as_json: bool, to_stderr: bool = False) -> None:
        self._as_json = as_json
        self._to_stderr = to_stderr
        self._events: queue.SimpleQueue[LogEvent] = queue.SimpleQueue()
        self._clear: Callable[[], object] = _do_nothing
        self.advance: Callable[[], object] = _do_nothing
        """Moves the progress bar on by one frame."""

    def add(self, event: LogEvent) -> None:
        """Keep an event until it is printed."""
        self._events.put(event)

    def add_unreadable(self, seconds: float, sentence: str) -> None:
        """Name a picture of a folder that cannot be read: on stderr, and as an event in JSON."""
        self._clear()
        click.echo(sentence, err=True)
        if self._as_json:
            self.add(LogEvent(seconds, EventKind.TROUBLE, sentence))

    def print_pending(self) -> None:
        """Print the events that were added."""
        while not self._events.empty():
            event = self._events.get()
            self._clear()  # the event is printed in the bar's place
            self._print(_json(event) if self._as_json else _text(event))

    @contextmanager
    def progress(self, count: int | None) -> Iterator[None]:
        """Show a progress bar on a terminal while a known number of frames is processed."""
        if count is None or sys.stderr is None or not sys.stderr.isatty():
            yield
            return
        from tqdm import tqdm

        with tqdm(total=count, unit="frame", leave=False, file=sys.stderr) as bar:
            self.advance, self._clear = bar.update, bar.clear
            try:
                yield
            finally:
                self.advance = self._clear = _do_nothing

    def print_summary(
        self, source: str, summary: RunSummary, puzzle: Path | None, mode: PaintMode
    ) -> None:
        """Print the summary to stdout, and problems to stderr.

        Args:
            source: The name of the source.
            summary: The result of the run.
            puzzle: The file that the puzzle was written to.
            mode: What was painted.
        """
        if summary.problem:
            click.echo(summary.problem, err=True)
        if self._as_json:
            self._print(json.dumps(_summary(source, summary, puzzle)))
            return
        if summary.answer is not None:
            # Who asks for a hint does not want to see the solution.
            if mode is PaintMode.CHECK:
                self._print(_marks_text(summary))
            elif mode is PaintMode.HINT:
                self._print(_hint_text(summary))
            else:
                self._print("\n".join(summary.answer.certain.to_text()))
        for path in filter(None, (puzzle, summary.video, summary.picture)):
            self._print(worded("{file}: written", file=path))
        if summary.frames:
            click.echo(f"{source}: {_result(summary)}; {_figures(summary)}", err=True)
        if summary.answer is None and summary.draft is not None:
            for sentence in _doubts(summary.draft.reading):
                click.echo(f"  {sentence}", err=True)
        if summary.answer is None and summary.advice:
            click.echo(summary.advice, err=True)

    def _print(self, text: str) -> None:
        click.echo(text, err=self._to_stderr)


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
    return f"{event.seconds:8.2f} s  {event.kind.label}{text}{took}"


def _summary(source: str, summary: RunSummary, puzzle: Path | None) -> dict[str, object]:
    answer, reading = summary.answer, summary.reading
    draft = None if reading is None else reading.puzzle()
    clues = {"rows": [], "columns": []} if draft is None else clue_values(draft)
    palette = None if draft is None else palette_value(draft)
    colors = () if draft is None else draft.palette
    marks = None if answer is None else summary.marks
    wrong = summary.wrong
    return {
        "event": "summary",
        "source": source,
        "frames": summary.frames,
        "frames_per_second": round(_frames_per_second(summary), 2),
        "shown": round(_share(summary), 4),
        "width": 0 if draft is None else draft.width,
        "height": 0 if draft is None else draft.height,
        **clues,
        "palette": palette,
        "outcome": None if reading is None else reading.solution_count.outcome,
        "problems": [] if reading is None else problems_of(reading),
        "doubtful": [] if reading is None else list(doubts_of(reading)),
        "certain": None if answer is None else answer.certain.to_text(colors),
        "marks": None if marks is None else marks.to_text(colors),
        "wrong": None if wrong is None else [[row + 1, column + 1] for row, column in wrong],
        "hint": None if answer is None or summary.hint is None else summary.hint.sentence,
        "video": None if summary.video is None else str(summary.video),
        "picture": None if summary.picture is None else str(summary.picture),
        "written": None if puzzle is None else str(puzzle),
        "advice": summary.advice or None,
        "problem": summary.problem or None,
        "interrupted": summary.is_interrupted,
    }


def _result(summary: RunSummary) -> str:
    reading = summary.reading
    if reading is None:
        return _("no puzzle was read")
    state = (
        _("read, but not with certainty")
        if summary.answer is None
        else reading.solution_count.label
    )
    rows = plural(len(reading.rows), "{count} row", "{count} rows")
    columns = plural(len(reading.columns), "{count} column", "{count} columns")
    return enumerated([rows, columns, state])


def _doubts(reading: Reading) -> list[str]:
    """Why a puzzle is not certain, with the sentences of ``nonogram scan``."""
    sentences = sentences_of(reading)
    return sentences or [_("It was seen in too few frames to be certain.")]


def _marks_text(summary: RunSummary) -> str:
    """Name the wrong marks on the page."""
    wrong = summary.wrong
    if wrong is None:
        return _("no marks were read")
    if not wrong:
        return _("no mark is wrong")
    places = enumerated(
        worded("row {row} column {column}", row=row + 1, column=column + 1) for row, column in wrong
    )
    return plural(
        len(wrong),
        "{count} cell is wrong: {places}",
        "{count} cells are wrong: {places}",
        places=places,
    )


def _hint_text(summary: RunSummary) -> str:
    """Name the next step; wrong marks have to be corrected first."""
    if summary.wrong:
        return worded("{marks}; correct that first", marks=_marks_text(summary))
    return _("no next step was found") if summary.hint is None else summary.hint.sentence


def _figures(summary: RunSummary) -> str:
    return plural(
        summary.frames,
        "{count} frame, {pace:.1f} a second, an answer on {share:.0f} %",
        "{count} frames, {pace:.1f} a second, an answer on {share:.0f} %",
        pace=_frames_per_second(summary),
        share=100 * _share(summary),
    )


def _frames_per_second(summary: RunSummary) -> float:
    """Frames per second of work."""
    return summary.frames / summary.seconds if summary.seconds else 0.0


def _share(summary: RunSummary) -> float:
    return summary.shown / summary.frames if summary.frames else 0.0
