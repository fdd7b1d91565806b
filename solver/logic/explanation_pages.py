"""An explanation as Markdown, or as one HTML page with a small picture for each step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from string import Template

from puzzles.language import LANGUAGE
from puzzles.model import Puzzle
from puzzles.own_files import HTML_MARK, MARKDOWN_MARK
from puzzles.words import _, headed, worded
from solver.logic.explain import ExplainedStep
from solver.logic.rate import Rating
from solver.logic.step_pictures import StepPictures

_HEAD = Template("""\
<!DOCTYPE html>
<html lang="$language">
<head>
<meta charset="utf-8">
$mark
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>$title</title>
<style>
:root { color-scheme: light dark; --page: #f6f6f9; --card: #ffffff; --text: #1d1d24;
  --faint: #686874; --rule: #dcdce4; --accent: #2f5fe8; }
@media (prefers-color-scheme: dark) {
  :root { --page: #1b1b20; --card: #25252c; --text: #e8e8ee; --faint: #a2a2ae; --rule: #3a3a44;
    --accent: #7f9cff; }
}
body { background: var(--page); color: var(--text); font: 16px/1.5 system-ui, sans-serif;
  margin: 0 auto; max-width: 60rem; padding: 1.5rem; }
h1 { font-size: 1.6rem; margin: 0; }
p { margin: .25rem 0; }
.faint { color: var(--faint); }
ol { list-style: none; margin: 1.5rem 0; padding: 0; }
li.step { background: var(--card); border: 1px solid var(--rule); border-radius: 10px;
  display: flex; flex-wrap: wrap; gap: 1.25rem; margin: 0 0 1rem; padding: 1rem; }
li.step > div { flex: 1 1 20rem; }
li.step svg { flex: none; max-width: 100%; }
h2 { font-size: 1rem; margin: 0 0 .25rem; }
h2 span { color: var(--faint); font-weight: normal; }
</style>
</head>
<body>
<h1>$title</h1>
<p class="faint">$opening</p>
<ol>
""")
_FOOT = "</ol>\n</body>\n</html>\n"


def opening_text(puzzle: Puzzle, rating: Rating | None) -> str:
    """The size and the difficulty in a sentence."""
    size = f"{puzzle.width} × {puzzle.height}"
    if rating is None:
        return worded("{size}.", size=size)
    return worded(
        "{size}, {rating}: the hardest technique that is needed is {title}.",
        size=size,
        rating=rating.text,
        title=rating.hardest.label,
    )


def title_text(puzzle: Puzzle) -> str:
    """The heading; the puzzle's title would give the picture away, but the page does so anyway."""
    return (
        worded("{title}, step by step", title=puzzle.title)
        if puzzle.title
        else _("The solution, step by step")
    )


def as_text(steps: Iterable[ExplainedStep]) -> Iterator[str]:
    """Plain text, one line or more a step."""
    for step in steps:
        yield f"{step.number}. {headed(step.deduction.technique.label, step.text)}"
        for sentences in step.trials:
            yield from (f"     {sentence}" for sentence in sentences)


def as_markdown(
    puzzle: Puzzle, rating: Rating | None, steps: Iterable[ExplainedStep]
) -> Iterator[str]:
    """Markdown, line by line."""
    yield f"# {_markdown(title_text(puzzle))}"
    yield ""
    yield opening_text(puzzle, rating)
    yield ""
    for step in steps:
        yield f"{step.number}. **{step.deduction.technique.label}**: {_markdown(step.text)}"
        for sentences in step.trials:
            yield from (f"    * {_markdown(sentence)}" for sentence in sentences)
    yield ""
    yield MARKDOWN_MARK


def _markdown(text: str) -> str:
    return "".join(f"\\{c}" if c in "\\`*_<>[]#" else c for c in text)


def as_html(puzzle: Puzzle, rating: Rating | None, steps: Iterable[ExplainedStep]) -> Iterator[str]:
    """One HTML page in pieces; it refers to no other file."""
    opening, pictures = escape(opening_text(puzzle, rating)), StepPictures(puzzle)
    yield _HEAD.substitute(
        language=LANGUAGE, mark=HTML_MARK, title=escape(title_text(puzzle)), opening=opening
    )
    yield pictures.shared
    for step in steps:
        name = escape(step.deduction.technique.label)
        trials = "".join(
            "<ul>" + "".join(f"<li>{escape(s)}</li>" for s in sentences) + "</ul>"
            for sentences in step.trials
        )
        yield (
            f'<li class="step">{pictures.of(step)}<div><h2>{step.number}. {name}</h2>'
            f"<p>{escape(step.text)}</p>{trials}</div></li>\n"
        )
    yield _FOOT
