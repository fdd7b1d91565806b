"""The icons in the repository are those that the tool makes, and are sharp."""

from __future__ import annotations

import struct

import pytest
from PIL import Image

from tools import icons
from tools.icons import FILE_ID, HICOLOR, ICNS_SIDES, ICO_SIDES, ID, PACKAGE, ROOT, SIDES


def test_the_icons_are_made_from_the_source() -> None:
    assert icons.stale() == [], "run python tools/icons.py"


def test_a_changed_source_makes_all_icons_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    before = icons.drawing()
    monkeypatch.setattr(icons, "drawing", lambda: before._replace(shaded="#00ff00"))
    pictures = {path for path, _ in icons.pictures()} | {path for path, _ in icons.bundles()}
    assert pictures <= set(icons.stale())


@pytest.mark.parametrize("side", SIDES)
def test_what_is_not_round_has_whole_pixels(side: int) -> None:
    """A line between two pixels would mix colours."""
    shown = icons.drawing()
    own = {shown.paper, shown.ink, shown.blank, shown.shaded}
    edge = max(2, side // 5)  # beyond the round corners
    image = icons.app_icon(shown, side)
    for box in ((edge, 0, side - edge, side), (0, edge, side, side - edge)):
        part = image.crop(box)
        found = part.getcolors(side * side)
        assert found is not None
        clear = [color for _, color in found if color[3] == 255]  # type: ignore[index]
        assert len(clear) > 2, "there is something to see"
        if side < 128:  # larger clues have round corners, too
            assert {"#{:02x}{:02x}{:02x}".format(*color) for color in clear} <= own  # type: ignore[misc]


@pytest.mark.parametrize("side", SIDES)
def test_each_icon_has_the_side_of_its_folder(side: int) -> None:
    folder = ROOT / HICOLOR / f"{side}x{side}"
    for path in (folder / "apps" / f"{ID}.png", folder / "mimetypes" / f"{FILE_ID}.png"):
        with Image.open(path) as image:
            assert image.size == (side, side)
            assert image.mode == "RGBA"


def test_windows_finds_each_size_in_one_file() -> None:
    data = (ROOT / PACKAGE / "nonogram-helper.ico").read_bytes()
    reserved, kind, count = struct.unpack("<HHH", data[:6])
    assert (reserved, kind, count) == (0, 1, len(ICO_SIDES))
    sides = {data[6 + 16 * k] or 256 for k in range(count)}
    assert sides == set(ICO_SIDES)


def test_macos_finds_each_size_in_one_file() -> None:
    with Image.open(ROOT / PACKAGE / "nonogram-helper.icns") as image:
        sides = {width * scale for width, _, scale in image.info["sizes"]}
    assert sides == set(ICNS_SIDES)


def test_the_symbolic_icon_has_one_colour() -> None:
    path = ROOT / HICOLOR / "symbolic" / "apps" / f"{ID}-symbolic.svg"
    text = path.read_text("utf-8")
    assert text.count("fill=") == 1
    assert "stroke" not in text
