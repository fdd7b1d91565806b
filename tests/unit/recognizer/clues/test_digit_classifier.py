"""Reading one number: what the network promises whatever the picture, and what it can read."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from recognizer.clues.digit_classifier import (
    BATCH_SIZE,
    CLASS_COUNT,
    EMPTY,
    JUNK,
    PATCH_PX,
    number_reader,
)
from tests.support.pages import font

Patches = NDArray[np.uint8]

CROPS_RIGHT = 0.975
"""Of the cells cut from photographs, this share at least is read right."""


def patch_of(text: str, size: float = 20, ink: int = 0, paper: int = 255) -> Patches:
    image = Image.new("L", (PATCH_PX, PATCH_PX), paper)
    ImageDraw.Draw(image).text(
        (PATCH_PX / 2, PATCH_PX / 2), text, fill=ink, font=font(size), anchor="mm"
    )
    return np.asarray(image, np.uint8)


@cache
def drawn_numbers() -> Patches:
    """The numbers from 1 to 40."""
    return np.array([patch_of(str(k)) for k in range(1, 41)], np.uint8)


def said(patches: Patches) -> list[int]:
    return [int(k) for k in number_reader().read(patches).argmax(axis=1)]


@pytest.mark.parametrize("count", [0, 1, 3, BATCH_SIZE, BATCH_SIZE + 1])
def test_there_is_one_answer_for_each_patch(count: int) -> None:
    answers = number_reader().read(np.full((count, PATCH_PX, PATCH_PX), 200, np.uint8))
    assert answers.shape == (count, CLASS_COUNT)
    assert answers.dtype == np.float32


def test_probabilities_sum_to_one() -> None:
    rng = np.random.default_rng(0)
    noise = rng.integers(0, 256, (40, PATCH_PX, PATCH_PX), np.uint8)
    for patches in (noise, drawn_numbers(), np.zeros((2, PATCH_PX, PATCH_PX), np.uint8)):
        answers = number_reader().read(patches)
        assert np.isfinite(answers).all()
        assert answers.max() <= 1e-5
        assert np.allclose(np.exp(answers.astype(np.float64)).sum(axis=1), 1, atol=1e-4)


def test_numbers_in_the_font_at_hand_are_read() -> None:
    assert said(drawn_numbers()) == list(range(1, 41))


def test_polarity_and_contrast_do_not_matter() -> None:
    patches = drawn_numbers()
    faint = (150 + patches / 255 * 60).astype(np.uint8)
    for other in (255 - patches, faint, 255 - faint):
        assert said(other) == said(patches)


@pytest.mark.parametrize("size", [16, 18, 22, 24, 26, 28])
def test_no_size_makes_one_number_another(size: float) -> None:
    numbers = list(range(1, 41))
    dark = np.array([patch_of(str(k), size) for k in numbers], np.uint8)
    for patches in (dark, 255 - dark):
        answers = said(patches)
        assert all(a in (k, JUNK) for k, a in zip(numbers, answers, strict=True))
        assert answers.count(JUNK) <= 1


@pytest.mark.parametrize("shift", [(-3, 0), (3, 1), (0, -2), (2, 2)])
def test_a_number_need_not_stand_in_the_middle(shift: tuple[int, int]) -> None:
    moved = np.roll(drawn_numbers()[:12], shift, axis=(2, 1))
    assert said(moved) == list(range(1, 13))


@pytest.mark.parametrize("level", [0, 90, 255])
def test_a_blank_patch_is_empty(level: int) -> None:
    assert said(np.full((1, PATCH_PX, PATCH_PX), level, np.uint8)) == [EMPTY]


def test_faint_noise_is_no_number() -> None:
    rng = np.random.default_rng(1)
    noise = np.clip(rng.normal(200, 2, (30, PATCH_PX, PATCH_PX)), 0, 255).astype(np.uint8)
    assert set(said(noise)) <= {EMPTY, JUNK}


def test_lines_around_a_number_do_not_matter() -> None:
    framed = drawn_numbers().copy()
    framed[:, [0, -1]] = 0
    framed[:, :, [0, -1]] = 0
    assert said(framed) == said(drawn_numbers())


def test_an_answer_does_not_depend_on_the_patches_beside() -> None:
    patches = drawn_numbers()
    alone = np.concatenate([number_reader().read(patch[None]) for patch in patches])
    assert np.allclose(number_reader().read(patches), alone, atol=1e-3)


def test_threads_do_not_disturb_each_other() -> None:
    parts = [drawn_numbers()[k : k + 5 + k % 7] for k in range(24)]
    alone = [number_reader().read(part) for part in parts]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(number_reader().read, parts))
    for one, other in zip(alone, together, strict=True):
        assert np.allclose(one, other, atol=1e-4)


def test_the_model_is_small() -> None:
    assert len((files("resources") / "digits.onnx").read_bytes()) <= 1 << 20


def test_cells_of_photographs_are_read(shared: Path) -> None:
    folder = shared / "photos" / "crops"
    labels: dict[str, int] = json.loads((folder / "labels.json").read_text("utf-8"))
    cells = [cv2.imread(str(folder / name), cv2.IMREAD_GRAYSCALE) for name in labels]
    patches = [
        cv2.resize(cell, (PATCH_PX, PATCH_PX), interpolation=cv2.INTER_AREA)
        for cell in cells
        if cell is not None
    ]
    answers = said(np.array(patches, np.uint8))
    right = sum(a == b for a, b in zip(answers, labels.values(), strict=True))
    assert right >= CROPS_RIGHT * len(labels)
