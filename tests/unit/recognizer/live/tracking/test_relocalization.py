"""A page is not looked for where it cannot be."""

from __future__ import annotations

import numpy as np
import pytest

from recognizer.live.tracking.relocalization import PageFeatures
from tests.support.pages import draw_page, unique_clues


@pytest.mark.parametrize("side", [1, 3, 30, 63, 64, 100])
def test_a_tiny_frame_has_no_page(side: int) -> None:
    page = draw_page(*unique_clues(10, 10, 5))
    gray = page.picture[..., 0].copy()
    height, width = gray.shape
    outline = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    features = PageFeatures(gray, outline, page.crossings)
    assert features.find(gray) is not None
    assert features.find(np.full((side, side), 255, np.uint8)) is None
