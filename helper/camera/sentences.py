"""Describes a scene in sentences for the camera window."""

from __future__ import annotations

from pathlib import Path

from helper.camera.camera_sources import is_camera
from puzzles import Grid
from puzzles.contracts import SolutionCount
from puzzles.words import _, paragraph, plural, worded
from recognizer.live.capture.video_sources import is_picture, is_screen
from recognizer.live.scene import LiveState, PaintMode, Scene, SolvedPage, wrong_cells

_STATE_SENTENCES = {
    LiveState.SEARCHING: _("Show the camera a puzzle with all of its numbers."),
    LiveState.HOLD_STILL: _("There is a grid: hold page and camera still for a moment."),
    LiveState.READING: _("The numbers are being read."),
    LiveState.SOLVING: _("The numbers are read; the puzzle is being solved."),
    LiveState.LOST: _("The puzzle is known but out of view: show it again."),
}
_SOLUTION_COUNT_SENTENCES = {
    SolutionCount.SEVERAL: _(
        "This puzzle has several solutions: only the cells that are certain are shown."
    ),
    SolutionCount.NONE: _(
        "The puzzle as it was read has no solution. Check and Open shows what may have been"
        " misread."
    ),
    SolutionCount.UNKNOWN: _(
        "The number of solutions is not known: only the cells that are certain are shown."
    ),
}


def sentence(scene: Scene, mode: PaintMode) -> str:
    """Describe a scene; never empty."""
    if not scene.is_shown or scene.answer is None:
        return scene.advice or _STATE_SENTENCES.get(scene.state, _("The puzzle is solved."))
    text = _answer_sentence(scene, scene.answer, mode)
    if not scene.advice or scene.advice in text:
        return text
    return paragraph(text, scene.advice)


def several_sentence(count: int) -> str:
    """Which of several boards in view is taken."""
    return plural(
        count,
        "{count} puzzle is in view; Check and Open takes the one in the dashed frame: click another"
        " one, otherwise it is the one nearest to the middle.",
        "{count} puzzles are in view; Check and Open takes the one in the dashed frame: click"
        " another one, otherwise it is the one nearest to the middle.",
    )


def drawing_of(scene: Scene) -> str:
    """The icon that draws what to do; empty if there is none."""
    if scene.is_shown or not scene.advice:
        return ""
    from recognizer.live.reading import advice  # OpenCV is slow to load

    drawings = {
        advice.COME_NEARER: "advice-nearer",
        advice.GO_FARTHER: "advice-farther",
        advice.MORE_LIGHT: "advice-light",
        advice.BLURRED: "advice-blurred",
        advice.GLARE: "advice-glare",
        advice.SHOW_ALL: "advice-move-in",
        advice.OUT_OF_VIEW: "advice-move-in",
        advice.HOLD_STILL: "hand",
    }
    return drawings.get(scene.advice, "")


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
        return paragraph(worded("{size}, one solution.", size=size), _times(answer))
    if mode is PaintMode.NOTHING:
        return paragraph(worded("{sentence}.", sentence=size), _times(answer))
    return _SOLUTION_COUNT_SENTENCES[solution_count]


def _times(answer: SolvedPage) -> str:
    read, solved = seconds(answer.read_s), seconds(answer.solve_s)
    if answer.read_s < 0.01:
        return worded("Read at once, solved in {solved}.", solved=solved)
    return worded("Read in {read}, solved in {solved}.", read=read, solved=solved)


def _hint_sentence(scene: Scene, answer: SolvedPage) -> str:
    if count := wrong_marks(answer.certain, scene.marks):
        wrong = plural(
            count,
            "{count} cell is wrong: key 3 shows where.",
            "{count} cells are wrong: key 3 shows where.",
        )
        return paragraph(wrong, "" if scene.hint is None else scene.hint.sentence)
    if scene.marks is not None and _is_all_marked(answer.certain, scene.marks):
        return _("All certain cells are marked: there is nothing left to do.")
    if scene.hint is not None:
        return scene.hint.sentence
    return _("No next step has been found so far; key 1 shows the solution.")


def _marks_sentence(scene: Scene, answer: SolvedPage) -> str:
    marks = scene.marks
    if marks is None or marks.is_untouched:
        return _("Nothing is drawn into the cells yet.")
    count = wrong_marks(answer.certain, marks)
    if not count:
        return _("All marks are right so far.")
    return plural(count, "{count} cell is wrong.", "{count} cells are wrong.")


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
        return _("under 0.01 s")
    if value < 10:
        return worded("{seconds:.2f} s", seconds=value)
    return worded("{seconds:.1f} s", seconds=value)


def stopped_sentence(source: str, was_shown: bool) -> str:
    """Describe a source that is not running.

    >>> stopped_sentence("2", False), stopped_sentence("film.mp4", False)
    ('The camera is off. START turns it on.', 'START shows the film.')
    >>> stopped_sentence("film.mp4", True)
    'The film has stopped. START shows it from the beginning.'
    """
    if is_screen(source):
        return _(
            "START reads the chosen region of the screen, and nothing else; nothing is clicked."
        )
    if _is_folder(source):
        return _("START shows the pictures of the folder.")
    if _is_stream(source):
        return _("The stream is off. START turns it on.")
    if is_camera(source) or not source:
        return _("The camera is off. START turns it on.")
    if not was_shown:
        return _("START shows the picture.") if _is_picture(source) else _("START shows the film.")
    if _is_picture(source):
        return _("The picture has stopped. START shows it from the beginning.")
    return _("The film has stopped. START shows it from the beginning.")


def ended_sentence(source: str) -> str:
    """Describe a file whose last frame was shown."""
    if _is_folder(source):
        return _("All pictures of the folder were shown. START shows them again.")
    if _is_picture(source):
        return _("The picture is over. START shows it again.")
    return _("The film is over. START shows it again.")


def stalled_sentence(source: str) -> str:
    """Describe a source that has sent no picture for a while."""
    if is_screen(source):
        return _("No picture of the screen has come for a while: Stop, then START again.")
    if _is_stream(source):
        return _(
            "No picture has come for a while. See whether its sender is running: Stop, then START"
            " again, or choose another source."
        )
    if is_camera(source) or not source:
        return _(
            "No picture has come for a while. Perhaps another program uses the camera: Stop, then"
            " START again, or choose another source."
        )
    return _(
        "No picture has come for a while. Perhaps the disk with the file does not answer: Stop,"
        " then START again, or choose another source."
    )


def _is_folder(source: str) -> bool:
    return not is_camera(source) and "://" not in source and Path(source).is_dir()


def _is_stream(source: str) -> bool:
    return "://" in source


def _is_picture(source: str) -> bool:
    return is_picture(Path(source))


def why_not_open(scene: Scene | None) -> str:
    """Why no puzzle can be checked and opened yet, as a sentence; empty if one can."""
    if scene is not None and scene.to_check is not None:
        return ""
    if scene is None:
        return _("Nothing has been read yet: START a camera first.")
    if scene.state in (LiveState.READING, LiveState.SOLVING):
        return _("The puzzle is still being read.")
    return paragraph(_("No puzzle has been read yet."), _STATE_SENTENCES[LiveState.SEARCHING])
