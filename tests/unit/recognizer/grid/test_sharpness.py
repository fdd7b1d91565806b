"""A picture is out of focus if none of its edges is sharp, whatever is in it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from recognizer.grid.sharpness import is_out_of_focus
from tests.support.pages import any_clues, draw_page


def page(sigma: float = 0.0) -> NDArray[np.uint8]:
    gray = cv2.cvtColor(draw_page(*any_clues(15, 15, 1), pitch=40).picture, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.GaussianBlur(gray, (0, 0), sigma) if sigma else gray, np.uint8)


@pytest.mark.parametrize(("sigma", "is_blurred"), [(0, False), (1, False), (4, True), (7, True)])
@pytest.mark.parametrize("is_dark", [False, True])
def test_a_blurred_page_is_and_a_sharp_one_is_not(
    sigma: float, is_blurred: bool, is_dark: bool
) -> None:
    gray = page(sigma)
    assert is_out_of_focus(255 - gray if is_dark else gray) is is_blurred


def test_one_sharp_third_is_enough_and_nothing_is_not_blurred() -> None:
    gray = page(7)
    start = gray.shape[1] * 2 // 3
    gray[:, start:] = page()[:, start:]
    assert not is_out_of_focus(gray)
    assert not is_out_of_focus(np.full((300, 400), 200, np.uint8))
