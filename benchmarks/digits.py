"""Accuracy and speed of the number reader; see docs/maintainers/digits.md."""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import cv2
import numpy as np

from recognizer.clues.digit_classifier import (
    CLASS_COUNT,
    EMPTY,
    JUNK,
    PATCH_PX,
    NumberReader,
    handwriting_reader,
    number_reader,
)


def _name(label: int) -> str:
    return {EMPTY: "empty", JUNK: "junk"}.get(label, str(label))


def report(
    name: str,
    patches: np.ndarray,
    labels: np.ndarray,
    wrong: Path | None = None,
    reader: NumberReader | None = None,
) -> None:
    """Print the share of right patches, the calibration, and the most frequent mistakes.

    Args:
        name: Name of the set.
        patches: uint8, shape (n, 32, 32).
        labels: Their classes, shape (n,).
        wrong: A folder for a picture of the misread patches.
        reader: By default that of printed numbers.
    """
    scores = (reader or number_reader()).read(patches)
    said = scores.argmax(axis=1)
    sure = np.exp(scores.max(axis=1))
    right = said == labels
    certain = sure >= 0.98
    error = 0.0
    for low in np.arange(0, 1, 0.1):
        among = (sure > low) & (sure <= low + 0.1)
        if among.any():
            error += among.mean() * abs(sure[among].mean() - right[among].mean())
    numbers = labels < EMPTY
    share = right[numbers].mean() if numbers.any() else float("nan")
    print(
        f"{name:28} {len(labels):6}  {100 * right.mean():6.2f} %  numbers {100 * share:6.2f} %  "
        f"calibration error {100 * error:.2f} %  "
        f"sure (0.98) {100 * certain.mean():5.1f} %, of these wrong "
        f"{100 * (1 - right[certain].mean()) if certain.any() else 0:.3f} %"
    )
    pairs = Counter(zip(labels[~right].tolist(), said[~right].tolist(), strict=True))
    often = ", ".join(f"{_name(a)} as {_name(b)} ({n})" for (a, b), n in pairs.most_common(6))
    if often:
        print(f"    {often}")
    if wrong is not None and not right.all():
        _picture(wrong / f"{name.replace(' ', '-')}.png", patches, labels, said, right)


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


def crops(folder: Path, wrong: Path | None) -> None:
    """Report on cells cut from photos, 64x64 px."""
    if not (folder / "labels.json").exists():
        print(f"no cells of photos in {folder}")
        return
    labels = json.loads((folder / "labels.json").read_text())
    cells = [cv2.imread(str(folder / n), cv2.IMREAD_GRAYSCALE) for n in labels]
    small = [cv2.resize(c, (PATCH_PX, PATCH_PX), interpolation=cv2.INTER_AREA) for c in cells]
    report("cells of photos", np.stack(small), np.array(list(labels.values())), wrong)


def held_out(fonts: Path, cache: Path, count: int, wrong: Path | None) -> None:
    """Report on drawn patches of the font families that are held out from training."""
    if not fonts.is_dir():
        print(f"no fonts in {fonts}; tools/digits/get_fonts.sh gets them")
        return
    sys.path.insert(0, str(ROOT / "tools" / "digits"))
    from drawn import drawn_faces
    from fonts import is_held_out, load_faces
    from handwritten import handwritten_faces
    from synth import Maker

    faces = [*load_faces(fonts, cache / "faces.pkl"), *drawn_faces()]
    kept = [f for f in faces if is_held_out(f)]
    print(f"held out: {len(kept)} faces of {len({f.family for f in kept})} families")
    for name, maker in (
        ("clean", Maker(kept, 1, hardness=0)),
        ("moderate", Maker(kept, 2, hardness=0.5)),
        ("hard", Maker(kept, 3)),
        ("hard, digits of 10 px", Maker(kept, 4, heights=(9.5, 10.5))),
        ("moderate, digits of 10 px", Maker(kept, 5, hardness=0.5, heights=(9.5, 10.5))),
        ("hard, fonts learned from", Maker([f for f in faces if not is_held_out(f)], 6)),
    ):
        report(name, *maker.batch(count), wrong)
    written = handwritten_faces(fonts, 1.0, is_test=True)
    if written:
        print(f"handwritten: {len(written)} faces of digits that are not for training")
        batch = Maker(written, 7).batch(count)
        report("as print", *batch, wrong)
        report("as handwriting", *batch, wrong, handwriting_reader())
        report("print as handwriting", *Maker(kept, 3).batch(count), wrong, handwriting_reader())


def count_weights() -> int:
    """The number of weights of the network."""
    # The newer engine of OpenCV 5 does not expose the weights of its convolutions.
    engine = [cv2.dnn.ENGINE_CLASSIC] if hasattr(cv2.dnn, "ENGINE_CLASSIC") else []
    net = cv2.dnn.readNetFromONNX(str(ROOT / "resources" / "digits.onnx"), *engine)
    return sum(blob.size for name in net.getLayerNames() for blob in net.getLayer(name).blobs)


def speed(count: int, times: int) -> None:
    """Print the median time for a number of patches, on one core and on all that OpenCV uses."""
    patches = np.random.default_rng(0).integers(0, 256, (count, PATCH_PX, PATCH_PX), np.uint8)
    weights = count_weights()
    print(f"{weights:,} weights")
    threads = cv2.getNumThreads()
    for cores in sorted({1, threads}):
        cv2.setNumThreads(cores)
        reader = NumberReader()
        assert reader.read(patches).shape == (count, CLASS_COUNT)
        taken = []
        for _ in range(times):
            start = time.perf_counter()
            reader.read(patches)
            taken.append(1000 * (time.perf_counter() - start))
        median = statistics.median(taken)
        print(
            f"{count} patches on {cores} core{'s' if cores > 1 else ''}: {median:.1f} ms, "
            f"{median / weights * 100_000:.2f} ms for 100,000 weights "
            f"(median of {times}; the quickest {min(taken):.1f} ms)"
        )
    cv2.setNumThreads(threads)


def main() -> None:
    """Print all figures."""
    shared = Path(os.environ.get("NONOGRAM_SHARED", ROOT.parent / "shared"))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--crops", type=Path, default=shared / "photos" / "crops",
                        help="a folder with cells and labels.json")  # fmt: skip
    parser.add_argument("--fonts", type=Path, default=Path("/tmp/digit-fonts"))
    parser.add_argument("--cache", type=Path, default=Path("/tmp/digit-cache"))
    parser.add_argument("--count", type=int, default=4000, help="drawn patches per set")
    parser.add_argument("--times", type=int, default=50, help="repetitions of the timing")
    parser.add_argument("--wrong", type=Path, help="a folder for pictures of the mistakes")
    args = parser.parse_args()
    crops(args.crops, args.wrong)
    held_out(args.fonts, args.cache, args.count, args.wrong)
    speed(200, args.times)


if __name__ == "__main__":
    main()
