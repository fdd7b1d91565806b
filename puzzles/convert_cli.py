"""The commands ``convert`` and ``formats``."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from puzzles import shared_options as shared
from puzzles.command_line import (
    ending,
    files_argument,
    services_of,
    stoppable,
)
from puzzles.contracts import ShouldStop, SolutionCount, SolvePuzzle
from puzzles.errors import FormatError, LibraryError, NonogramError
from puzzles.exit_codes import BAD_INPUT, DONE, NO, UNDECIDED, worse
from puzzles.formats import STANDARD_INPUT, Document, Format, format_for, lost, written
from puzzles.formats.atomic import write_atomically
from puzzles.formats.boards import picture_of
from puzzles.formats.conformance import conformance
from puzzles.formats.registry import FORMATS
from puzzles.formats.target import (
    check_puzzle_target,
    identities_of,
    is_folder_name,
    output_folder,
)
from puzzles.inputs import Input, inputs, puzzle_name
from puzzles.interrupt import StopFlag
from puzzles.json_keys import json_help
from puzzles.json_output import Failure, tell
from puzzles.output import EMPTY_NAME, STANDARD_OUTPUT
from puzzles.progress import BATCH, FILES_WORTH_A_WORKER, in_order, workers_for
from puzzles.standard_input import name_of
from puzzles.titles import file_stem
from puzzles.words import _, help_text, paragraph, plural, worded

_format_names = click.Choice([known.id for known in FORMATS])


class _Output(NamedTuple):
    """A file to be written."""

    path: Path | None
    """``None`` for standard output."""
    documents: Sequence[Document]

    @property
    def name(self) -> str:
        """The name for messages."""
        return _("standard output") if self.path is None else os.fspath(self.path)


CONVERT_HELP = help_text("""Write puzzle files in another format.

All puzzles go into one file, whose name tells the format; into a folder, each goes into a file
of its own, and one that cannot be converted does not stop the others. A folder that is missing
is made. Without -o the puzzles are printed. What the new format cannot keep, such as titles, is
named on stderr. `nonogram formats` lists the formats; pictures need the solution, which --solve
finds.

\b
Examples:
  nonogram convert set.xml -o set.non
  nonogram convert *.non --to json -o all.json
  nonogram convert pack.nonpack --to mk -o folder
  nonogram convert cat.non --solve -o cat.pbm
  nonogram scan page.jpg | nonogram convert - --to mk

\b
Exit codes:
  0  all was converted
  1  there is no solution to fill in, or not exactly one
  2  a file cannot be read or written, or the format cannot hold a puzzle
  3  the solution was not found in time
  130  Ctrl+C""")


@click.command(help=CONVERT_HELP)
@files_argument
@shared.output_option
@shared.to_option.saying(
    worded("One of {formats}.", formats=", ".join(known.id for known in FORMATS)),
    type=_format_names,
)
@shared.solve_option.saying(_("Of puzzles without one, if there is just one."))
@shared.timeout_option.saying(_("For --solve."))
@shared.jobs_option.saying(shared.JOBS_DEFAULT)
@shared.force_option
@click.pass_context
@ending
@stoppable
def convert(
    should_stop: StopFlag,
    context: click.Context,
    files: tuple[str, ...],
    output: str | None,
    to: str | None,
    solve: bool,
    timeout_s: float | None,
    jobs: int | None,
    force: bool,
) -> int:
    """The command; its help text is :data:`CONVERT_HELP`."""
    target = _Target.named(output, to)
    solver = _Solver(services_of(context).solver_hooks().solve, timeout_s) if solve else None
    written: list[Path] = []
    try:
        with should_stop.breaking():
            return _convert_all(target, files, solver, jobs, force, written)
    except KeyboardInterrupt:
        click.echo(target.text_when_stopped(len(written)), err=True)
    return BAD_INPUT


def _convert_all(
    target: _Target,
    files: Sequence[str],
    solver: _Solver | None,
    jobs: int | None,
    force: bool,
    done: list[Path],
) -> int:
    """Convert the files, and add those that are written to a list; return the exit code."""
    files_per_worker = FILES_WORTH_A_WORKER if solver is None else 1
    workers = workers_for(jobs, len(files), files_per_worker)
    read = partial(_read, solver)
    found = in_order(read, inputs(files), len(files), workers, batch=BATCH if solver is None else 1)
    good: list[tuple[str, list[Document]]] = []
    worst = DONE
    for path, documents, failures in found:
        for failure in failures:
            tell(failure)
            worst = worse(worst, _CODES.get(failure.code, BAD_INPUT))
        good.append((path, documents))
    _tell_notes(good)
    if target.folder is not None or worst == DONE:
        worst = worse(worst, _write_all(target, good, jobs, force, done))
    elif len(files) > 1:
        click.echo(worded("{name} is not written", name=target.name), err=True)
    return worst


def _tell_notes(found: Sequence[tuple[str, Sequence[Document]]]) -> None:
    """Print what of the files was not read: of one file in full, of several with an example."""
    notes = [
        (name_of(path), note)
        for path, each in found
        for document in each
        for note in document.notes
    ]
    if not notes:
        return
    (name, note), count = notes[0], len(dict(notes))
    text = plural(
        count,
        "{name}: {note}",
        "{count} files have something that is not read; {name}, for example: {note}",
        name=name,
        note=note,
    )
    others = [note for other, note in notes[1:] if other == name and count == 1]
    click.echo(paragraph(text, *others), err=True)


def _read(
    solver: _Solver | None, file: Input, should_stop: ShouldStop
) -> tuple[str, list[Document], list[Failure]]:
    """The file's name on the command line, its puzzles, and what is wrong with them."""
    try:
        documents = file.documents(may_be_incomplete=solver is None)
    except NonogramError as error:
        return file.path, [], [Failure.of(error)]
    failures: list[Failure] = []
    if solver is not None:
        for number, document in enumerate(documents):
            name = puzzle_name(file.path, number + 1 if len(documents) > 1 else None)
            documents[number], failure = solver.with_solution(document, should_stop)
            failures += [failure._replace(message=f"{name}: {failure.message}")] if failure else []
    return file.path, documents, failures


