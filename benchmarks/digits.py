"""Accuracy and speed of the number reader; see docs/maintainers/digits.md."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from benchmarks.harness import ROOT, Items, Row, Times, benchmark
from recognizer.clues.digit_classifier import (
    EMPTY,
    JUNK,
    PATCH_PX,
    NumberReader,
    handwriting_reader,
    number_reader,
)

SURE = 0.98
"""Probability of a patch that is no doubt."""
CROPS = Path(os.environ.get("NONOGRAM_SHARED", ROOT.parent / "shared"), "photos/crops")
PATCHES = 200
"""Read at once when the time is measured."""


def _name(label: int) -> str:
    return {EMPTY: "empty", JUNK: "junk"}.get(label, str(label))


def _row(
    name: str,
    patches: np.ndarray,
    labels: np.ndarray,
    wrong: Path | None = None,
    reader: NumberReader | None = None,
) -> Row:
    """The share of right patches, the calibration, and the most frequent mistakes, in per cent.

    Args:
        name: Name of the set.
        patches: uint8, shape (n, 32, 32).
        labels: Their classes, shape (n,).
        wrong: A folder for a picture of the misread patches.
        reader: By default that of printed numbers.
    """
    scores = (reader or number_reader()).read(patches)
    said, sure = scores.argmax(axis=1), np.exp(scores.max(axis=1))
    right, certain, numbers = said == labels, sure >= SURE, labels < EMPTY
    error = 0.0
    for low in np.arange(0, 1, 0.1):
        among = (sure > low) & (sure <= low + 0.1)
        if among.any():
            error += among.mean() * abs(sure[among].mean() - right[among].mean())
    pairs = Counter(zip(labels[~right].tolist(), said[~right].tolist(), strict=True))
    if wrong is not None and not right.all():
        _picture(wrong / f"{name.replace(' ', '-')}.png", patches, labels, said, right)
    return {
        "set": name,
        "patches": len(labels),
        "right %": 100 * float(right.mean()),
        "numbers %": 100 * float(right[numbers].mean()) if numbers.any() else None,
        "calibration error %": 100 * float(error),
        "sure %": 100 * float(certain.mean()),
        "wrong of these %": 100 * float((~right[certain]).mean()) if certain.any() else None,
        "mistakes": ", ".join(
            f"{_name(a)} as {_name(b)} ({n})" for (a, b), n in pairs.most_common(6)
        ),
    }


def _picture(
    path: Path, patches: np.ndarray, labels: np.ndarray, said: np.ndarray, right: np.ndarray
) -> None:
    """Write a picture of the misread patches, with their true and read classes."""
    tiles = []
    for k in np.nonzero(~right)[0][:150]:
        tile = np.full((112, 96), 255, np.uint8)
        tile[:96] = cv2.resize(patches[k], (96, 96), interpolation=cv2.INTER_NEAREST)
        text = f"{_name(int(labels[k]))}>{_name(int(said[k]))}"
        cv2.putText(tile, text, (1, 108), cv2.FONT_HERSHEY_PLAIN, 0.9, 0, 1, cv2.LINE_AA)
        tiles.append(tile)
    tiles += [np.full((112, 96), 255, np.uint8)] * (-len(tiles) % 15)
    path.parent.mkdir(parents=True, exist_ok=True)
    rows = [np.hstack(tiles[i : i + 15]) for i in range(0, len(tiles), 15)]
    cv2.imwrite(str(path), np.vstack(rows))


def _crops(folder: Path, wrong: Path | None) -> Row:
    """Cells cut from photos, 64x64 px."""
    labels = json.loads((folder / "labels.json").read_text())
    cells = [np.asarray(cv2.imread(str(folder / n), cv2.IMREAD_GRAYSCALE)) for n in labels]
    small = [cv2.resize(c, (PATCH_PX, PATCH_PX), interpolation=cv2.INTER_AREA) for c in cells]
    return _row("cells of photos", np.stack(small), np.array(list(labels.values())), wrong)


def _held_out(fonts: Path, cache: Path, count: int, wrong: Path | None) -> Iterator[Row | str]:
    """Drawn patches of the font families that are held out from training."""
    from tools.digits.drawn import drawn_faces
    from tools.digits.fonts import is_held_out, load_faces
    from tools.digits.handwritten import handwritten_faces
    from tools.digits.synth import Maker

    faces = [*load_faces(fonts, cache / "faces.pkl"), *drawn_faces()]
    kept = [f for f in faces if is_held_out(f)]
    yield f"held out: {len(kept)} faces of {len({f.family for f in kept})} families"
    for name, maker in (
        ("clean", Maker(kept, 1, hardness=0)),
        ("moderate", Maker(kept, 2, hardness=0.5)),
        ("hard", Maker(kept, 3)),
        ("hard, digits of 10 px", Maker(kept, 4, heights=(9.5, 10.5))),
        ("moderate, digits of 10 px", Maker(kept, 5, hardness=0.5, heights=(9.5, 10.5))),
        ("hard, fonts learned from", Maker([f for f in faces if not is_held_out(f)], 6)),
    ):
        yield _row(name, *maker.batch(count), wrong)
    written = handwritten_faces(fonts, 1.0, is_test=True)
    if written:
        yield f"handwritten: {len(written)} faces of digits that are not for training"
        batch = Maker(written, 7).batch(count)
        yield _row("as print", *batch, wrong)
        yield _row("as handwriting", *batch, wrong, handwriting_reader())
        printed = Maker(kept, 3).batch(count)
        yield _row("print as handwriting", *printed, wrong, handwriting_reader())


def _count_weights() -> int:
    """The number of weights of the network."""
    # The newer engine of OpenCV 5 does not expose the weights of its convolutions.
    engine = [cv2.dnn.ENGINE_CLASSIC] if hasattr(cv2.dnn, "ENGINE_CLASSIC") else []
    net = cv2.dnn.readNetFromONNX(str(ROOT / "resources" / "digits.onnx"), *engine)
    return sum(blob.size for name in net.getLayerNames() for blob in net.getLayer(name).blobs)


@benchmark(count=100)
def digits(
    crops: Path = CROPS,
    fonts: Path = Path("/tmp/digit-fonts"),
    cache: Path = Path("/tmp/digit-cache"),
    count: int = 4000,
    wrong: Path | None = None,
    repeats: int = 50,
) -> Items:
    """Accuracy and speed of the number reader.

    *Sure* are patches with a probability of 0.98.

    Args:
        crops: A folder with cells of photos and labels.json.
        fonts: What tools/digits/get_fonts.sh gets.
        cache: A folder for what is drawn of them.
        count: Drawn patches of each set.
        wrong: A folder for pictures of the mistakes.
        repeats: Readings of which the time is measured.
    """
    if (crops / "labels.json").exists():
        yield _crops(crops, wrong)
    else:
        yield f"no cells of photos in {crops}"
    if fonts.is_dir():
        yield from _held_out(fonts, cache, count, wrong)
    else:
        yield f"no fonts in {fonts}; tools/digits/get_fonts.sh gets them"
    patches = np.random.default_rng(0).integers(0, 256, (PATCHES, PATCH_PX, PATCH_PX), np.uint8)
    weights, threads = _count_weights(), cv2.getNumThreads()
    for cores in sorted({1, threads}):
        cv2.setNumThreads(cores)
        reader, times = NumberReader(), Times()
        reader.read(patches)
        for _ in range(repeats):
            times.take(reader.read, patches)
        yield {
            "patches": f"{PATCHES} on {cores} core{'s' if cores > 1 else ''}",
            "weights": weights,
            "ms for 100,000 weights": 1e8 * times.median_s / weights,
            "quickest, ms": 1000 * min(times.wall_s),
            "time": times,
        }
    cv2.setNumThreads(threads)
