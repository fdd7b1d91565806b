"""All hints of two puzzles as a person reads them, and all templates of hints, in each language.

``python -m tests.support.hint_transcripts`` writes the transcripts anew, after a change of texts on
purpose; with ``transcript`` or ``templates`` it prints in the language of the environment variable.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from string import Formatter

from babel.messages.pofile import read_po

from puzzles.color_values import KNOWN
from puzzles.formats import read
from puzzles.language import LANGUAGES, VARIABLE
from puzzles.model import BLACK_AND_WHITE, Axis, Clue, Color, Line, Puzzle
from puzzles.words import in_context, listed, neither, plural, worded
from solver.logic.cell_texts import (
    block_text,
    blocks_text,
    cell_text,
    color_text,
    span_text,
    state_text,
)
from solver.logic.explain import explain
from solver.logic.explanation_pages import as_text
from solver.logic.finding import CellSpan
from tests.support.boards import random_puzzle
from tests.support.paths import ROOT

TRANSCRIPTS = ROOT / "po" / "transcripts"
_BUNDLED = ROOT / "puzzles" / "packs" / "one-technique-more" / "09-baguette.non"
_TEXTS = {
    *(f"solver/logic/{name}.py" for name in ("cell_texts", "marks", "reasons", "sentences")),
    "helper/hints/wrong_marks.py",
    "helper/learn/lessons/exercise_check.py",
    "helper/play/guess_blame.py",
}
"""Where the sentences of hints are."""


def in_language(language: str, task: str) -> str:
    """What this module prints in a language."""
    words = [sys.executable, "-m", "tests.support.hint_transcripts", task]
    environment = {**os.environ, VARIABLE: language, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(words, env=environment, cwd=ROOT, capture_output=True, check=True)
    return done.stdout.decode()


def path_of(language: str) -> Path:
    """The file of the transcript in a language."""
    return TRANSCRIPTS / f"{language}.txt"


def transcript() -> Iterator[str]:
    """The steps of a bundled puzzle, and of one in colours that needs trials."""
    palette = (BLACK_AND_WHITE[0], Color("1", "#e02020"), Color("a", "#2050e0"))
    colored = replace(random_puzzle(854, 6, 7, 3, 0.6), palette=palette)
    for puzzle in (read(_BUNDLED).puzzle, colored):
        yield from as_text(explain(puzzle))
        yield ""


def templates() -> Iterator[str]:
    """Each template about hints, filled in with one, two and many cells and blocks, each colour."""
    with (ROOT / "po" / "nonogram.pot").open("rb") as file:
        messages = [m for m in read_po(file) if _TEXTS & {place for place, _ in m.locations}]
    for each, (name, codes) in enumerate({**KNOWN, "roof": "#e02020"}.items()):
        palette = (BLACK_AND_WHITE[0], Color("a", codes.split()[0], name), Color("b", "#2050e0"))
        count = (1, 2, 5, 22)[each % 4]
        values = _values(BLACK_AND_WHITE if each % 5 == 0 else palette, count)
        for message in messages:
            ids = [message.id] if isinstance(message.id, str) else list(message.id)
            one, many = ids[0], ids[-1]
            names = {name for _, name, _, _ in Formatter().parse(many) if name}
            fields = {name: values.get(name, each) for name in names}
            if len(ids) > 1:
                yield plural(count, one, many, **fields)
            elif message.context:
                yield in_context(message.context, one)
            else:
                yield worded(one, **fields)


def _values(palette: tuple[Color, ...], count: int) -> dict[str, object]:
    """Phrases for the fields, by name; the other fields are numbers."""
    clues = tuple(Clue(k + 1, 1 + k % (len(palette) - 1)) for k in range(count + 1))
    puzzle = Puzzle(rows=(clues,), columns=((),) * 9, palette=palette)
    line = Line(Axis.COLUMN if count % 2 else Axis.ROW, 4)
    cells = span_text(CellSpan(2, 2 + count))
    values: list[tuple[object, str]] = [
        (cells, "cells room span gap"),
        (state_text(2 if count == 1 else 7, puzzle, neither), "state states truth"),
        (cell_text(3, puzzle), "cell name place"),
        (worded("the run in {span}", span=cells), "run runs"),
        (block_text(0, clues, palette), "block before after"),
        (blocks_text(clues[:count], palette), "blocks"),
        (color_text(1, puzzle), "color"),
        (worded("a blank cell"), "wall"),
        (listed([str(line)] * count), "lines rows"),
        (line, "line"),
    ]
    return {name: value for value, names in values for name in names.split()}


def main() -> None:
    """Print, or write all transcripts."""
    if len(sys.argv) > 1:
        print(*{"transcript": transcript, "templates": templates}[sys.argv[1]](), sep="\n")
        return
    for language in LANGUAGES:
        path_of(language).write_text(in_language(language, "transcript"), encoding="utf-8")


if __name__ == "__main__":
    main()
