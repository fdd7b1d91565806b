"""The texts that a person sees: whole templates with named fields, plurals and listings.

A text is one literal template at the place where it is said, so that a translator sees the whole
sentence and can change the order of its fields. No text is put together with ``+``, ``join`` or an
f-string. What has a count gives both forms; whole sentences follow each other by :func:`paragraph`.

:func:`_`, :func:`in_context`, :func:`worded` and :func:`plural` look their literals up in the
catalogue of the language (:mod:`puzzles.language`), and mark them for ``tools/messages.py``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from string import Formatter

from puzzles.language import ENGLISH, LANGUAGE, catalogue
from puzzles.local_formats import comma_separated, listing, localized

_SENTENCE_GAP = "" if LANGUAGE == "ja" else " "
"""What is between two sentences: nothing in languages that have no blanks."""
_CLAUSE_GAP = {"ja": "、", "fr": "\N{NO-BREAK SPACE}; "}.get(LANGUAGE, "; ")
_FULL_STOPS = ".。"
MAX_QUOTED = 100
"""Characters of a value that a text quotes, e.g. of a word in a file; a longer one is cut."""
MAX_FIELD = 1000
"""Characters of any other field of a text, which may be a sentence or a path."""
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""Control characters but for tabs and line breaks."""
_QUOTED = re.compile(r"['“]\{(\w+)\}|\{(\w+)!r\}")


def _(text: str, /) -> str:
    """A text without fields, in the language of the program.

    >>> _("Undo")
    'Undo'
    """
    return catalogue.gettext(text)


def in_context(context: str, text: str, /) -> str:
    """A text that needs another translation than the same one elsewhere.

    Args:
        context: Tells translators where it is said; nobody else sees it.

    >>> in_context("a puzzle's difficulty", "Medium")
    'Medium'
    """
    return catalogue.pgettext(context, text)


def worded(template: str, /, **fields: object) -> str:
    """A template with its fields filled in, as ``str.format`` does; long fields are cut.

    >>> worded("{path}: this is not a file", path="a.non")
    'a.non: this is not a file'
    """
    return _filled(catalogue.gettext(template), fields, template)


def plural(count: int, one: str, many: str, /, **fields: object) -> str:
    """The template for a count, with its fields filled in; ``{count}`` is the count itself.

    >>> plural(1, "{count} cell is wrong.", "{count} cells are wrong.")
    '1 cell is wrong.'
    >>> plural(1200, "{count} {kind} cell", "{count} {kind} cells", kind="red")
    '1,200 red cells'
    """
    # A text without its number only tells one from several; Lithuanian would say 21 as it says 1.
    number = count if "{count" in many else min(count, 2)
    template = catalogue.ngettext(one, many, number)
    return _filled(template, {**fields, "count": number_text(count)}, many)


class _Template(Formatter):
    """Fills in the fields, numbers with the signs of the language."""

    def format_field(self, value: object, spec: str) -> str:
        text = str(super().format_field(value, spec))
        return localized(text) if isinstance(value, int | float) else text


def _filled(template: str, fields: Mapping[str, object], source: str) -> str:
    """A template with its fields; ``source`` is the English one, which tells what is quoted."""
    shown = {name: _shown(value, name, source) for name, value in fields.items()}
    if LANGUAGE == ENGLISH:
        return template.format(**shown)
    return _Template().vformat(template, (), shown)


def _shown(value: object, name: str, source: str) -> object:
    """The value of a field, cut if it is longer than a reader needs: files may have any length."""
    if isinstance(value, int | float):
        return value
    text = value if isinstance(value, str) else str(value)
    if (clean := without_controls(text)) != text:
        value = text = clean
    if len(text) <= MAX_QUOTED:
        return value
    limit = MAX_QUOTED if name in _quoted_fields(source) else MAX_FIELD
    return value if len(text) <= limit else cut(text, limit)


def without_controls(text: str) -> str:
    """A text, such as the name of a file, that gives no orders to the terminal which shows it.

    >>> without_controls("cat\x1b[2J.png")
    'cat�[2J.png'
    """
    return _CONTROLS.sub("�", text)


