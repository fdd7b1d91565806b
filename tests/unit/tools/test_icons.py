"""The icons of all systems have each size that is looked for."""

from __future__ import annotations

import struct

import pytest
from PIL import Image

from tests.support.paths import ROOT

HICOLOR = ROOT / "share" / "icons" / "hicolor"
PACKAGE = ROOT / "tools" / "package"
ID = "io.github.nonogram_helper.NonogramHelper"
SIDES = (16, 22, 24, 32, 48, 64, 128, 256, 512)
ICO_SIDES = {16, 24, 32, 48, 64, 128, 256}
ICNS_SIDES = {32, 64, 128, 256, 512, 1024}
"""What macOS shows at 16 to 512 points, at 200 % or at 100 %."""


@pytest.mark.parametrize("side", SIDES)
def test_each_icon_has_the_side_of_its_folder(side: int) -> None:
    folder = HICOLOR / f"{side}x{side}"
    for path in (folder / "apps" / f"{ID}.png", folder / "mimetypes" / f"{ID}-file.png"):
        with Image.open(path) as image:
            assert image.size == (side, side)
            assert image.mode == "RGBA"


def test_a_scalable_icon_is_the_source() -> None:
    source = (ROOT / "resources" / "icons" / "app.svg").read_bytes()
    assert (HICOLOR / "scalable" / "apps" / f"{ID}.svg").read_bytes() == source


def test_windows_finds_each_size_in_one_file() -> None:
    data = (PACKAGE / "nonogram-helper.ico").read_bytes()
    reserved, kind, count = struct.unpack("<HHH", data[:6])
    assert (reserved, kind, count) == (0, 1, len(ICO_SIDES))
    assert {data[6 + 16 * k] or 256 for k in range(count)} == ICO_SIDES


def test_macos_finds_each_size_in_one_file() -> None:
    with Image.open(PACKAGE / "nonogram-helper.icns") as image:
        assert {width * scale for width, _, scale in image.info["sizes"]} == ICNS_SIDES


def test_the_symbolic_icon_has_one_colour() -> None:
    text = (HICOLOR / "symbolic" / "apps" / f"{ID}-symbolic.svg").read_text("utf-8")
    assert text.count("fill=") == 1
    assert "stroke" not in text
