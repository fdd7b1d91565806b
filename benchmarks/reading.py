"""How well pictures of puzzles are read, and how fast: ``python benchmarks/reading.py DIR``."""

from __future__ import annotations

import argparse
import json
import sys
import traceback
import warnings
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parents[1]))

from tqdm import tqdm

from benchmarks.machine import machine
from benchmarks.reading_score import Score, Truth, failed, failures, score, table
from puzzles.contracts import CountSolutions
from puzzles.errors import RecognitionError
from recognizer.clues.digit_classifier import number_reader
from recognizer.images import load
from recognizer.reading import read
from solver.solution_count import count_solutions

RULE = """\
DIR holds truth.json: a list of objects with name, kind, image (path relative to DIR), rows and
columns (lists of clues; [] and [0] are a line without runs).

how it is scored:
  size right       the grid has as many rows and as many columns as the true one
  numbers right    line by line: what was read is aligned with what is true by the fewest edits
                   (another number, one missing, one too many), and each edit counts as a number
                   that is not right; in a grid of the wrong size none is right; rounded down
  exact before     all numbers are right as the picture alone says them, before the puzzle's
                   rules repair any
  exact after      all numbers are right in the end
  falsely certain  nobody would be asked about anything, and the puzzle is wrong
  p50 s, p95 s     seconds from opening the file to the reading, with the solver's share

An error in reading is a bug; it counts as a picture of which nothing was found. Below the table are
the pictures that are not exact after repair, and what was wrong. Exit codes: 0 whatever the figures
are, 2 for a DIR that cannot be used.
"""
UNUSABLE = 2
INTERRUPTED = 130


def truths_in(folder: Path, kind: str = "", limit: int | None = None) -> list[Truth]:
    """What the pictures of a folder show.

    Args:
        folder: Holds ``truth.json``.
        kind: Only those whose kind has this text in it, in any case.
        limit: So many at most, from the first one.

    Raises:
        OSError: The file or one of the pictures is not there.
        ValueError: The file does not say what it should, or none is left.
    """
    entries = json.loads((folder / "truth.json").read_text("utf-8"))
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise ValueError("it is not a list of objects")
    truths = [Truth.of(entry) for entry in entries]
    truths = [truth for truth in truths if kind.lower() in truth.kind.lower()][:limit]
    if not truths:
        raise ValueError("there is no such picture")
    for truth in truths:
        if not (folder / truth.image).is_file():
            raise FileNotFoundError(f"there is no picture {truth.image}")
    return truths


def measure(folder: Path, truth: Truth, count_solutions: CountSolutions) -> Score:
    """Read one picture; never raises for what the reader does."""
    start = perf_counter()
    try:
        picture = load(folder / truth.image)
    except RecognitionError as error:
        return failed(truth, str(error), perf_counter() - start)
    try:
        reading = read(picture, count_solutions=count_solutions)
    except Exception as error:
        at = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(at.filename).name}, line {at.lineno}"
        text = f"error in read(): {type(error).__name__}: {error} ({where})"
        return failed(truth, " ".join(text.split()), perf_counter() - start)
    return score(truth, reading, perf_counter() - start)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; the exit code."""
    parser = argparse.ArgumentParser(
        description=__doc__.split(":")[0] + ".",
        epilog=RULE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", metavar="DIR", type=Path, help="pictures and their truth.json")
    parser.add_argument("--json", action="store_true", help="print one object for each picture")
    parser.add_argument("--kind", metavar="TEXT", default="", help="only kinds with this text")
    parser.add_argument("--limit", metavar="N", type=_positive, help="the first N pictures only")
    words = parser.parse_args(arguments)
    try:
        truths = truths_in(words.folder, words.kind, words.limit)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        print(f"{words.folder / 'truth.json'}: {reason}", file=sys.stderr)
        return UNUSABLE
    try:
        number_reader()  # or the first picture would pay for loading it
    except OSError as error:
        print(f"the number reader cannot be loaded: {error}", file=sys.stderr)
        return UNUSABLE
    scores: list[Score] = []
    code = 0
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow's, of odd tags in files that can be read
            for truth in tqdm(truths, "pictures", leave=False, disable=None):
                scores.append(measure(words.folder, truth, count_solutions))
                if words.json:
                    tqdm.write(json.dumps(scores[-1].as_json()))
    except KeyboardInterrupt:
        code = INTERRUPTED
    if words.json or not scores:
        return code
    print(machine())
    print("", *table(scores), sep="\n")
    if wrong := list(failures(scores)):
        print("", "not right:", "", *wrong, sep="\n")
    if code:
        print(f"\ninterrupted after {len(scores)} of {len(truths)} pictures")
    return code


def _positive(text: str) -> int:
    if (number := int(text)) < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return number


if __name__ == "__main__":
    sys.exit(main())