@lru_cache(maxsize=1024)
def _quoted_fields(template: str) -> frozenset[str]:
    """The fields of a template that are quoted, so that they are values and not sentences."""
    return frozenset(one or other for one, other in _QUOTED.findall(template))


def cut(text: str, limit: int) -> str:
    """The text, or its beginning with an ellipsis, in at most ``limit`` characters.

    >>> cut("abcdef", 6), cut("abcdefg", 6)
    ('abcdef', 'abcde…')
    """
    return text if len(text) <= limit else f"{text[: limit - 1].rstrip()}…"


def number_text(number: float, spec: str = ",") -> str:
    """A number by itself, with the signs of the language.

    Args:
        number: The number.
        spec: As in a template, after the colon.

    >>> number_text(1234), number_text(0.25, ".1f")
    ('1,234', '0.2')
    """
    text = format(number, spec)
    return text if LANGUAGE == ENGLISH else localized(text)


def forms(one: str, many: str, /) -> tuple[str, str]:
    """The two templates of a :func:`plural` that is made elsewhere, marked for the catalogue."""
    return one, many


def marked(text: str, /) -> str:
    """A text that is kept in English, marked for the catalogue; :func:`_` looks it up."""
    return text


def help_text(text: str, /) -> str:
    """A long text in the language of the program, paragraph by paragraph.

    Paragraphs are looked up by themselves, so that a change of one leaves the others translated.
    """
    return "\n\n".join(
        catalogue.gettext(block) if block.strip() else block for block in text.split("\n\n")
    )


def paragraph(*sentences: str) -> str:
    """Whole sentences, one after the other; empty ones are left out.

    >>> paragraph("No solution.", "", "Correct the clues.")
    'No solution. Correct the clues.'
    """
    return _SENTENCE_GAP.join(filter(None, sentences))


def clauses(parts: Iterable[str]) -> str:
    """Parts of one sentence, one after the other; empty ones are left out.

    >>> clauses(["row 1 has too few", "", "row 2 too many"])
    'row 1 has too few; row 2 too many'
    """
    return _CLAUSE_GAP.join(filter(None, parts))


def without_full_stop(sentence: str) -> str:
    """A sentence without its end, to be a part of another one.

    >>> without_full_stop("The file is empty.")
    'The file is empty'
    """
    return sentence.rstrip(_FULL_STOPS)


def listed(parts: Sequence[str]) -> str:
    """A listing of what is true of all, in a sentence.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    return listing(parts, "standard")


def either(parts: Sequence[str]) -> str:
    """A listing of what is true of one, in a sentence.

    >>> either(["a"]), either(["a", "b"]), either(["a", "b", "c"])
    ('a', 'a or b', 'a, b or c')
    """
    return listing(parts, "or")


def enumerated(parts: Iterable[object]) -> str:
    """Names or facts beside each other, without a word between the last two.

    >>> enumerated(["10 × 10", "3 colours"])
    '10 × 10, 3 colours'
    """
    return comma_separated([str(part) for part in parts])


def quoted(text: str) -> str:
    """A title or name in the quotation marks of the language.

    >>> quoted("Cat")
    '“Cat”'
    """
    return worded("“{text}”", text=text)


def without_mnemonic(text: str) -> str:
    """The text of a button or menu entry without the letter for the Alt key.

    >>> without_mnemonic("Save &As…"), without_mnemonic("ファイル(&F)…"), without_mnemonic("A && B")
    ('Save As…', 'ファイル…', 'A & B')
    """
    plain = re.sub(r"\s?\(&\w\)", "", text)
    return re.sub(r"&(.)", lambda letter: letter[1], plain)  # a template takes ten times as long


def capitalized(text: str) -> str:
    """A text with a large first letter; the others stay as they are.

    >>> capitalized("row 3, of A and B")
    'Row 3, of A and B'
    """
    return text[:1].upper() + text[1:]
