"""What ``nonogram scan`` prints and writes: puzzles, sentences, JSON, and the exit codes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from puzzles.errors import NonogramError
from puzzles.exit_codes import BAD_INPUT, DONE, NO, NO_PUZZLE, worse
from puzzles.inputs import puzzle_name
from puzzles.json_output import Failure, failure_line, puzzle_line
from puzzles.standard_input import STANDARD_INPUT
from puzzles.titles import title_of_file
from puzzles.words import _, plural, worded
from recognizer.scan_tasks import Scanned, ScanOptions, several_pages_problem
from recognizer.wording import doubts_of, problems_of, sentences_of, turned_text, with_name

if TYPE_CHECKING:
    from recognizer.values import Reading


class ScanOutput:
    """Prints or writes results, in their order.

    Args:
        options: The options of the command line.
    """

    def __init__(self, options: ScanOptions) -> None:
        self._options = options
        self._taken: set[str] = set()
        """The stems of the files that were written, in lower case as some systems compare names."""

    @property
    def written(self) -> int:
        """The number of puzzle files so far."""
        return len(self._taken)

    def show(self, scanned: Scanned) -> int:
        """Print or write one result; returns its exit code."""
        options, reading = self._options, scanned.reading
        problem, code = scanned.problem, BAD_INPUT
        written: Path | None = None
        if scanned.is_missing:
            code = NO_PUZZLE
        elif reading is not None and not problem:
            code = exit_code_of(reading, bool(options.count_solutions))
            if options.target is not None:
                try:
                    written = self._write(scanned, reading, code)
                except NonogramError as error:
                    problem, code = str(error), BAD_INPUT
        if reading is None or problem:
            sentence = with_name(scanned.task.path, problem, name_of(scanned))
            if options.as_json:
                failure = Failure(sentence, "no_puzzle" if scanned.is_missing else "unreadable")
                click.echo(_json_of_failure(scanned, failure))
            click.echo(sentence, err=True)
            return code
        if options.as_json:
            click.echo(_json(scanned, reading))
        else:
            self._print(scanned, reading, code, written)
        if scanned.trouble:  # the puzzle itself is there
            click.echo(with_name(scanned.task.path, scanned.trouble, name_of(scanned)), err=True)
            code = worse(code, BAD_INPUT)
        return code

    def _write(self, scanned: Scanned, reading: Reading, code: int) -> Path | None:
        """Write the puzzle; ``None`` if there is none.

        Raises:
            LibraryError: The file cannot be written.
        """
        from puzzles.errors import LibraryError
        from puzzles.formats import write
        from puzzles.formats.target import checked_target
        from recognizer.document import document_of

        options = self._options
        assert options.target is not None
        if scanned.page is not None and options.wants_file and options.grid is None:
            raise LibraryError(several_pages_problem(options, scanned.task))
        numbers = (scanned.page, scanned.grid if options.is_all else None)
        parts = [scanned.task.stem, *(str(number) for number in numbers if number is not None)]
        stem = name = "-".join(parts)
        number = 1
        while name.lower() in self._taken:
            number += 1
            name = f"{stem}-{number}"
        target = checked_target(options.target, name, options.pictures, options.force)
        if code == NO_PUZZLE:
            return None
        title = "" if scanned.task.path == STANDARD_INPUT else name
        write(target, document_of(reading, title), force=options.force)
        self._taken.add(name.lower())
        return target

    def _print(self, scanned: Scanned, reading: Reading, code: int, written: Path | None) -> None:
        """Print the puzzle if it was not written, and the doubts on stderr."""
        name = name_of(scanned)
        if code == NO_PUZZLE:
            sentences = problems_of(reading) or [_("No puzzle was found in this picture.")]
            for sentence in sentences:
                click.echo(f"{name}: {sentence}", err=True)
            return
        if written is None:
            self._print_puzzle(scanned, reading)
        else:
            click.echo(worded("{file}: written", file=written))
        size = f"{len(reading.columns)}x{len(reading.rows)}"
        text = worded(
            "{name}: {size}, {solutions}",
            name=name,
            size=size,
            solutions=reading.solution_count.label,
        )
        click.echo(text, err=True)
        if text := turned_text(reading):
            click.echo(f"  {text}", err=True)
        for sentence in sentences_of(reading, MORE_PUZZLES):
            click.echo(f"  {sentence}", err=True)
        if marks := reading.marks:
            known = len(marks.cells) - marks.count(marks.clear)
            text = plural(
                known, "{count} cell is marked already", "{count} cells are marked already"
            )
            click.echo(f"  {text}", err=True)

    def _print_puzzle(self, scanned: Scanned, reading: Reading) -> None:
        from puzzles.formats.non import DIVIDER, NON
        from recognizer.document import document_of

        options, path = self._options, scanned.task.path
        is_one_of_several = len(options.pictures) > 1 or scanned.page is not None or options.is_all
        title = title_of_file(path) if is_one_of_several and path != STANDARD_INPUT else ""
        grid = scanned.grid if options.is_all else None
        numbers = [str(number) for number in (scanned.page, grid) if number is not None]
        if title and numbers:
            title += f" {'-'.join(numbers)}"
        text = NON.write(document_of(reading, title)).decode("utf-8")
        click.echo(text + f"\n{DIVIDER}\n\n" * is_one_of_several, nl=False)


MORE_PUZZLES = _("--all reads all of them.")
"""What helps if a picture has several puzzles."""


def name_of(scanned: Scanned) -> str:
    """The name of a board in sentences: file, page and number."""
    name = puzzle_name(scanned.task.path, scanned.page, "page")
    if scanned.grid is None or scanned.is_missing:
        return name
    return worded("{name}, puzzle {grid}", name=name, grid=scanned.grid)


def exit_code_of(reading: Reading, is_counted: bool) -> int:
    """The exit code for a reading; ``is_counted``: whether solutions were counted."""
    if not reading.has_puzzle:
        return NO_PUZZLE
    from puzzles.contracts import SolutionCount

    is_solvable = not is_counted or reading.solution_count is SolutionCount.ONE
    return DONE if reading.is_certain and is_solvable else NO


def _json_of_failure(scanned: Scanned, failure: Failure) -> str:
    """The JSON for a picture without a puzzle."""
    places = {"page": scanned.page, "grid": scanned.grid}
    known = {key: value for key, value in places.items() if value is not None}
    return failure_line(failure, scanned.task.path, **known)


def _json(scanned: Scanned, reading: Reading) -> str:
    from recognizer.document import document_of

    problems = problems_of(reading, MORE_PUZZLES)
    if not (reading.rows and reading.columns):
        failure = Failure("; ".join(problems) or _("No puzzle was found in this picture."))
        return _json_of_failure(scanned, failure._replace(code="no_puzzle"))
    values: dict[str, object] = {
        "page": scanned.page,
        "grid": scanned.grid,
        "parts": scanned.parts,
        "confidence": round(reading.confidence, 4),
        "doubtful": list(doubts_of(reading)),
        "outcome": reading.solution_count.outcome,
        "problems": problems,
        "grids": len(reading.others) + (reading.lattice is not None),
        "turned": reading.degrees,
        "mirrored": reading.is_mirrored,
        "seconds": round(reading.seconds or scanned.seconds, 3),
    }
    if reading.marks is not None:  # also few ones, which a file does not get
        values["marks"] = reading.marks.to_text(reading.palette)
    return puzzle_line(document_of(reading), scanned.task.path, values)
