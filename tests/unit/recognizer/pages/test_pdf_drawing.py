"""What is drawn on a page: lines, areas and letters in their places."""

from __future__ import annotations

import pytest

from recognizer.pages import pdf_drawing
from recognizer.pages.page_drawing import Bar, Box, Drawing
from recognizer.pages.pdf import PdfFile
from tests.support.pdf_files import FIRST_EXTRA, lines, pdf, stream, text


def drawn(content: bytes, extras: tuple[bytes, ...] = (), resources: bytes = b"",
          entries: bytes = b"") -> Drawing:  # fmt: skip
    """A page of 300 x 200 points."""
    file = PdfFile(pdf([content], extras, (300, 200), resources, entries))
    drawing = file.drawing(1)
    file.close()
    assert drawing is not None
    return drawing


def rounded(bars: tuple[Bar, ...]) -> set[tuple[bool, int, int, int]]:
    return {(bar.is_vertical, round(bar.at), round(bar.start), round(bar.end)) for bar in bars}


SQUARE = {(True, 10, 20, 40), (True, 50, 20, 40), (False, 20, 10, 50), (False, 40, 10, 50)}


@pytest.mark.parametrize("content", [
    pytest.param(b"10 180 40 -20 re S", id="a stroked rectangle"),
    pytest.param(b"10 180 m 50 180 l 50 160 l 10 160 l s", id="a closed line"),
    pytest.param(b"10 180 m 50 180 l 10 160 m 50 160 l 10 180 m 10 160 l 50 180 m 50 160 l S",
                 id="four lines in a path"),
    pytest.param(b"10 179.5 40 1 re 10 159.5 40 1 re 9.5 160 1 20 re 49.5 160 1 20 re f",
                 id="thin rectangles"),
    pytest.param(b"9.5 159.5 41 21 re 10.5 160.5 39 19 re f*", id="a hollow rectangle"),
    pytest.param(b"q 2 0 0 -2 0 200 cm 5 10 20 10 re S Q", id="other coordinates"),
    pytest.param(b"[1 1] 0 d 10 180 40 -20 re S", id="dashes"),
])  # fmt: skip
def test_lines_are_found_however_they_are_drawn(content: bytes) -> None:
    assert rounded(drawn(content).bars) == SQUARE


def test_forms_within_forms_are_in_their_places() -> None:
    inner = stream(b"0 0 20 10 re S",
                   b"/Type/XObject/Subtype/Form/BBox[0 0 99 99]/Matrix[2 0 0 2 0 0]")  # fmt: skip
    outer = stream(
        b"q 1 0 0 1 5 60 cm /I Do Q",
        b"/Type/XObject/Subtype/Form/BBox[0 0 999 999]/Resources<</XObject<</I %d 0 R>>>>"
        % FIRST_EXTRA,
    )
    names = b"/XObject<</O %d 0 R>>" % (FIRST_EXTRA + 1)
    page = drawn(b"q 1 0 0 1 5 100 cm /O Do Q", (inner, outer), names)
    assert rounded(page.bars) == SQUARE


@pytest.mark.parametrize(("turns", "width", "box"), [
    (0, 300, Box(10, 20, 50, 40)), (1, 200, Box(160, 10, 180, 50)),
    (2, 300, Box(250, 160, 290, 180)), (3, 200, Box(20, 250, 40, 290)),
])  # fmt: skip
def test_positions_are_those_of_the_page_as_it_is_shown(turns: int, width: int, box: Box) -> None:
    page = drawn(b"1 0 0 rg 10 160 40 20 re f " + text("1", 20, 170),
                 entries=b"/Rotate %d" % (90 * turns))  # fmt: skip
    (patch,) = page.patches
    assert page.width == width
    assert patch.box == pytest.approx(box, abs=0.01)
    assert (patch.rgb, patch.is_box) == ("#ff0000", True)
    (glyph,) = page.glyphs
    assert glyph.turns == turns
    assert patch.box.contains(*glyph.box.center)
    assert glyph.order > patch.order


def test_a_page_that_shows_a_part_of_its_paper_begins_there() -> None:
    page = drawn(b"110 130 40 20 re f", entries=b"/CropBox[100 50 250 170]")
    assert (page.width, page.height) == (150, 120)
    assert page.patches[0].box == pytest.approx(Box(10, 20, 50, 40), abs=0.01)


def test_letters_reach_from_pen_to_pen() -> None:
    one, zero, _, two = drawn(b"0 0 1 rg " + text("10 2", 10, 100)).glyphs
    assert (one.text, zero.text, two.text) == ("1", "0", "2")
    assert zero.box.left == pytest.approx(one.box.right, abs=0.05)
    assert two.box.left - zero.box.right == pytest.approx(2.78, abs=0.05)
    assert one.rgb == "#0000ff"


def test_invisible_text_is_not_drawn() -> None:
    assert not drawn(b"3 Tr " + text("123", 10, 100)).glyphs


@pytest.mark.parametrize(
    ("matrix", "is_read"),
    [
        pytest.param(b"1 0 0 1 0 0", True, id="as usual"),
        pytest.param(b"0 1 -1 0 200 0", True, id="turned"),
        pytest.param(b"-1 0 0 1 200 0", False, id="left and right"),
        pytest.param(b"1 0 0 -1 0 200", False, id="top and bottom"),
        pytest.param(b"0 1 1 0 0 0", False, id="rows and columns"),
    ],
)
def test_letters_of_a_mirrored_page_are_not_known(matrix: bytes, is_read: bool) -> None:
    """Its board is mirrored, too, and would be read as another puzzle with one solution."""
    content = b"q " + matrix + b" cm " + text("7", 100, 100) + b" Q"
    (glyph,) = drawn(content).glyphs
    assert bool(glyph.text) == is_read


def test_nothing_is_drawn_by_a_path_that_only_cuts() -> None:
    page = drawn(b"0 0 90 90 re W n")
    assert not page.bars
    assert not page.patches


@pytest.mark.parametrize("limit", ["MAX_OBJECTS", "MAX_SEGMENTS", "MAX_GLYPHS"])
def test_more_than_a_puzzle_needs_is_not_listed(
    limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = PdfFile(pdf([lines(5, 5) + text("12345", 9, 9) * 3]))
    assert file.drawing(1) is not None
    monkeypatch.setattr(pdf_drawing, limit, 3)
    assert file.drawing(1) is None


def test_forms_are_not_followed_forever(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = b"/Type/XObject/Subtype/Form/BBox[0 0 900 900]/Resources<</XObject<<%s>>>>"
    names = b" ".join(b"/X%d %d 0 R" % (k, FIRST_EXTRA + k) for k in range(5))
    forms = [stream(b"0 0 m 9 0 l S /X%d Do" % (k + 1), entries % names) for k in range(4)]
    forms.append(stream(b"0 0 m 9 0 l S"))
    monkeypatch.setattr(pdf_drawing, "MAX_FORM_DEPTH", 2)
    assert len(drawn(b"/X0 Do", tuple(forms), b"/XObject<<%s>>" % names).bars) == 2
