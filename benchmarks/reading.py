"""Accuracy and speed of reading pictures of puzzles: ``python benchmarks/reading.py DIR``."""

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
from benchmarks.reading_answers import Answer, answers_in, write_answers
from benchmarks.reading_score import Score, Truth, failed, failures, score, table
from benchmarks.reading_stages import DECODING, REST, SOLVER, StageTimes
from puzzles.contracts import CountSolutions
from puzzles.errors import RecognitionError
from recognizer.clues.digit_classifier import number_reader
from recognizer.images import load
from recognizer.reading import read
from solver.solution_count import count_solutions

RULE = """\
DIR has truth.json: a list of objects with name, kind, image (path relative to DIR), rows and
columns (lists of clues; [] and [0] are a line without clues); for a puzzle in colours also
row_colors and column_colors (the index of the colour of each number).

columns:
  size right       the grid has as many rows and as many columns as the true one
  lines right      the share of rows and columns whose numbers are all right; in a grid of the wrong
                   size none is
  numbers right    in each line, the numbers read are aligned with the true ones by the fewest
                   edits (another number, one missing, one too many), and each edit counts as a
                   wrong number; in a grid of the wrong size none is right; rounded down
  exact before     all numbers are right before the correction by the puzzle's rules
  exact after      all numbers are right after it, and their colours
  falsely certain  the puzzle is wrong, and nothing is in doubt
  p50 s, p95 s     seconds from opening the file to the reading, including the solver

With --answers the readings of another program are scored, as docs/maintainers/reading-benchmark.md
says; a picture without an answer counts as one where nothing was found. --write makes such a file.

An error in reading is a bug; it counts as a picture without a puzzle. Below the table are the
pictures that are not exact after the correction, with their errors. Exit codes: 0 whatever the
figures are, 2 for a DIR that cannot be used.
"""
UNUSABLE = 2
INTERRUPTED = 130


def truths_in(folder: Path, kind: str = "", limit: int | None = None) -> list[Truth]:
    """The truths of the pictures in a folder.

    Args:
        folder: A folder with ``truth.json``.
        kind: Only pictures whose kind contains this text, in upper or lower case.
        limit: The maximum number of pictures, from the first one.

    Raises:
        OSError: The file or one of the pictures is missing.
        ValueError: The file has wrong contents, or no picture is left.
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


def measure(
    folder: Path,
    truth: Truth,
    count_solutions: CountSolutions,
    answers: list[Answer] | None = None,
    times: StageTimes | None = None,
) -> Score:
    """Read and score one picture; errors of the reader become part of the score.

    Args:
        folder: Folder of the pictures.
        truth: The picture and its true puzzle.
        count_solutions: The solver.
        answers: A list to which the answer is added.
        times: The stages' times, to which those of this picture are added.
    """
    decode, read_puzzle = load, read
    if times is not None:
        decode, read_puzzle = times.timed(DECODING, load), times.timed(REST, read)
    start = perf_counter()
    try:
        picture = decode(folder / truth.image)
    except RecognitionError as error:
        return failed(truth, str(error), perf_counter() - start)
    try:
        reading = read_puzzle(picture, count_solutions=count_solutions)
    except Exception as error:
        at = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(at.filename).name}, line {at.lineno}"
        text = f"error in read(): {type(error).__name__}: {error} ({where})"
        return failed(truth, " ".join(text.split()), perf_counter() - start)
    seconds = perf_counter() - start
    if answers is not None:
        answers.append(Answer.from_reading(truth.name, reading, seconds))
    return score(truth, reading, seconds)


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
    parser.add_argument(
        "--stages", action="store_true", help="print the processor time of each stage, too"
    )
    files = parser.add_mutually_exclusive_group()
    files.add_argument("--answers", metavar="FILE", type=Path, help="score this reader's answers")
    files.add_argument("--write", metavar="FILE", type=Path, help="also write answers to this file")
    words = parser.parse_args(arguments)
    try:
        truths = truths_in(words.folder, words.kind, words.limit)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        print(f"{words.folder / 'truth.json'}: {reason}", file=sys.stderr)
        return UNUSABLE
    scores: list[Score] = []
    times = StageTimes()
    code = 0
    if words.answers:
        try:
            found = answers_in(words.answers)
        except (OSError, ValueError) as error:
            print(f"{words.answers}: {getattr(error, 'strerror', None) or error}", file=sys.stderr)
            return UNUSABLE
        scores = [
            found[t.name].score(t) if t.name in found else failed(t, "no answer", 0.0)
            for t in truths
        ]
        for one in scores if words.json else ():
            print(json.dumps(one.as_json()))
    else:
        code = _measure_all(words, truths, scores, times)
    if words.json or not scores:
        return code
    if not words.answers:
        print(machine())
    print("", *table(scores), sep="\n")
    if words.stages and not words.answers:
        print("", *times.table(len(scores)), sep="\n")
    if wrong := list(failures(scores)):
        print("", "not right:", "", *wrong, sep="\n")
    if code:
        print(f"\ninterrupted after {len(scores)} of {len(truths)} pictures")
    return code


def _measure_all(
    words: argparse.Namespace, truths: list[Truth], scores: list[Score], times: StageTimes
) -> int:
    """Read all pictures and append their scores; the exit code."""
    try:
        number_reader()  # loads it before the first picture is timed
    except OSError as error:
        print(f"the number reader cannot be loaded: {error}", file=sys.stderr)
        return UNUSABLE
    answers: list[Answer] = []
    code = 0
    try:
        count = times.timed(SOLVER, count_solutions)
        with warnings.catch_warnings(), times.of_reading():
            warnings.simplefilter("ignore")  # Pillow warns of odd tags in readable files
            for truth in tqdm(truths, "pictures", leave=False, disable=None):
                scores.append(measure(words.folder, truth, count, answers, times))
                if words.json:
                    tqdm.write(json.dumps(scores[-1].as_json()))
    except KeyboardInterrupt:
        code = INTERRUPTED
    if words.write:
        try:
            write_answers(words.write, answers)
        except OSError as error:
            print(f"{words.write}: {error.strerror or error}", file=sys.stderr)
            return UNUSABLE
    return code


def _positive(text: str) -> int:
    if (number := int(text)) < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return number


if __name__ == "__main__":
    sys.exit(main())
