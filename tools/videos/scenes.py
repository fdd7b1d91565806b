"""Makes videos by seed, index and scene, from pages, background, light and events."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tools.photographs.camera import Array
from tools.videos.backdrop import Backdrop, room, table
from tools.videos.exposure import Sensor
from tools.videos.film import Film
from tools.videos.hand import Hand, make_hand
from tools.videos.layers import PageLayer
from tools.videos.lens import Lens
from tools.videos.papers import (
    Paper,
    calendar_paper,
    draw_puzzle,
    puzzle_paper,
    style_for,
    text_paper,
    with_faint_lines,
)
from tools.videos.paths import keyed, pose, together, tremor
from tools.videos.pencil import marked
from tools.videos.plans import PLANS, Plan, Reach

SCENES = tuple(PLANS)
"""The names of the scenes."""
USUAL_SIZE = (640, 480)
"""Width and height in px."""
_KINDS = ("magazine", "printout", "webcam")
_SIDES = (5, 8, 10, 10, 12, 15, 15, 15, 20, 20, 20, 25)
_LARGEST = 0.075
"""Maximum pitch of the cells, as a share of the picture's height."""


def make_film(
    seed: int,
    index: int = 0,
    scene: str | None = None,
    size: tuple[int, int] = USUAL_SIZE,
    fps: float = 30.0,
    board: tuple[int, int] | None = None,
    has_several: bool = False,
) -> Film:
    """A video, whose frames are drawn on demand. It depends on the arguments only.

    Args:
        seed: Seed of the set.
        index: Index of the video in the set.
        scene: One of ``SCENES``; by default all in turn, by the index.
        size: Width and height in px.
        fps: Frames per second.
        board: Rows and columns of the puzzle; by default random.
        has_several: Whether the puzzles have several solutions.

    Raises:
        KeyError: There is no such scene.
    """
    scene = scene or SCENES[index % len(SCENES)]
    # One generator per aspect: the events do not depend on the size of the picture.
    events, prints, behind, glass = (np.random.default_rng([seed, index, k]) for k in range(4))
    plan = PLANS[scene](events, fps)
    papers = _papers(prints, scene, plan, size, board, has_several)
    # People hold larger puzzles nearer to the camera.
    near = (0.88, 1.0) if scene == "nothing" or max(papers[0].size) > 20 else (0.74, 0.88)
    scale, home = _stage(papers, size, plan.fill * float(prints.uniform(*near)))
    pages = tuple(
        PageLayer(paper, size, scale, home, together(plan.path, turn.path), plan.bend,
                  turn.start, turn.end, 0.4 if plan.on_table else 0.0)
        for paper, turn in zip(papers, plan.turns, strict=True)
    )  # fmt: skip
    if plan.on_table:
        backdrop = table(behind, replace(pages[0], path=plan.path))
    else:
        backdrop = Backdrop(room(behind, size))
    reach = _hand(behind, plan.reach, pages[0]) if plan.reach else None
    return Film(f"{scene}-{index:04d}", scene, seed, index, size, fps, plan.seconds, pages,
                backdrop, Sensor(glass, size, **plan.light), reach, plan.variant,
                plan.readout_s, Lens(size, plan.distortion))  # fmt: skip


def _papers(
    rng: np.random.Generator,
    scene: str,
    plan: Plan,
    size: tuple[int, int],
    board: tuple[int, int] | None,
    has_several: bool,
) -> list[Paper]:
    """The pages of a scene."""
    if scene == "nothing":
        cell = max(16, round(size[1] / 24))
        return [text_paper(rng, cell) if plan.variant == "text" else calendar_paper(rng, cell)]
    chosen = board or _board(rng)
    # A resolution high enough for the picture, and for lines of different widths.
    cell = int(np.clip(1.6 * size[1] / (1.4 * max(chosen)), 30, 72))
    kind = _KINDS[int(rng.integers(len(_KINDS)))]
    style = style_for(rng, kind, cell)
    if plan.has_faint_lines:
        style = with_faint_lines(rng, style)
    stock = int(rng.integers(2**31))
    papers: list[Paper] = []
    while len(papers) < len(plan.turns):
        paper = puzzle_paper(rng, draw_puzzle(rng, chosen, has_several), style, kind, stock)
        if all(paper.puzzle != other.puzzle for other in papers):
            papers.append(paper)
    return [marked(rng, paper) for paper in papers] if scene == "marks" else papers


def _board(rng: np.random.Generator) -> tuple[int, int]:
    """Rows and columns: mostly a square."""
    rows = int(rng.choice(_SIDES))
    if rng.random() < 0.7:
        return rows, rows
    return rows, int(np.clip(rng.choice(_SIDES), rows // 2 + 1, 2 * rows))


def _stage(papers: list[Paper], size: tuple[int, int], fill: float) -> tuple[float, Array]:
    """px of the picture per px of the page, and the middle of the board in px."""
    reaches, scales = [], []
    for paper in papers:
        scale = papers[0].pitch / paper.pitch
        reaches.append((paper.samples - paper.middle) * scale)
        scales.append(scale)
    low, high = np.concatenate(reaches).min(axis=0), np.concatenate(reaches).max(axis=0)
    scale = fill * float((np.array(size) / (high - low)).min())
    if papers[0].puzzle:
        scale = min(scale, _LARGEST * size[1] / papers[0].pitch)
    return scale, np.array(size) / 2 - (low + high) / 2 * scale


def _hand(rng: np.random.Generator, reach: Reach, page: PageLayer) -> Hand:
    """A hand over a part of board and clues."""
    spots = page.seen(page.paper.samples, reach.times[1])
    width, middle = page.size[0], np.array(page.size) / 2
    aim, other = (spots[int((reach.spot + k * 0.1) % 1 * (len(spots) - 1))] for k in (0, 1))
    near = (aim - middle) / width
    # Only part of the way to the other place, which may be at the far end of the board.
    then = near + np.clip((other - aim) / width, -0.08, 0.08)
    turn = np.radians(reach.angle)
    out = near + 1.25 * np.array([-np.sin(turn), np.cos(turn)])
    stops = [_at(out), _at(near), _at(then) + pose(roll=float(rng.normal(0, 8))), _at(near),
             _at(out)]  # fmt: skip
    path = together(keyed(reach.times, stops), tremor(rng, 0.002))
    return make_hand(rng, page.size, reach.angle, path)


def _at(place: Array) -> Array:
    """The pose at a place, in widths from the middle of the picture."""
    return pose(x=float(place[0]), y=float(place[1]))
