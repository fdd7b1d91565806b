"""The commands ``convert`` and ``formats``."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from puzzles.command_line import files_argument, force_option, jobs_option
from puzzles.contracts import ShouldStop
from puzzles.errors import LibraryError, NonogramError
from puzzles.formats import FORMATS, STANDARD_INPUT, Document, Format, format_for, lost, written
from puzzles.formats.atomic import write_atomically
from puzzles.formats.conformance import conformance
from puzzles.formats.target import check_puzzle_target, identities_of
from puzzles.inputs import Input, inputs
from puzzles.output import EMPTY_NAME, STANDARD_OUTPUT
from puzzles.progress import BATCH, FILES_WORTH_A_WORKER, in_order, workers_for
from puzzles.titles import file_stem

_BAD_INPUT = 2
_format_names = click.Choice([known.id for known in FORMATS])


class _Output(NamedTuple):
    """A file to be written."""

    path: Path | None
    """``None`` for standard output."""
    documents: Sequence[Document]

    @property
    def name(self) -> str:
        """The name for messages."""
        return "standard output" if self.path is None else os.fspath(self.path)


@click.command
@files_argument
@click.option(
    "-o", "--output", metavar="PATH", help="The file to write, or a folder; - for standard output."
)
@click.option(
    "--to",
    "wanted",
    type=_format_names,
    metavar="FORMAT",
    help=f"The format, instead of the name's: {', '.join(known.id for known in FORMATS)}.",
)
@jobs_option
@force_option
@click.pass_context
def convert(
    context: click.Context,
    files: tuple[str, ...],
    output: str | None,
    wanted: str | None,
    jobs: int | None,
    force: bool,
) -> None:
    """Write puzzle files in another format.

    All puzzles go into one file, whose name tells the format; into a folder, each goes into a file
    of its own. Without -o they are printed. What the new format cannot keep, such as titles, is
    named on stderr. `nonogram formats` lists the formats.

    \b
    Examples:
      nonogram convert set.xml -o set.non
      nonogram convert *.non --to json -o all.json
      nonogram convert pack.nonpack --to mk -o folder
      nonogram scan page.jpg | nonogram convert - --to mk

    \b
    Exit codes:
      0  all was converted
      2  a file cannot be read or written, or the format cannot hold a puzzle
    """
    try:
        chosen = _chosen(output, wanted)
        workers = workers_for(jobs, len(files), FILES_WORTH_A_WORKER)
        found = list(in_order(_read, inputs(files), len(files), workers, batch=BATCH))
        planned = list(_planned(found, output, chosen))
        sources = identities_of(path for path in files if path != STANDARD_INPUT)
        for each in planned:
            if each.path is not None:
                check_puzzle_target(each.path, sources, force, as_picture=True)
        workers = workers_for(jobs, len(planned), FILES_WORTH_A_WORKER)
        # All are made before the first is written: nothing is written if one is impossible.
        made = list(
            in_order(partial(_made, chosen.id), planned, len(planned), workers, batch=BATCH)
        )
        for each, (data, left_out) in zip(planned, made, strict=True):
            _write(each, data, left_out, force)
    except NonogramError as error:
        click.echo(str(error), err=True)
        context.exit(_BAD_INPUT)


def _read(file: Input, _: ShouldStop) -> tuple[str, list[Document]]:
    """The file's name on the command line, and its puzzles."""
    return file.path, file.documents()


def _made(format_id: str, output: _Output, _: ShouldStop) -> tuple[bytes, list[str]]:
    """The bytes of a file, and what they do not keep."""
    chosen = _format_called(format_id)
    data = written(chosen, output.documents, output.name)
    parts = {part: None for document in output.documents for part in lost(chosen, document)}
    return data, list(parts)


def _format_called(name: str) -> Format:
    return next(known for known in FORMATS if known.id == name)


def _chosen(output: str | None, wanted: str | None) -> Format:
    """The format that is asked for."""
    if output == "":
        raise LibraryError(EMPTY_NAME)
    if wanted is not None:
        return _format_called(wanted)
    if output is None or output == STANDARD_OUTPUT or Path(output).is_dir():
        raise LibraryError("the format is missing; add --to, for example --to non")
    named = format_for(Path(output))
    if named is None:
        raise LibraryError(
            f"{output}: the name tells no format; `nonogram formats` lists the endings, or add --to"
        )
    return named


def _planned(
    found: Sequence[tuple[str, Sequence[Document]]], output: str | None, chosen: Format
) -> Iterator[_Output]:
    """Which puzzles go where."""
    everything = [document for _, documents in found for document in documents]
    if output is None or output == STANDARD_OUTPUT:
        yield _Output(None, everything)
    elif not Path(output).is_dir():
        yield _Output(Path(output), everything)
    else:
        taken: set[str] = set()
        for path, documents in found:
            stem = "puzzle" if path == STANDARD_INPUT else Path(path).stem
            for document in documents:
                name = stem if len(documents) == 1 else file_stem(document.puzzle.title)
                yield _Output(Path(output) / _free(name, chosen, taken), [document])


def _free(stem: str, chosen: Format, taken: set[str]) -> str:
    """A name in the folder that no other puzzle of this run has."""
    number, name = 1, f"{stem}{chosen.extensions[0]}"
    while name.casefold() in taken:
        number += 1
        name = f"{stem}-{number}{chosen.extensions[0]}"
    taken.add(name.casefold())
    return name


def _write(output: _Output, data: bytes, left_out: list[str], force: bool) -> None:
    if output.path is None:
        click.echo(data, nl=False)
    else:
        write_atomically(output.path, data, force=force)
        click.echo(f"{output.path}: written")
    if left_out:
        click.echo(f"{output.name}: left out: {', '.join(left_out)}", err=True)


@click.command
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object for each format.")
def formats(as_json: bool) -> None:
    """List the file formats, and what they can hold besides clues.

    The first column is the name for `nonogram convert --to`.
    """
    if as_json:
        for known in FORMATS:
            value: dict[str, object] = {
                "format": known.id,
                "name": known.name,
                "extensions": known.extensions,
            }
            value |= {
                "read": known.can_read,
                "written": known.can_write,
                **conformance(known)._asdict(),
            }
            click.echo(json.dumps(value))
        return
    heads = ("written", "colours", "title", "solution", "marks", "several")
    click.echo(f"{'':<11}{'':<16}" + "".join(f"{head:<9}" for head in heads).rstrip())
    for known in FORMATS:
        kept = ["yes" if part else "-" for part in (known.can_write, *conformance(known))]
        if not known.can_read:
            kept[0] = "only"
        row = f"{known.id:<11}{' '.join(known.extensions):<16}"
        click.echo((row + "".join(f"{each:<9}" for each in kept)).rstrip())
