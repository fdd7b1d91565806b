"""Which colours are told apart: CIEDE2000, and kinds of colour vision."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.color_values import (
    MIN_DIFFERENCE,
    VISION,
    difference,
    least_difference,
    needs_signs,
    seen_difference,
)

CODES = st.integers(0, 0xFFFFFF).map("#{:06x}".format)
PUBLISHED = """
50.0000 2.6772 -79.7751 50.0000 0.0000 -82.7485 2.0425
50.0000 3.1571 -77.2803 50.0000 0.0000 -82.7485 2.8615
50.0000 2.8361 -74.0200 50.0000 0.0000 -82.7485 3.4412
50.0000 -1.3802 -84.2814 50.0000 0.0000 -82.7485 1.0000
50.0000 -1.1848 -84.8006 50.0000 0.0000 -82.7485 1.0000
50.0000 -0.9009 -85.5211 50.0000 0.0000 -82.7485 1.0000
50.0000 0.0000 0.0000 50.0000 -1.0000 2.0000 2.3669
50.0000 -1.0000 2.0000 50.0000 0.0000 0.0000 2.3669
50.0000 2.4900 -0.0010 50.0000 -2.4900 0.0009 7.1792
50.0000 2.4900 -0.0010 50.0000 -2.4900 0.0010 7.1792
50.0000 2.4900 -0.0010 50.0000 -2.4900 0.0011 7.2195
50.0000 2.4900 -0.0010 50.0000 -2.4900 0.0012 7.2195
50.0000 -0.0010 2.4900 50.0000 0.0009 -2.4900 4.8045
50.0000 -0.0010 2.4900 50.0000 0.0010 -2.4900 4.8045
50.0000 -0.0010 2.4900 50.0000 0.0011 -2.4900 4.7461
50.0000 2.5000 0.0000 50.0000 0.0000 -2.5000 4.3065
50.0000 2.5000 0.0000 73.0000 25.0000 -18.0000 27.1492
50.0000 2.5000 0.0000 61.0000 -5.0000 29.0000 22.8977
50.0000 2.5000 0.0000 56.0000 -27.0000 -3.0000 31.9030
50.0000 2.5000 0.0000 58.0000 24.0000 15.0000 19.4535
50.0000 2.5000 0.0000 50.0000 3.1736 0.5854 1.0000
50.0000 2.5000 0.0000 50.0000 3.2972 0.0000 1.0000
50.0000 2.5000 0.0000 50.0000 1.8634 0.5757 1.0000
50.0000 2.5000 0.0000 50.0000 3.2592 0.3350 1.0000
60.2574 -34.0099 36.2677 60.4626 -34.1751 39.4387 1.2644
63.0109 -31.0961 -5.8663 62.8187 -29.7946 -4.0864 1.2630
61.2901 3.7196 -5.3901 61.4292 2.2480 -4.9620 1.8731
35.0831 -44.1164 3.7933 35.0232 -40.0716 1.5901 1.8645
22.7233 20.0904 -46.6940 23.0331 14.9730 -42.5619 2.0373
36.4612 47.8580 18.3852 36.2715 50.5065 21.2231 1.4146
90.8027 -2.0831 1.4410 91.1528 -1.6435 0.0447 1.4441
90.9257 -0.5406 -0.9208 88.6381 -0.8985 -0.7239 1.5381
6.7747 -0.2908 -2.4247 5.8714 -0.0985 -2.2286 0.6377
2.0776 0.0795 -1.1350 0.9033 -0.0636 -0.5514 0.9082
"""
"""The test data of Sharma, Wu and Dalal: two colours in L*a*b*, and their difference."""


@pytest.mark.parametrize("line", PUBLISHED.strip().splitlines())
def test_differences_are_the_published_ones(line: str) -> None:
    l1, a1, b1, l2, a2, b2, expected = map(float, line.split())
    assert difference((l1, a1, b1), (l2, a2, b2)) == pytest.approx(expected, abs=0.00005)
    assert difference((l2, a2, b2), (l1, a1, b1)) == pytest.approx(expected, abs=0.00005)


def test_white_black_and_greys_stay_what_they_are_without_cones() -> None:
    for kind in VISION:
        assert seen_difference("#ffffff", "#000000", kind) == pytest.approx(100, abs=0.1)
        grey = seen_difference("#808080", "#ffffff", kind)
        assert grey == pytest.approx(seen_difference("#808080", "#ffffff"), abs=0.5)


@pytest.mark.parametrize(
    ("kind", "alike", "unlike"),
    [
        ("protanopia", ("#707000", "#a06000"), ("#0000ff", "#ffff00")),
        ("deuteranopia", ("#c06020", "#808020"), ("#0000ff", "#ffff00")),
        ("tritanopia", ("#2060ff", "#00a0a0"), ("#ff0000", "#00ffff")),
    ],
)
def test_missing_cones_make_some_hues_alike(
    kind: str, alike: tuple[str, str], unlike: tuple[str, str]
) -> None:
    assert seen_difference(*alike, kind) < 0.7 * seen_difference(*alike)
    assert seen_difference(*unlike, kind) > 2 * MIN_DIFFERENCE


@given(st.lists(CODES, min_size=2, max_size=6, unique=True))
def test_a_palette_needs_signs_if_two_of_its_colours_do(codes: list[str]) -> None:
    pairs = [(one, other) for k, one in enumerate(codes) for other in codes[k + 1 :]]
    assert needs_signs(codes) == any(needs_signs(pair) for pair in pairs)
    assert least_difference(codes) == min(map(least_difference, pairs))


def test_seven_colours_need_signs_however_different_they_are() -> None:
    clear = ["#ffffff", "#000000", "#d42a2a", "#1f4fa8", "#f2c21b", "#ffffff", "#000000"]
    assert not needs_signs(clear[:5])
    assert needs_signs([*clear, "#000000"])
