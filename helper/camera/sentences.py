"""Describes a scene in sentences for the camera window."""

from __future__ import annotations

from pathlib import Path

from helper.camera.sources import is_camera
from puzzles import Grid
from puzzles.contracts import SolutionCount
from puzzles.words import worded
from recognizer.live.capture.sources import is_picture
from recognizer.live.scene import LiveState, PaintMode, Scene, SolvedPage, wrong_cells

_STATE_SENTENCES = {
    LiveState.SEARCHING: "Show the camera a puzzle with all of its numbers.",
    LiveState.HOLD_STILL: "There is a grid: hold page and camera still for a moment.",
    LiveState.READING: "The numbers are being read.",
    LiveState.SOLVING: "The numbers are read; the puzzle is being solved.",
    LiveState.LOST: "The puzzle is known but out of view: show it again.",
}
_SOLUTION_COUNT_SENTENCES = {
    SolutionCount.SEVERAL: (
        "This puzzle has several solutions: only the cells that are certain are shown."
    ),
    SolutionCount.NONE: (
        "The puzzle as it was read has no solution. Check and Open shows what may have been"
        " misread."
    ),
    SolutionCount.UNKNOWN: (
        "The number of solutions is not known: only the cells that are certain are shown."
    ),
}


def sentence(scene: Scene, mode: PaintMode) -> str:
    """Describe a scene; never empty."""
    if not scene.is_shown or scene.answer is None:
        return scene.advice or _STATE_SENTENCES.get(scene.state, "The puzzle is solved.")
    text = _answer_sentence(scene, scene.answer, mode)
    if not scene.advice or scene.advice in text:
        return text
    return f"{text} {scene.advice}"


def _answer_sentence(scene: Scene, answer: SolvedPage, mode: PaintMode) -> str:
    solution_count = answer.reading.solution_count
    if solution_count is SolutionCount.NONE:
        return _SOLUTION_COUNT_SENTENCES[solution_count]
    if mode is PaintMode.HINT:
        return _hint_sentence(scene, answer)
    if mode is PaintMode.CHECK:
        return _marks_sentence(scene, answer)
    size = f"{answer.puzzle.width} × {answer.puzzle.height}"
    if solution_count is SolutionCount.ONE:
        return worded("{size}, one solution. {times}", size=size, times=_times(answer))
    if mode is PaintMode.NOTHING:
        return f"{size}. {_times(answer)}"
    return _SOLUTION_COUNT_SENTENCES[solution_count]


def _times(answer: SolvedPage) -> str:
    read = (
        "at once"
        if answer.read_s < 0.01
        else worded("in {seconds}", seconds=seconds(answer.read_s))
    )
    return worded("Read {read}, solved in {seconds}.", read=read, seconds=seconds(answer.solve_s))


def _hint_sentence(scene: Scene, answer: SolvedPage) -> str:
    if count := wrong_marks(answer.certain, scene.marks):
        hint = "" if scene.hint is None else f" {scene.hint.sentence}"
        return worded("{cells} wrong: key 3 shows where.{hint}", cells=_cells(count), hint=hint)
    if scene.marks is not None and _is_all_marked(answer.certain, scene.marks):
        return "All certain cells are marked: there is nothing left to do."
    if scene.hint is not None:
        return scene.hint.sentence
    return "No next step has been found so far; key 1 shows the solution."


def _marks_sentence(scene: Scene, answer: SolvedPage) -> str:
    marks = scene.marks
    if marks is None or marks.is_untouched:
        return "Nothing is drawn into the cells yet."
    count = wrong_marks(answer.certain, marks)
    return worded("{cells} wrong.", cells=_cells(count)) if count else "All marks are right so far."


def _cells(count: int) -> str:
    return "1 cell is" if count == 1 else worded("{count} cells are", count=count)


def wrong_marks(certain: Grid, marks: Grid | None) -> int:
    """Count the marks that are in no solution.

    >>> wrong_marks(Grid.from_text(["#.?"]), Grid.from_text([".?#"]))
    1
    """
    return 0 if marks is None else len(wrong_cells(marks, certain))


def _is_all_marked(certain: Grid, marks: Grid) -> bool:
    """Whether every certain shaded cell is shaded; dots are not needed."""
    if (marks.height, marks.width) != (certain.height, certain.width):
        return False
    pairs = zip(certain.cells, marks.cells, strict=True)
    return all(known & 1 or known == marked for known, marked in pairs)


def seconds(value: float) -> str:
    """Format a time.

    >>> seconds(0.004), seconds(0.53), seconds(12.3)
    ('under 0.01 s', '0.53 s', '12.3 s')
    """
    if value < 0.01:
        return "under 0.01 s"
    return f"{value:.2f} s" if value < 10 else f"{value:.1f} s"


def stopped_sentence(source: str, was_shown: bool) -> str:
    """Describe a source that is not running.

    >>> stopped_sentence("2", False), stopped_sentence("film.mp4", False)
    ('The camera is off. START turns it on.', 'START shows the film.')
    >>> stopped_sentence("film.mp4", True)
    'The film has stopped. START shows it from the beginning.'
    """
    if _is_stream(source):
        return "The stream is off. START turns it on."
    if is_camera(source) or not source:
        return "The camera is off. START turns it on."
    if not was_shown:
        return worded("START shows the {file_kind}.", file_kind=_file_kind(source))
    return worded(
        "The {file_kind} has stopped. START shows it from the beginning.",
        file_kind=_file_kind(source),
    )


def ended_sentence(source: str) -> str:
    """Describe a file whose last frame was shown."""
    return worded("The {file_kind} is over. START shows it again.", file_kind=_file_kind(source))


def stalled_sentence(source: str) -> str:
    """Describe a source that has sent no picture for a while."""
    if _is_stream(source):
        reason = "See whether its sender is running"
    elif is_camera(source) or not source:
        reason = "Perhaps another program uses the camera"
    else:
        reason = "Perhaps the disk with the file does not answer"
    return worded(
        "No picture has come for a while. {reason}: Stop, then START "
        "again, or choose another source.",
        reason=reason,
    )


def _is_stream(source: str) -> bool:
    return "://" in source


def _file_kind(source: str) -> str:
    return "picture" if is_picture(Path(source)) else "film"


def why_not_open(scene: Scene | None) -> str:
    """Why no puzzle can be checked and opened yet, as a sentence; empty if one can."""
    if scene is not None and scene.to_check is not None:
        return ""
    if scene is None:
        return "Nothing has been read yet: START a camera first."
    if scene.state in (LiveState.READING, LiveState.SOLVING):
        return "The puzzle is still being read."
    return worded(
        "No puzzle has been read yet. {state_sentences}",
        state_sentences=_STATE_SENTENCES[LiveState.SEARCHING],
    )
