"""``read_picture`` reads whatever a Python user has a picture in."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from puzzles.contracts import SolutionCount
from puzzles.errors import RecognitionError
from recognizer import read_picture
from recognizer.values import Problem
from solver.solution_count import count_of, count_solutions
from tests.support.judges import Judge
from tests.support.pages import clues_read, draw_page, unique_clues
from tests.support.processes import printed_by

CLUES = unique_clues(10, 10)
PIXELS = draw_page(*CLUES).picture


def png(image: Image.Image) -> bytes:
    stream = BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


@pytest.mark.parametrize("kind", ["path", "text", "bytes", "image", "palette", "array", "gray"])
def test_every_kind_of_picture_is_read(kind: str, tmp_path: Path) -> None:
    image = Image.fromarray(PIXELS)
    path = tmp_path / "page.png"
    image.save(path)
    source = {
        "path": path,
        "text": str(path),
        "bytes": png(image),
        "image": image,
        "palette": image.convert("P"),
        "array": PIXELS,
        "gray": np.ascontiguousarray(PIXELS[:, :, 0]),
    }[kind]
    reading = read_picture(source)  # type: ignore[arg-type]
    assert clues_read(reading) == CLUES
    assert reading.solution_count is SolutionCount.UNKNOWN


def test_the_solver_says_how_many_solutions_there_are() -> None:
    assert read_picture(PIXELS, count_solutions).solution_count is SolutionCount.ONE


def test_a_picture_without_a_puzzle_has_that_problem() -> None:
    reading = read_picture(np.full((99, 99, 3), 255, np.uint8))
    assert Problem.NO_GRID in reading.problems


def test_what_is_no_picture_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(RecognitionError, match="not a picture"):
        read_picture(b"text")
    with pytest.raises(RecognitionError, match=r"there\.png: cannot be opened"):
        read_picture(tmp_path / "there.png")
    with pytest.raises(RecognitionError, match="30000 are read on a side"):
        read_picture(np.zeros((1, 30_001), np.uint8))


@pytest.mark.parametrize(
    "pixels",
    [np.zeros((9, 9, 3)), np.zeros((9, 9, 4), np.uint8), np.zeros(9, np.uint8)],
    ids=["float", "four channels", "one axis"],
)
def test_other_arrays_are_refused_with_what_is_expected(pixels: NDArray[Any]) -> None:
    with pytest.raises(ValueError, match=r"not uint8 of shape \(height, width"):
        read_picture(pixels)


@pytest.mark.parametrize("source", [7, None])
def test_what_no_picture_can_be_is_of_another_type(source: object) -> None:
    with pytest.raises(TypeError, match="PathLike or bytes is needed, not"):
        read_picture(source)  # type: ignore[arg-type]


def test_what_the_child_cannot_import_or_use_is_refused() -> None:
    only_counts: Any = count_of
    for given in (Judge(lambda _: SolutionCount.ONE), only_counts):
        with pytest.raises(ValueError, match="an object of a module"):
            read_picture(PIXELS, given)


def test_importing_it_imports_no_large_library() -> None:
    script = (
        "import sys, recognizer; from recognizer import read_picture, read_pictures;"
        "print([m for m in ('numpy', 'cv2', 'PIL', 'click') if m in sys.modules])"
    )
    assert printed_by(script) == "[]\n"
