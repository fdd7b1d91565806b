"""The texts that a person sees: whole templates with named fields, plurals and listings.

A text is one literal template at the place where it is said, so that a translator sees the whole
sentence and can change the order of its fields. No text is put together with ``+``, ``join`` or an
f-string. What has a count gives both forms; whole sentences follow each other by :func:`paragraph`.

A translation of a phrase that stands in other texts may have forms besides its basic one, and a
template chooses one of them after a colon: with ``wiersz {number} | gen: wiersza {number}`` for
``row {number}``, the template ``nie da się uzupełnić {line:gen}`` says ``wiersza 3``. The names of
forms are the language's own; a phrase without the wanted form stands in its basic one.

:func:`_`, :func:`in_context`, :func:`worded` and :func:`plural` look their literals up in the
catalogue of the language (:mod:`puzzles.language`), and mark them for ``tools/messages.py``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from string import Formatter

from puzzles.language import ENGLISH, FORM, LANGUAGE, catalogue
from puzzles.local_formats import comma_separated, listing, localized

_SENTENCE_GAP = "" if LANGUAGE == "ja" else " "
"""What is between two sentences: nothing in languages that have no blanks."""
_CLAUSE_GAP = {"ja": "、", "fr": "\N{NO-BREAK SPACE}; "}.get(LANGUAGE, "; ")
_JOINED_GAP = "。" if LANGUAGE == "ja" else _CLAUSE_GAP
"""What is between two sentences that become one; Japanese has no semicolon."""
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
    translated = catalogue.gettext(text)
    return translated if "{" in translated else _phrase(translated)  # a template is filled in first


def in_context(context: str, text: str, /) -> str:
    """A text that needs another translation than the same one elsewhere.

    Args:
        context: Tells translators where it is said; nobody else sees it.

    >>> in_context("a puzzle's difficulty", "Medium")
    'Medium'
    """
    return _phrase(catalogue.pgettext(context, text))


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


class Phrase(str):
    """A phrase in its basic form that knows its other ones."""

    forms: Mapping[str, str]
    """The other forms by name."""


def _with_forms(basic: str, forms: Mapping[str, str]) -> str:
    if not forms:
        return basic
    phrase = Phrase(basic)
    phrase.forms = forms
    return phrase


def _phrase(translated: str, fill: Callable[[str], str] = str) -> str:
    """A translation whose forms are told apart; ``fill``: what becomes of each."""
    if " | " not in translated:
        return fill(translated)
    basic, *others = FORM.split(translated)
    forms = zip(others[::2], map(fill, others[1::2]), strict=True)
    return _with_forms(fill(basic), dict(forms))


def in_each_form(parts: Sequence[str], join: Callable[[Sequence[str]], str]) -> str:
    """What is made of some phrases, in all forms that one of them has."""
    names = dict.fromkeys(name for part in parts if isinstance(part, Phrase) for name in part.forms)
    forms = {name: join([form_of(part, name) for part in parts]) for name in names}
    return _with_forms(join(parts), forms)


def form_of(text: str, name: str) -> str:
    """A form of a phrase, or its basic one if it has no such form."""
    return text.forms.get(name, text) if isinstance(text, Phrase) else text


class _Template(Formatter):
    """Fills in the fields, phrases in the wanted form, numbers with the signs of the language."""

    def format_field(self, value: object, spec: str) -> str:
        if isinstance(value, int | float):
            return localized(format(value, spec))
        return form_of(value, spec) if isinstance(value, str) else format(value, spec)


def _filled(template: str, fields: Mapping[str, object], source: str) -> str:
    """A template with its fields; ``source`` is the English one, which tells what is quoted."""
    shown = {name: _shown(value, name, source) for name, value in fields.items()}
    if LANGUAGE == ENGLISH:
        return template.format(**shown)
    return _phrase(template, lambda form: _Template().vformat(form, (), shown))


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


def headed(name: object, text: object) -> str:
    """A text behind the name of what it is about.

    >>> headed("row 1", "4 + 1 needs 6 cells")
    'row 1: 4 + 1 needs 6 cells'
    """
    return worded("{name}: {text}", name=name, text=text)


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


def joined(sentences: Iterable[str]) -> str:
    """Sentences as one; each begins as it does inside a sentence, and empty ones are left out.

    >>> joined(["row 1 is complete.", "", "row 2 is empty."])
    'row 1 is complete; row 2 is empty.'
    """
    parts = list(filter(None, sentences))
    return _JOINED_GAP.join([*map(without_full_stop, parts[:-1]), *parts[-1:]])


def listed(parts: Sequence[str]) -> str:
    """A listing of what is true of all, in a sentence.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    return in_each_form(parts, lambda each: listing(each, "standard"))


def either(parts: Sequence[str]) -> str:
    """A listing of what is true of one, in a sentence.

    >>> either(["a"]), either(["a", "b"]), either(["a", "b", "c"])
    ('a', 'a or b', 'a, b or c')
    """
    return in_each_form(parts, lambda each: listing(each, "or"))


def neither(parts: Sequence[str]) -> str:
    """A listing of what is true of none, in a sentence that denies it.

    >>> neither(["a"]), neither(["a", "b"]), neither(["a", "b", "c"])
    ('a', 'a or b', 'a, b or c')
    """
    if len(parts) < 2:
        return parts[0]
    # Translators: As in "cell 3 cannot be red, blue or blank"; {parts} is "red, blue".
    template = in_context("what is not true", "{parts} or {last}")
    return in_each_form(
        parts,
        lambda each: _filled(
            template, {"parts": comma_separated(each[:-1]), "last": each[-1]}, template
        ),
    )


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
