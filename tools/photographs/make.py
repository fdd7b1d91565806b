"""Render puzzles as photographs, scans and screenshots, with the truth about every one.

``python tools/photographs/make.py DIR --count 500 --seed 1`` writes ``DIR/images/NAME.jpg`` or
``.png`` and ``DIR/truth.json``. A picture depends on the seed and its index only.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

import click
import cv2
import numpy as np
from tqdm import tqdm

from tools.photographs import colored, handwritten, hard, hard_screens, prints, screens
from tools.photographs.prints import Shot, TooSmallError

Kinds = dict[str, tuple[float, Callable[[np.random.Generator, int], Shot]]]
"""The relative frequency of each kind of picture, and its function; 0 is only made if wished."""
KINDS: Kinds = {
    "magazine": (0.2, prints.magazine),
    "printout": (0.2, prints.printout),
    "scan": (0.12, prints.scan),
    "web": (0.14, screens.web),
    "app": (0.12, screens.app),
    "game": (0.06, screens.game),
    "console": (0.04, screens.console),
    "monitor": (0.07, screens.monitor),
    "webcam": (0.05, prints.webcam),
}
HARD: Kinds = {
    "magazine": (0.6, hard.magazine),
    "board": (0.25, hard.board),
    "monitor": (0.15, hard.monitor),
    "curled": (0.0, hard.curled),
}
HANDWRITTEN: Kinds = {
    "form": (0.5, handwritten.form),
    "squared": (0.25, handwritten.squared),
    "ruled": (0.25, handwritten.ruled),
}
HARD_SCREENS: Kinds = {kind.__name__: (1.0, kind) for kind in hard_screens.KINDS}
COLORS: Kinds = {kind.__name__: (1.0, kind) for kind in colored.KINDS}
SETS = {
    "": KINDS,
    "hard": HARD,
    "screen": HARD_SCREENS,
    "handwritten": HANDWRITTEN,
    "color": COLORS,
}
"""The kinds of each set, by the prefix of their names."""


def make_picture(
    seed: int, index: int, kind: str | None = None, *, of: str = ""
) -> tuple[str, bytes, dict[str, Any]]:
    """A picture's file name, its file's bytes and its truth.

    Args:
        seed: Seed of the set.
        index: Index of the picture in the set.
        kind: The kind of picture; by default a random one.
        of: The set, a key of :data:`SETS`.
    """
    rng = np.random.default_rng([seed, index])
    kinds = SETS[of]
    names = list(kinds)
    chance = np.array([share for share, _ in kinds.values()])
    chosen = names[int(rng.choice(len(names), p=chance / chance.sum()))]
    kind = kind or chosen
    largest = 45
    while True:
        try:
            shot = kinds[kind][1](rng, largest)
            break
        except TooSmallError:
            largest = max(5, min(largest - 2, 30))
    kind = f"{of}-{kind}" if of else kind
    name = f"{kind}-{index:04d}"
    ending, options = ".png", []
    if shot.quality is not None:
        ending, options = ".jpg", [cv2.IMWRITE_JPEG_QUALITY, shot.quality]
    content = cv2.imencode(ending, shot.image, options)[1].tobytes()
    return (
        name + ending,
        content,
        {
            "name": name,
            "kind": kind,
            "image": f"images/{name}{ending}",
            "rows": shot.drawing.rows,
            "columns": shot.drawing.columns,
            "solutions": "unique",
            "source": f"generated{f', {of}' if of else ''}, seed {seed}, index {index}",
            "corners": np.round(shot.corners, 2).tolist(),
            "sides": list(shot.sides),
        }
        | (shot.drawing.truth if isinstance(shot.drawing, colored.ColorDrawing) else {}),
    )


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--count", default=500, show_default=True, type=click.IntRange(1), help="Pictures.")
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0))
@click.option(
    "--kind",
    type=click.Choice([kind for kinds in SETS.values() for kind in kinds]),
    help="Only pictures of this kind.",
)
@click.option(
    "--hard",
    "of",
    flag_value="hard",
    default="",
    help="Harder pictures, as the benchmark has them.",
)
@click.option("--hard-screens", "of", flag_value="screen", help="Harder screenshots.")
@click.option("--colors", "of", flag_value="color", help="Puzzles in colours.")
@click.option(
    "--handwritten",
    "of",
    flag_value="handwritten",
    help="Numbers written by hand; needs $NONOGRAM_HANDWRITING.",
)
def main(folder: Path, count: int, seed: int, kind: str | None, of: str) -> None:
    """Write pictures of puzzles to FOLDER/images, and their truth to FOLDER/truth.json."""
    if kind and kind not in SETS[of]:
        raise click.UsageError(f"this set has no kind {kind}; it has {', '.join(SETS[of])}")
    (folder / "images").mkdir(parents=True, exist_ok=True)
    truth = []
    for index in tqdm(range(count), unit="picture"):
        try:
            name, content, entry = make_picture(seed, index, kind, of=of)
        except handwritten.NoHandwritingError as error:
            raise click.UsageError(str(error)) from None
        (folder / "images" / name).write_bytes(content)
        truth.append(entry)
    text = ",\n".join(json.dumps(entry) for entry in truth)
    (folder / "truth.json").write_text(f"[\n{text}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
