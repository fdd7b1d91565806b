"""Render videos of a webcam before a puzzle, with the truth about every frame.

``python tools/videos/make.py DIR --seed 1 --count 11`` writes ``DIR/NAME.avi`` (MJPG) and
``DIR/NAME.json``. A video depends on seed, index, scene and size only.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import click
import cv2
from tqdm import tqdm

from tools.videos.film import Film
from tools.videos.scenes import SCENES, make_film

QUALITY = 92


def write_film(folder: Path, film: Film) -> Path:
    """Write a video and its truth; return the path of the video.

    Raises:
        OSError: The video could not be written.
    """
    path = folder / f"{film.name}.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), film.fps, film.size)
    if not writer.isOpened():
        raise OSError(f"{path} cannot be written")
    writer.set(cv2.VIDEOWRITER_PROP_QUALITY, QUALITY)
    frames = []
    for frame in tqdm(film, film.name, unit="frame"):
        writer.write(frame.picture)
        frames.append(frame.truth.as_json())
    writer.release()
    lines = ",\n".join(json.dumps(entry) for entry in frames)
    head = json.dumps(film.header())[:-1]
    text = f'{head},\n"frames": [\n{lines}\n]}}\n'
    path.with_suffix(".json").write_text(text, encoding="utf-8")
    return path


def _size(context: click.Context, parameter: click.Parameter, value: str) -> tuple[int, int]:
    """A size such as 640x480."""
    found = re.fullmatch(r"(\d+)x(\d+)", value)
    if not found or not all(64 <= int(side) <= 4096 for side in found.groups()):
        raise click.BadParameter("it must be like 640x480, with sides of 64 to 4096 px")
    return int(found[1]), int(found[2])


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--seed", default=1, show_default=True, type=click.IntRange(0))
@click.option("--count", default=len(SCENES), show_default=True, type=click.IntRange(1),
              help="Videos.")  # fmt: skip
@click.option("--size", default="640x480", show_default=True, callback=_size, help="In px.")
@click.option("--fps", default=30.0, show_default=True, type=click.FloatRange(1, 240))
@click.option("--scene", type=click.Choice(SCENES), help="Only videos of this scene.")
def main(
    folder: Path, seed: int, count: int, size: tuple[int, int], fps: float, scene: str | None
) -> None:
    """Write videos of puzzles, and their truth, to FOLDER."""
    folder.mkdir(parents=True, exist_ok=True)
    for index in range(count):
        write_film(folder, make_film(seed, index, scene, size, fps))


if __name__ == "__main__":
    main()
