"""FreeNono's XML; the laws of all formats are in ``test_all.py``."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzles import FormatError, Grid, Puzzle
from puzzles.formats import Document, lost, read_bytes
from puzzles.formats.freenono import FREENONO
from puzzles.formats.non import NON

TEXT = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<FreeNono>
<Nonograms>
<Nonogram name="Cat &amp; dog" desc="a pet" author="Ann" difficulty="2" level="7" \
height="2" width="3">
<line> x _ x </line>
<line> x x _ </line>
</Nonogram>
</Nonograms>
</FreeNono>
"""
PUZZLE = replace(
    Puzzle.from_numbers([[1, 1], [2]], [[2], [1], [1]], "Cat & dog"),
    author="Ann",
    goal="101110",
    extras=(("desc", "a pet"), ("difficulty", "2"), ("level", "7")),
)


def test_the_example_is_read_and_written() -> None:
    document = read_bytes(TEXT.encode(), "a.xml")
    assert document == Document.untouched(PUZZLE)
    assert FREENONO.write_all([document]).decode() == TEXT
    assert lost(FREENONO, document) == []


def test_a_file_has_several_puzzles() -> None:
    several = [Document.untouched(PUZZLE), Document.untouched(replace(PUZZLE, title="Ä"))]
    assert FREENONO.read_all(FREENONO.write_all(several), "") == several


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('width="3"', "", "a: the number of columns is '', it must be from 1 to 5000"),
        ('width="3"', 'width="5001"', "a: the number of columns is '5001', it must be from 1 to"),
        ('width="3"', 'width="4"', "a: line 1 has 3 cells, the width is 4"),
        ('height="2"', 'height="0"', "a: the number of rows is '0', it must be from 1 to 5000"),
        ('height="2"', f'height="{"9" * 5000}"', "a: the number of rows is '999999999999…'"),
        ('height="2"', 'height="3"', "a: there are 2 lines, the height is 3"),
        ("x x _", "x y _", "a: line 2 has 'y' in it: write x for a shaded cell, _ for another"),
        ("</line>", "", "a:7: this is not well-formed XML (mismatched tag)"),
        ("<Nonograms>", "<Nonograms/><X>", "a:8: this is not well-formed XML (mismatched tag)"),
        ("<FreeNono>", "<!DOCTYPE a [<!ENTITY b 'c'>]><FreeNono>", "a: the XML declares entities"),
        ('encoding="UTF-8"', 'encoding="x-y"', "a: the XML is in an unknown encoding; save it"),
    ],
)
def test_errors_name_the_place_and_the_cause(old: str, new: str, sentence: str) -> None:
    assert old in TEXT
    with pytest.raises(FormatError) as caught:
        FREENONO.read_all(TEXT.replace(old, new, 1).encode(), "a")
    assert str(caught.value).startswith(sentence)


def test_other_xml_and_too_many_elements_are_refused() -> None:
    with pytest.raises(FormatError, match="there is no element 'Nonogram'"):
        FREENONO.read_all(b"<FreeNono><Nonograms/></FreeNono>", "a")
    with pytest.raises(FormatError, match="more than 1,000,000 tags"):
        FREENONO.read_all(b"<FreeNono>" + b"<a/>" * 1_000_001 + b"</FreeNono>", "a")


def test_the_solution_is_needed_and_may_be_the_marks() -> None:
    bare = replace(PUZZLE, goal="")
    problem = FREENONO.problem(Document.untouched(bare))
    assert problem == "its solution is not known; solve it first"
    solved = Document(bare, Grid.from_text(["#.#", "##?"]))
    assert FREENONO.read_all(FREENONO.write_all([solved]), "")[0].puzzle == PUZZLE


def test_attributes_that_freenono_refuses_are_not_written() -> None:
    wrong = replace(PUZZLE, extras=(("difficulty", "hard"), ("level", "x"), ("foo", "bar")))
    (found,) = FREENONO.read_all(FREENONO.write_all([Document.untouched(wrong)]), "")
    assert found.puzzle.extras == ()
    assert lost(FREENONO, Document.untouched(wrong)) == ["unknown keys"]


def test_sniffing() -> None:
    assert FREENONO.sniff(TEXT.encode())
    assert not FREENONO.sniff(NON.write_all([Document.untouched(PUZZLE)]))
