"""The ratings of the bundled puzzles: those of the solver, and never an obstacle."""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path

import pytest
from click.testing import CliRunner

from puzzles import packs as packs_module
from puzzles.cli import list_packs
from puzzles.clue_hash import clue_hash
from puzzles.formats import read
from puzzles.packs import PackRatings, pack_ratings, packs
from solver.logic.rate import RATING_VERSION
from tools.pack_ratings import TARGET, rated


def test_the_bundled_ratings_are_those_of_the_solver() -> None:
    """If this fails, raise RATING_VERSION and run ``python tools/pack_ratings.py``.

    All clues are compared, and the ratings of the quickest, and of the middle one for each hardest
    technique: those of all need minutes.
    """
    content = json.loads(TARGET.read_text(encoding="utf-8"))
    found = content["puzzles"]
    assert content["version"] == pack_ratings().version == RATING_VERSION
    paths = {f"{p.path.parent.name}/{p.path.name}": p.path for q in packs() for p in q.puzzles}
    assert found.keys() == paths.keys()
    for name, path in paths.items():
        assert found[name]["clues"] == clue_hash(read(path).puzzle), name
    quick = [name for name, each in found.items() if each["score"] < 300]
    assert len(quick) > 200
    by_technique: dict[str, list[str]] = defaultdict(list)
    for name in sorted(found, key=lambda name: float(found[name]["score"])):
        by_technique[found[name]["hardest"]].append(name)
    middle = [names[len(names) // 2] for names in by_technique.values()]
    for name in {*quick[::5], *middle}:
        assert rated(paths[name]) == found[name], name
    assert all(puzzle.rating is not None for pack in packs() for puzzle in pack.puzzles)


def test_the_list_has_the_difficulty_of_every_puzzle() -> None:
    result = CliRunner().invoke(list_packs)
    lines = [line for line in result.output.splitlines() if line.endswith(".non")]
    found = [puzzle for pack in packs() for puzzle in pack.puzzles]
    assert len(lines) == len(found)
    for line, puzzle in zip(lines, found, strict=True):
        assert puzzle.rating is not None
        assert f"  {puzzle.rating.difficulty}, " in line


@pytest.mark.parametrize(
    "text",
    ["", "[]", '{"version": 1}', '{"version": "x", "puzzles": {}}', '{"version":1,"puzzles":[1]}',
     '{"version": 1, "puzzles": {"a": {"other": 1}}}'],
)  # fmt: skip
def test_damaged_ratings_are_no_ratings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    (tmp_path / "ratings.json").write_text(text)
    monkeypatch.setattr(packs_module, "_folder", lambda _: tmp_path)
    assert pack_ratings.__wrapped__() == PackRatings(0, {})
