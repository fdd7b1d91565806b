"""What is said of damaged files: the table is ``damage.txt``.

A section is an example. A row has what is replaced in it, by what, and how the sentence begins,
with the line of the file. ``{x*3}`` stands for ``xxx``, the escapes are those of Python.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from puzzles import FormatError
from puzzles.formats import Format
from puzzles.formats.csv_clues import CSV
from puzzles.formats.freenono import FREENONO
from puzzles.formats.gnonograms import GNONOGRAMS
from puzzles.formats.json_puzzle import JSON
from puzzles.formats.mk import CWD, MK, NIN
from puzzles.formats.non import NON
from puzzles.formats.nonograms_org import NONOGRAMS_ORG
from puzzles.formats.pattern import PATTERN, PATTERN_SAVE
from puzzles.formats.picmi import PICMI, XPM
from puzzles.formats.picross import PICROSS
from puzzles.formats.puzz_link import PUZZ_LINK
from puzzles.formats.webpbn import WEBPBN
from tests.support import puzzle_texts as texts

SMALL = "width 2\nheight 2\nrows\n2\n1\ncolumns\n2\n1\n"
COLOR = (
    '{"rows": [[[1, "a"]]], "cols": [[[1, "a"]]], "palette": '
    '[{"symbol": ".", "rgb": "#ffffff"}, {"symbol": "a", "rgb": "#ff0000"}]}'
)
EXAMPLES: dict[str, tuple[Format, str]] = {
    "non": (NON, texts.CHICK),
    "grid": (NON, f"{texts.CHICK}grid\n@"),
    "small": (NON, SMALL),
    "bundle": (NON, f"{texts.CHICK}====\n{texts.CHICK}"),
    "anything": (NON, ""),
    "nonny": (NON, texts.NONNY.format("color red FF0000 #", "red 1 @ 1\n1", "1\n1\n1")),
    "one": (NON, "width 1\nheight 1\n@rows\n1\ncolumns\n1\n"),
    "csv": (CSV, ""),
    "freenono": (FREENONO, texts.FREENONO_TEXT),
    "gno": (GNONOGRAMS, texts.GNONOGRAMS_TEXT),
    "json": (JSON, ""),
    "json of a colour": (JSON, COLOR),
    **{known.id: (known, texts.LIST_TEXTS[known]) for known in (MK, NIN, CWD, PICROSS)},
    "html": (NONOGRAMS_ORG, ""),
    "id": (PATTERN, texts.PATTERN_ID),
    "sav": (PATTERN_SAVE, texts.PATTERN_SAVED),
    "picmi": (PICMI, texts.PICMI_SET),
    "xpm": (XPM, texts.XPM_TEXT),
    "link": (PUZZ_LINK, texts.PUZZ_LINK_ADDRESS),
    "pzprv3": (PUZZ_LINK, texts.PZPRV3_TEXT),
    "webpbn": (WEBPBN, texts.webpbn_puzzle(texts.WEBPBN_SAVED.format("@", ""))),
}


def unpacked(text: str) -> bytes:
    """The bytes that a column of the table stands for."""
    while (more := re.sub(r"\{([^{}]+)\*(\d+)\}", lambda m: m[1] * int(m[2]), text)) != text:
        text = more
    return text.encode().decode("unicode_escape").encode("latin-1")


def rows() -> Iterator[tuple[str, str, str, str]]:
    """Example, what is replaced, by what, and the sentence."""
    table = Path(__file__).with_name("damage.txt").read_text(encoding="utf-8")
    example = ""
    for line in table.replace("\n  ", " ").splitlines():
        if line.startswith("== "):
            example = line[3:]
        else:
            old, new, sentence = line.split(" | ")
            yield example, old, new.replace("(nothing)", ""), sentence


def test_the_sentence_names_the_line_and_the_cause() -> None:
    for example, old, new, sentence in rows():
        known, text = EXAMPLES[example]
        part = text.encode() if old == "(all)" else unpacked(old)
        assert part in text.encode(), (example, old)
        with pytest.raises(FormatError) as caught:
            known.read_all(text.encode().replace(part, unpacked(new), 1), "a")
        assert str(caught.value).startswith(sentence), (example, old)
