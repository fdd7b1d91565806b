"""Makes the catalogues of texts: the template, and the catalogue of each language.

``python tools/messages.py`` (or ``make messages``) finds the texts in the sources, updates the
template and all catalogues, and compiles them; ``--check`` only tells what would change in the
template.

The texts are the literals in calls of the functions of ``puzzles/words.py``, and the paragraphs of
the help pages. Texts of Click and Qt that people see are in the catalogues, too: those of the
installed versions of Click, and those that Qt has in no Lithuanian.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import click
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from puzzles.language import DOMAIN, ENGLISH, FORM, LANGUAGES
from tools.catalogues import compile_catalogues

PO = ROOT / "po"
TEMPLATE = PO / f"{DOMAIN}.pot"
_SOURCES = ("main.py", "puzzles", "solver", "recognizer", "network", "helper")
_HELP_PAGES = ROOT / "resources" / "help"
_ONE_TEXT = {"_", "worded", "marked", "Option"}
"""Functions whose first argument is a text, or a choice of texts."""
_COMMENT = "Translators: "
_CLICK = "click"
"""The place of Click's texts."""
_PERCENT = re.compile(r"%\(\w+\)[sd]|%[sd]")
_SPEC = re.compile(r"\{\w+:([^{}]+)\}")
_LINK = re.compile(r"\]\(([^)]*)\)")
_FRENCH_BREAK = re.compile(r"« | »|(?<=[\w)\]}»’…*]) (?=[:;!?](?:\s|$))")
"""A blank at which a line may break, where French has a no-break space."""
_OTHER_ADDRESS = {
    "de": re.compile(r"\b([Dd]u|[Dd]ich|[Dd]ein\w*)\b"),
    "es": re.compile(
        r"\b([Uu]sted|[Ee]scriba|[Pp]egue|[Cc]ierre|[Ee]lija|[Pp]ulse|[Aa]bra|[Gg]uarde"
        r"|[Pp]ruebe|[Cc]ompruebe|[Uu]tilice|[Ii]nténtelo)\b"
    ),
    "fr": re.compile(r"\b([Tt]u|[Tt]oi|[Tt]on|[Tt]es)\b"),
    "lt": re.compile(r"\b([Tt]u|[Tt]avo|[Tt]ave)\b"),
    "pl": re.compile(r"\b([Pp]roszę|Pan|Pani|Państwo)\b"),
}
"""Common words by which a translation would address the reader differently from all others."""
_MNEMONIC = re.compile(r"&(?=\w(?!\w*;))")
"""An ampersand that is neither doubled nor the beginning of an entity of HTML."""
_HEADER = """\
# Texts of Nonogram Helper.
# The Nonogram Helper authors.
#"""


class Message(NamedTuple):
    """A text in the sources."""

    text: str | tuple[str, str]
    """The text, or its singular and plural."""
    place: str
    """The file, from the root of the repository."""
    context: str | None = None
    comment: str = ""
    """For translators."""


def messages() -> Iterator[Message]:
    """All texts of the program, file by file."""
    for name in _SOURCES:
        path = ROOT / name
        for file in [path] if path.is_file() else sorted(path.rglob("*.py")):
            yield from messages_of(file.read_text("utf-8"), file.relative_to(ROOT).as_posix())
    for page in sorted(_HELP_PAGES.glob("*.md")):
        place = page.relative_to(ROOT).as_posix()
        for paragraph in page.read_text("utf-8").split("\n\n"):
            if paragraph.strip():
                yield Message(paragraph, place)


def messages_of(source: str, place: str) -> Iterator[Message]:
    """The texts of a Python module, in their order.

    >>> [m.text for m in messages_of('_("a"); plural(n, "{count} b", "{count} bs")', "x.py")]
    ['a', ('{count} b', '{count} bs')]
    """
    comments = _comments(source)
    calls = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        assert isinstance(call.func, ast.Name)
        function, arguments = call.func.id, call.args
        comment = comments.get(call.lineno - 1, "")
        if function in _ONE_TEXT and arguments:
            for text in _literals(arguments[0]):
                yield Message(text, place, comment=comment)
        elif function in ("plural", "forms"):
            pair = arguments[1:3] if function == "plural" else arguments[:2]
            forms = [text for node in pair for text in _literals(node)]
            if len(forms) == 2:
                yield Message((forms[0], forms[1]), place, comment=comment)
        elif function == "in_context" and len(arguments) == 2:
            (context,), (text,) = map(_literals, arguments)
            yield Message(text, place, context, comment)
        elif function == "help_text" and arguments:
            for paragraph in "".join(_literals(arguments[0])).split("\n\n"):
                if paragraph.strip():
                    yield Message(paragraph, place)


def _comments(source: str) -> dict[int, str]:
    """The comments for translators, by the number of their line."""
    lines = enumerate(source.splitlines(), 1)
    return {
        number: line.partition(_COMMENT)[2]
        for number, line in lines
        if line.lstrip().startswith(f"# {_COMMENT}")
    }


def _literals(node: ast.expr) -> list[str]:
    """The texts among which an expression chooses; none if it is not made of literals."""
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) and node.value else []
    if isinstance(node, ast.IfExp):
        return _literals(node.body) + _literals(node.orelse)
    return []


def _texts_of_click() -> Iterator[Message]:
    folder = Path(click.__file__).parent
    for file in sorted(folder.glob("*.py")):
        for _line, text, _notes, _context in extract_from_file("python", file):
            yield Message(text if isinstance(text, str) else (text[0], text[1]), _CLICK)