class _Solver(NamedTuple):
    """Fills in solutions."""

    solve: SolvePuzzle
    timeout_s: float | None
    """Seconds for each puzzle; ``None`` for no limit."""

    def with_solution(
        self, document: Document, should_stop: ShouldStop
    ) -> tuple[Document, Failure | None]:
        """The puzzle with its picture, or why there is none; one with a picture stays as it is."""
        puzzle = document.puzzle
        if document.is_drawing or picture_of(document) is not None:
            return document, None
        if defects := puzzle.defects():
            return document, Failure(str(defects[0]), "defective", defects[0].line)
        count, certain = self.solve(puzzle, self.timeout_s, should_stop)
        if count is SolutionCount.ONE:
            goal = certain.to_goal(puzzle.palette)
            return replace(document, puzzle=replace(puzzle, goal=goal)), None
        return document, Failure(*_NOT_SOLVED[count])


_NOT_SOLVED = {
    SolutionCount.UNKNOWN: (_("the solution was not found in time"), "timeout"),
    SolutionCount.NONE: (_("it has no solution, so it is not solved"), "no_solution"),
    SolutionCount.SEVERAL: (
        _("it has several solutions, so it is not solved"),
        "several_solutions",
    ),
}
_CODES = {"timeout": UNDECIDED, "no_solution": NO, "several_solutions": NO}
"""The exit codes of failures that are no fault of a file."""


def _write_all(
    target: _Target,
    found: Sequence[tuple[str, list[Document]]],
    jobs: int | None,
    force: bool,
    done: list[Path],
) -> int:
    """Write the files; the exit code. Into a folder goes what is possible.

    Raises:
        NonogramError: The only file cannot be written.
    """
    sources = identities_of(path for path, _documents in found if path != STANDARD_INPUT)
    planned = list(_planned(found, target))
    workers = workers_for(jobs, len(planned), FILES_WORTH_A_WORKER)
    code = DONE
    lost: list[list[str]] = []
    made = in_order(partial(_made, target.format.id), planned, len(planned), workers, batch=BATCH)
    for each, (data, left_out, problem) in zip(planned, made, strict=True):
        try:
            if problem:
                raise FormatError(problem)
            if each.path is not None:
                check_puzzle_target(each.path, sources, force, any_ending=True)
            _write(each, data, force)
            lost += [left_out] if left_out else []
            done += [each.path] if each.path is not None else []
        except NonogramError as error:
            tell(Failure(str(error)))  # the input is right
            code = BAD_INPUT
    if lost:
        click.echo(_lost_text(planned, lost), err=True)
    return code


def _lost_text(outputs: Sequence[_Output], lost: Sequence[Sequence[str]]) -> str:
    """The sentence about what the files do not keep."""
    parts = ", ".join(dict.fromkeys(part for parts in lost for part in parts))
    if len(outputs) == 1:
        return worded("{name}: left out: {left_out}", name=outputs[0].name, left_out=parts)
    return plural(
        len(lost),
        "left out in {count} file: {left_out}",
        "left out in {count} files: {left_out}",
        left_out=parts,
    )


