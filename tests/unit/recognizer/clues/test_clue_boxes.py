"""Lines between the boxes of clues, followed where a page bends."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from recognizer.clues.clue_boxes import ruled_boxes
from recognizer.clues.rectification import CELL_PX

STRIPS, DEPTH = 12, 6 * CELL_PX


def waves(height: float) -> NDArray[np.float64]:
    """How far out the page is in each strip, px."""
    return height * np.sin(np.arange(STRIPS) / STRIPS * 2 * np.pi)


def page(
    lines: list[float], wave: NDArray[np.float64], *, ink: int = 60, paper: int = 200
) -> NDArray[np.uint8]:
    """Strips with lines of two px, which go on straight within each."""
    strips = np.full((STRIPS, CELL_PX, DEPTH), paper, np.uint8)
    for strip, out in enumerate(wave):
        for line in lines:
            at = round(line + out)
            strips[strip, :, at - 1 : at + 1] = ink
    return strips


@pytest.mark.parametrize("pitch", [30, 36, 40, 48])
@pytest.mark.parametrize("height", [0.0, 4.0])
@pytest.mark.parametrize(("ink", "paper"), [(60, 200), (200, 60), (185, 200)])
def test_lines_are_followed(pitch: int, height: float, ink: int, paper: int) -> None:
    wave = waves(height)
    lines = [pitch * k for k in range(1, 5)]
    bounds = ruled_boxes(page([float(line) for line in lines], wave, ink=ink, paper=paper))
    assert bounds is not None
    assert len(bounds) == 5
    assert np.abs(bounds - np.array([0, *lines])[:, None] - np.append([0], [1] * 4)[:, None] * wave
                  ).max() <= 2.5  # fmt: skip


def test_a_frame_alone_is_no_boxes() -> None:
    assert ruled_boxes(page([48.0], waves(2))) is None


def test_paper_and_noise_are_no_boxes() -> None:
    noise = np.random.default_rng(0).normal(200, 6, (STRIPS, CELL_PX, DEPTH))
    assert ruled_boxes(np.clip(noise, 0, 255).astype(np.uint8)) is None


def test_digits_that_stand_in_line_are_no_lines() -> None:
    """Upright strokes of ones: they leave the strip free above and below."""
    strips = page([], waves(0))
    for at in (20, 60, 100, 140):
        strips[:, 7:-7, at - 2 : at + 2] = 60
    assert ruled_boxes(strips) is None


def test_tall_strokes_do_not_halve_the_boxes() -> None:
    strips = page([40.0, 80.0, 120.0, 160.0], waves(1))
    for at in (20, 60, 100, 140):
        strips[:, 3:-3, at - 3 : at + 3] = 60
    bounds = ruled_boxes(strips)
    assert bounds is not None
    assert np.median(np.diff(bounds, axis=0)) == pytest.approx(40, abs=2)


def test_lines_may_be_hidden_in_some_strips() -> None:
    strips = page([40.0, 80.0, 120.0], waves(2))
    strips[[2, 7], :, 70:90] = 200
    bounds = ruled_boxes(strips)
    assert bounds is not None
    assert len(bounds) == 4
    assert np.abs(bounds[2] - 80 - waves(2)).max() <= 6


def test_few_strips_say_nothing() -> None:
    assert ruled_boxes(page([40.0, 80.0], waves(0))[:3]) is None