def template() -> Catalog:
    """The catalogue of all texts, without translations."""
    catalog = Catalog(
        project="Nonogram",
        version="Helper",  # the two are written beside each other
        header_comment=_HEADER,
        msgid_bugs_address="CONTRIBUTING.md",
        language_team="none",
        charset="utf-8",
    )
    for message in (*messages(), *_texts_of_click()):
        comments = [message.comment] if message.comment else []
        catalog.add(
            message.text,
            locations=[(message.place, 1)],
            context=message.context,
            auto_comments=comments,
        )
    return catalog


def own_texts(catalog: Catalog) -> set[tuple[object, str | None]]:
    """The texts of a catalogue that are not Click's, each with its context."""
    return {
        (message.id, message.context)
        for message in catalog
        if message.id and {place for place, _line in message.locations} != {_CLICK}
    }


def read_catalogue(path: Path, language: str | None = None) -> Catalog:
    """A template or a catalogue."""
    with path.open("rb") as file:
        return read_po(file, locale=language)


def problems(catalog: Catalog) -> Iterator[str]:
    """What is wrong with translations: a sentence for each text, which begins with the text."""
    texts = (text for message in catalog for text in _texts(message.string or ""))
    forms = {form for text in texts for form in FORM.findall(text)}
    for message in catalog:
        sources = _texts(message.id)
        translated = _texts(message.string or "")
        if not message.id or not any(translated):
            continue
        if message.fuzzy:
            yield f"{message.id!r}: is fuzzy, so English is shown"
        if not all(translated):
            yield f"{message.id!r}: not all plural forms are there"
        is_from_click = {place for place, _line in message.locations} == {_CLICK}
        for text in filter(None, translated):
            each_form = FORM.split(text)[::2]
            if not is_from_click and not all(_fields_fit(sources, form) for form in each_form):
                yield f"{message.id!r}: other fields in {text!r}"
            if unknown := _specs(text) - _specs(sources[-1]) - forms:
                yield f"{message.id!r}: no phrase has a form {min(unknown)!r}, as in {text!r}"
            if is_from_click and _PERCENT.findall(sources[-1]) != _PERCENT.findall(text):
                yield f"{message.id!r}: other fields in {text!r}"
            if _LINK.findall(sources[0]) != _LINK.findall(text):
                yield f"{message.id!r}: other links in {text!r}"
            if len(_MNEMONIC.findall(sources[0])) != len(_MNEMONIC.findall(text)):
                yield f"{message.id!r}: other letters with & in {text!r}"
            if text.strip(" \n") != text and sources[0].strip(" \n") == sources[0]:
                yield f"{message.id!r}: blanks at an end of {text!r}"
            if str(catalog.locale) == "fr" and _FRENCH_BREAK.search(text):
                yield f"{message.id!r}: a line may break beside the punctuation of {text!r}"
            address = _OTHER_ADDRESS.get(str(catalog.locale))
            if address is not None and (other := address.search(text)):
                yield f"{message.id!r}: {other[0]!r} addresses the reader as no other text does"


def _texts(string: str | Sequence[str]) -> list[str]:
    return [string] if isinstance(string, str) else list(string)


def _specs(template: str) -> set[str]:
    """What stands after colons in fields: the format of a number, or the form of a phrase."""
    return set(_SPEC.findall(template))


def _fields_fit(sources: list[str], text: str) -> bool:
    """Whether a translation has the fields of its source; the singular may do without the count."""
    wanted, got = [_fields(source) for source in sources], _fields(text)
    if None in wanted:  # braces that are no fields: JSON in a help text
        return True
    if got is None:
        return False
    needed = set.intersection(*(set(each or ()) for each in wanted)) - {"count"}
    return needed <= got <= set.union(*(set(each or ()) for each in wanted))


def _fields(template: str) -> set[str] | None:
    """The names of the fields; ``None`` if it is no template."""
    try:
        return {name for _, name, _, _ in Formatter().parse(template) if name is not None}
    except ValueError:
        return None


def update() -> None:
    """Write the template, and add what is new to the catalogues; old translations stay as hints."""
    PO.mkdir(exist_ok=True)
    found = template()
    if TEMPLATE.exists():  # another date alone is no change
        found.creation_date = read_catalogue(TEMPLATE).creation_date
    _write(found, TEMPLATE)
    for language in LANGUAGES:
        if language == ENGLISH:
            continue
        path = PO / f"{language}.po"
        catalog = read_catalogue(path, language) if path.exists() else Catalog(language)
        catalog.header_comment, catalog.language_team = _HEADER, "none"
        catalog.project, catalog.version = found.project, found.version
        catalog.msgid_bugs_address = found.msgid_bugs_address
        catalog.update(found, update_header_comment=False)
        _write(catalog, path)


def _write(catalog: Catalog, path: Path) -> None:
    for message in catalog:  # our texts have no %s; Babel takes "70 % of" for one
        if {place for place, _line in message.locations} != {_CLICK}:
            message.flags.discard("python-format")
    with path.open("wb") as file:
        write_po(file, catalog, width=100, include_lineno=False, omit_header=False)


@click.command
@click.option("--check", is_flag=True, help="Only tell which texts the template lacks or has left.")
def main(check: bool) -> None:
    """Update the template and the catalogues with the texts in the sources, and compile them."""
    if check:
        now, kept = own_texts(template()), own_texts(read_catalogue(TEMPLATE))
        for sign, texts in (("+", now - kept), ("-", kept - now)):
            for text in sorted(map(str, texts)):
                click.echo(f"{sign} {text}")
        wrong = [
            f"{path.stem}: {problem}"
            for path in sorted(PO.glob("*.po"))
            for problem in problems(read_catalogue(path, path.stem))
        ]
        click.echo("".join(f"{line}\n" for line in wrong), nl=False)
        sys.exit(now != kept or bool(wrong))
    update()
    compile_catalogues()


if __name__ == "__main__":
    main()
