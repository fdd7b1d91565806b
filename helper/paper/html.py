"""Puzzles as one web page that needs nothing else; its pictures are SVG."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape

from helper.paper.book import BookPuzzle
from helper.paper.picture import PuzzlePicture
from puzzles.colors import named_clues
from puzzles.contracts import ShouldStop, never
from puzzles.language import LANGUAGE
from puzzles.model import Puzzle
from puzzles.own_files import HTML_MARK
from puzzles.print_options import PrintOptions, Solutions, Titles
from puzzles.words import _, worded

_STYLE = """
body { font-family: Inter, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; color: #111;
  background: #fff; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; line-height: 1.5; }
h1 { font-size: 1.8rem; } h2 { font-size: 1.15rem; margin: 0 0 .5rem; }
section { margin: 0 0 3rem; break-inside: avoid; }
svg { max-width: 100%; height: auto; } .about { color: #666; font-weight: normal; }
small { color: #666; } summary { cursor: pointer; color: #666; }
@media print { summary { display: none; } body { margin: 0; } }
"""


def html_bytes(
    puzzles: Sequence[BookPuzzle], options: PrintOptions, should_stop: ShouldStop = never
) -> bytes | None:
    """A web page of puzzles, each with its solution to unfold; ``None`` if it was stopped."""
    title = escape(options.title or puzzles[0].puzzle.title or _("Nonogram"))
    heading = f"<h1>{escape(options.title)}</h1>\n" if options.title else ""
    parts = []
    for number, each in enumerate(puzzles):
        if should_stop():
            return None
        parts.append("".join(_section(number, each, options, len(puzzles) > 1)))
    body = "\n".join(parts)
    return (
        "<!DOCTYPE html>\n"
        f'<html lang="{LANGUAGE}">\n<head>\n<meta charset="utf-8">\n{HTML_MARK}\n'
        f"<title>{title}</title>\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n{heading}{body}\n</body>\n</html>\n"
    ).encode()


def _section(
    number: int, each: BookPuzzle, options: PrintOptions, is_numbered: bool
) -> Iterator[str]:
    puzzle = each.puzzle
    names = [str(number + 1)] if is_numbered else []
    if options.titles is Titles.PUZZLE and puzzle.title:
        names.append(escape(puzzle.title))
    difficulty = each.difficulty.label if each.difficulty and options.has_difficulty else ""
    about = " · ".join(filter(None, (f"{puzzle.width} × {puzzle.height}", difficulty)))
    yield f'<section>\n<h2>{" ".join(names)} <span class="about">{about}</span></h2>\n'
    yield _inline(PuzzlePicture(puzzle, is_grey=options.is_grey), _clues_in_words(puzzle))
    if text := puzzle.credits:
        yield f"<div><small>{escape(text)}</small></div>\n"
    if each.solution is not None and options.solutions is not Solutions.NONE:
        name = worded("Solution: {title}", title=puzzle.title) if puzzle.title else _("Solution")
        picture = PuzzlePicture(puzzle, each.solution, options.is_grey)
        yield f"<details><summary>{escape(_('Solution'))}</summary>\n"
        yield f"{_inline(picture, name)}</details>\n"
    yield "</section>"


def _inline(picture: PuzzlePicture, name: str) -> str:
    """An SVG as a part of a page, with a name for screen readers."""
    text = picture.svg().decode()
    text = re.sub(r"^<\?xml.*?\?>\s*", "", text)
    text = re.sub(r"\s*<(title|desc)>.*?</\1>", "", text, flags=re.DOTALL)
    return text.replace("<svg ", f'<svg role="img" aria-label="{escape(name)}" ', 1)


def _clues_in_words(puzzle: Puzzle) -> str:
    """All clues as a sentence for screen readers."""
    return " ".join(
        worded(
            "{line}: {clues}.",
            line=line.title,
            clues=named_clues(puzzle.clues_of(line), puzzle.palette),
        )
        for line in puzzle.lines
    )
