"""The commands ``convert`` and ``formats``."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import click

from puzzles.command_line import force_option
from puzzles.errors import LibraryError, NonogramError
from puzzles.formats import (
    FORMATS,
    STANDARD_INPUT,
    Document,
    Format,
    format_for,
    lost,
    read_all,
    written,
)
from puzzles.formats.atomic import write_atomically
from puzzles.formats.conformance import conformance
from puzzles.formats.target import check_puzzle_target
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
@click.argument("paths", metavar="FILE...", nargs=-1, required=True, type=click.Path())
@click.option("-o", "--output", help="The file to write, or a folder; - for standard output.")
@click.option("--to", "wanted", type=_format_names, help="The format, instead of the name's.")
@force_option
@click.pass_context
def convert(
    context: click.Context,
    paths: tuple[str, ...],
    output: str | None,
    wanted: str | None,
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
        found = [(path, read_all(path)) for path in paths]
        files = []
        for each in _planned(found, output, chosen):  # nothing is written if one is impossible
            if each.path is not None:
                check_puzzle_target(each.path, paths, force)
            files.append((each, written(chosen, each.documents, each.name)))
        for each, data in files:
            _write(each, data, chosen, force)
    except NonogramError as error:
        click.echo(str(error), err=True)
        context.exit(_BAD_INPUT)


def _chosen(output: str | None, wanted: str | None) -> Format:
    """The format that is asked for."""
    if wanted is not None:
        return next(known for known in FORMATS if known.id == wanted)
    if output is None or output == STANDARD_INPUT or Path(output).is_dir():
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
    if output is None or output == STANDARD_INPUT:
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


def _write(output: _Output, data: bytes, chosen: Format, force: bool) -> None:
    if output.path is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    else:
        write_atomically(output.path, data, force=force)
        click.echo(f"{output.path}: written")
    left_out = {part: None for document in output.documents for part in lost(chosen, document)}
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
            value |= {"written": known.can_write, **conformance(known)._asdict()}
            click.echo(json.dumps(value))
        return
    heads = ("written", "colours", "title", "solution", "marks", "several")
    click.echo(f"{'':<11}{'':<16}" + "".join(f"{head:<9}" for head in heads).rstrip())
    for known in FORMATS:
        kept = ("yes" if part else "-" for part in (known.can_write, *conformance(known)))
        row = f"{known.id:<11}{' '.join(known.extensions):<16}"
        click.echo((row + "".join(f"{each:<9}" for each in kept)).rstrip())