def _made(format_id: str, output: _Output, _: ShouldStop) -> tuple[bytes, list[str], str]:
    """The bytes of a file, what they do not keep, and why there are none."""
    chosen = _format_called(format_id)
    try:
        data = written(chosen, output.documents, output.name)
        parts = {part: None for document in output.documents for part in _lost(chosen, document)}
    except NonogramError as error:
        return b"", [], str(error)
    return data, list(parts), ""


def _lost(chosen: Format, document: Document) -> list[str]:
    """The parts that the format does not keep. Marks that become its picture are no loss."""
    parts = lost(chosen, document)
    if not document.puzzle.goal and _SOLUTION in parts:
        return [part for part in parts if part not in (_SOLUTION, _MARKS)]
    return parts


_SOLUTION, _MARKS = _("the solution"), _("the marks")


def _format_called(name: str) -> Format:
    return next(known for known in FORMATS if known.id == name)


class _Target(NamedTuple):
    """Where the puzzles go, and in which format."""

    path: Path | None
    """``None`` for standard output."""
    folder: Path | None
    """``None`` if all puzzles go into one file."""
    format: Format

    @property
    def name(self) -> str:
        """The name for messages."""
        return _("standard output") if self.path is None else os.fspath(self.path)

    def text_when_stopped(self, done: int) -> str:
        """What is said at Ctrl+C, after so many files were written."""
        if self.folder is not None:
            return plural(
                done, "stopped; {count} file is written", "stopped; {count} files are written"
            )
        return worded("stopped; {name} is not written", name=self.name)

    @classmethod
    def named(cls, output: str | None, wanted: str | None) -> _Target:
        """The output of the command line.

        Raises:
            LibraryError: The name is empty, tells no format, or is that of a folder that cannot be
                made.
        """
        if output == "":
            raise LibraryError(EMPTY_NAME)
        if output == STANDARD_OUTPUT:
            output = None
        is_folder = output is not None and is_folder_name(output)
        if wanted is not None:
            chosen = _format_called(wanted)
        elif output is None or is_folder:
            raise LibraryError(_("the format is missing; add --to, for example --to non"))
        else:
            named = format_for(Path(output))
            if named is None:
                raise LibraryError(
                    worded(
                        "{output}: the name tells no format; `nonogram formats` lists the "
                        "endings, or add --to",
                        output=output,
                    )
                )
            chosen = named
        folder = output_folder(output) if output is not None else None
        return cls(None if output is None else Path(output), folder, chosen)


def _planned(found: Sequence[tuple[str, Sequence[Document]]], target: _Target) -> Iterator[_Output]:
    """Which puzzles go where."""
    if target.folder is None:
        every = [document for _path, several in found for document in several]
        yield _Output(target.path, every)
        return
    taken: set[str] = set()
    for path, documents in found:
        stem = "puzzle" if path == STANDARD_INPUT else Path(path).stem
        for document in documents:
            name = stem if len(documents) == 1 else file_stem(document.puzzle.title)
            yield _Output(target.folder / _free(name, target.format, taken), [document])


def _free(stem: str, chosen: Format, taken: set[str]) -> str:
    """A name in the folder that no other puzzle of this run has."""
    number, name = 1, f"{stem}{chosen.extensions[0]}"
    while name.casefold() in taken:
        number += 1
        name = f"{stem}-{number}{chosen.extensions[0]}"
    taken.add(name.casefold())
    return name


def _write(output: _Output, data: bytes, force: bool) -> None:
    if output.path is None:
        click.echo(data, nl=False)
    else:
        write_atomically(output.path, data, force=force)
        click.echo(worded("{file}: written", file=output.path))


FORMATS_HELP = help_text("""List the file formats, and what they can hold besides clues.

The first column is the name for `nonogram convert --to`.""") + json_help("formats")


@click.command(help=FORMATS_HELP)
@shared.json_option
@ending
def formats(as_json: bool) -> int:
    """The command; its help text is :data:`FORMATS_HELP`."""
    if as_json:
        for known in FORMATS:
            value: dict[str, object] = {
                "id": known.id,
                "name": known.name,
                "extensions": known.extensions,
                "reads": known.can_read,
                "writes": known.can_write,
                "keeps": conformance(known)._asdict(),
            }
            click.echo(json.dumps(value))
        return DONE
    heads = ("written", "colours", "title", "solution", "marks", "several")
    click.echo(f"{'':<11}{'':<16}" + "".join(f"{head:<9}" for head in heads).rstrip())
    for known in FORMATS:
        kept = ["yes" if part else "-" for part in (known.can_write, *conformance(known))]
        if not known.can_read:
            kept[0] = "only"
        row = f"{known.id:<11}{' '.join(known.extensions):<16}"
        click.echo((row + "".join(f"{each:<9}" for each in kept)).rstrip())
    return DONE
