"""Answers are used again for places that are nearly the same, and for no others."""

from __future__ import annotations

import numpy as np
import pytest

from recognizer.clues.digit_classifier import CLASS_COUNT
from recognizer.clues.patches import MAX_MOVEMENT_SHARE, PatchCache
from recognizer.clues.tokens import TokenBox

SQUARE = TokenBox(100.4, 50.4, 140.4, 90.4)


@pytest.mark.parametrize(
    ("right", "down", "wider", "is_same"),
    [
        pytest.param(0.0, 0.0, 0.0, True, id="the same"),
        pytest.param(0.9, -0.9, 0.0, True, id="moved within its tolerance"),
        pytest.param(0.3, 0.3, 1.5, True, id="hardly wider"),
        pytest.param(1.5, 0.0, 0.0, False, id="moved to the right"),
        pytest.param(0.0, -1.5, 0.0, False, id="moved up"),
        pytest.param(0.0, 0.0, 4.0, False, id="wider"),
    ],
)
def test_only_nearly_the_same_square_is_known(
    right: float, down: float, wider: float, is_same: bool
) -> None:
    assert MAX_MOVEMENT_SHARE * SQUARE.width == pytest.approx(1.2)
    answers, logs = PatchCache(), np.zeros(CLASS_COUNT, np.float32)
    answers.add(SQUARE, logs)
    moved = TokenBox(
        SQUARE.left + right - wider / 2,
        SQUARE.top + down - wider / 2,
        SQUARE.right + right + wider / 2,
        SQUARE.bottom + down + wider / 2,
    )
    assert (answers.get(moved) is logs) == is_same
