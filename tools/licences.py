"""Writes into REUSE.toml whose the bundled puzzles are, from what each puzzle says about itself.

``python tools/licences.py``; run it when a pack has changed. ``--check`` only says whether the file
has to be written anew. The pictures of docs/packs.md, which show the solutions, follow their packs.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from puzzles.formats import read
from puzzles.model import Puzzle

REUSE = ROOT / "REUSE.toml"
MARK = "# made by tools/licences.py\n"
"""What stands below it is written by this tool."""
PACKS = "puzzles/packs"
OURS = "2026 The Nonogram Helper authors"
_AFTER = re.compile(r"After (?P<source>.+?) by (?P<holder>.+), changed")
_YEARS = {"Google LLC": "2013 "}
"""Years that the notice of a source has."""


class Rights(NamedTuple):
    """Who has rights in a puzzle, and under which licence it may be used."""

    licence: str
    holders: tuple[str, ...]


_OWN = Rights("CC0-1.0", (OURS,))
"""Of most puzzles; REUSE.toml says so above the mark."""


def rights(puzzle: Puzzle) -> Rights:
    """What a puzzle says about itself.

    Raises:
        ValueError: Its copyright is not in the form of the packs.
    """
    if not puzzle.copyright:
        return Rights(puzzle.license, (OURS,))
    found = _AFTER.fullmatch(puzzle.copyright)
    if found is None:
        raise ValueError(f"{puzzle.title}: the copyright is not 'After … by …, changed'")
    holder = found["holder"]
    return Rights(puzzle.license, (OURS, f"{_YEARS.get(holder, '')}{holder} ({found['source']})"))


def made_part() -> str:
    """What stands below the mark: an annotation for each kind of rights, and one for each sheet."""
    usual, special = defaultdict[Rights, list[str]](list), defaultdict[Rights, list[str]](list)
    sheets = []
    for pack in sorted(path for path in (ROOT / PACKS).iterdir() if path.is_dir()):
        each = {path: rights(read(path).puzzle) for path in sorted(pack.glob("*.non"))}
        most = Counter(each.values()).most_common(1)[0][0]
        usual[most].append(f"{PACKS}/{pack.name}/*.non")
        for path, its in each.items():
            if its != most:
                special[its].append(path.relative_to(ROOT).as_posix())
        if set(each.values()) != {_OWN}:
            sheets.append((pack.name, set(each.values())))
    usual.pop(_OWN, None)
    parts = [_annotation(paths, [its]) for its, paths in sorted(usual.items())]
    parts += [_annotation(paths, [its]) for its, paths in sorted(special.items())]
    parts += [_annotation([f"docs/images/packs/{name}.png"], its) for name, its in sheets]
    return "\n".join(parts)


def _annotation(paths: list[str], rights: Iterable[Rights]) -> str:
    holders = sorted({holder for each in rights for holder in each.holders})
    licence = " AND ".join(sorted({each.licence for each in rights}))
    return (
        "[[annotations]]\n"
        f"path = {_listed(paths)}\n"
        'precedence = "override"\n'
        f"SPDX-FileCopyrightText = {_listed(holders)}\n"
        f'SPDX-License-Identifier = "{licence}"\n'
    )


def _listed(texts: list[str]) -> str:
    if len(texts) == 1:
        return json.dumps(texts[0], ensure_ascii=False)
    return "[\n" + "".join(_lines(texts)) + "]"


def _lines(texts: list[str]) -> Iterator[str]:
    for text in texts:
        yield f"    {json.dumps(text, ensure_ascii=False)},\n"


def main() -> int:
    """Write the file, or check it; returns 1 if it is not up to date."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    before = REUSE.read_text(encoding="utf-8")
    after = before.partition(MARK)[0] + MARK + "\n" + made_part()
    if options.check:
        if after != before:
            print("REUSE.toml is not up to date: run python tools/licences.py", file=sys.stderr)
        return int(after != before)
    REUSE.write_text(after, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
