"""The pictures by rule that are in the packs, by pack and title."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tools.packs import curves, tilings
from tools.packs.curves import Cells

RULES: Mapping[str, Mapping[str, Callable[[], Cells]]] = {
    "fractals": {
        "Koch snowflake": lambda: curves.koch_snowflake(30),
        "Ring of Koch curves": lambda: curves.koch_ring(45),
        "Young dragon curve": lambda: curves.dragon_shape(8),
        "Dragon curve": lambda: curves.dragon_shape(9),
        "Grown dragon curve": lambda: curves.dragon_shape(10),
        "Lévy's curve": lambda: curves.levy_curve(8),
        "Small Hilbert curve": lambda: curves.hilbert_curve(3),
        "Hilbert curve": lambda: curves.hilbert_curve(4),
        "Sierpinski triangle": lambda: curves.sierpinski_filled(32, 3),
        "Right-angled Sierpinski triangle": lambda: curves.carpet(4, "#./##"),
        "Sierpinski carpet": lambda: curves.carpet(3, "###/#.#/###"),
        "Cross of crosses": lambda: curves.carpet(3, ".#./###/.#."),
        "Letters T made of T": lambda: curves.carpet(3, "###/.#./.#."),
        "Letters H made of H": lambda: curves.carpet(3, "#.#/###/#.#"),
        "Hearts in a heart": lambda: curves.carpet(2, ".#.#./#####/#####/.###./..#.."),
        "Diamonds in a diamond": lambda: curves.carpet(2, "..#../.###./#####/.###./..#.."),
        "Mandelbrot set": lambda: curves.mandelbrot(60, 50),
        "Douady's rabbit": lambda: curves.julia(50, 40, -0.123 + 0.745j),
        "Saint Mark's square": lambda: curves.julia(50, 30, -0.75, 1.6),
        "Julia set": lambda: curves.julia(50, 50, -0.391 - 0.587j, 1.4),
        "Fern": lambda: curves.fern(40, 60),
        "Sapling of Pythagoras": lambda: curves.pythagoras_tree(30, 20, 4),
        "Tree of Pythagoras": lambda: curves.pythagoras_tree(50, 34, 6),
        "Leaning tree of Pythagoras": lambda: curves.pythagoras_tree(50, 40, 7, 35),
        "Tree of forks": lambda: curves.branching_tree(45, 45),
    },
    "patterns": {
        "Whirl": lambda: curves.spiral(40, 40, 6, 2),
        "Four petals": lambda: curves.rosette(
            30, 4, ((0, 0.8, 0, 0.2), (0, 0.55, 0, 0.2), (0, 0.3, 0, -0.12))
        ),
        "Six petals": lambda: curves.rosette(
            35, 6, ((0, 0.8, 0, 0.18), (0, 0.6, 0, 0.18), (0, 0.35, 0, -0.1), (0, 0.12, 0, 0))
        ),
        "Mandala": lambda: curves.rosette(
            45,
            8,
            ((0.92, 1, 0, 0), (0, 0.72, 0, 0.13), (0, 0.52, 0, 0.13),
             (0, 0.38, 0, -0.1), (0, 0.16, 0, 0)),
        ),
        "Five rings of petals": lambda: curves.rosette(
            60,
            16,
            ((0.9, 1, 0, 0), (0, 0.8, 0, 0.06), (0, 0.66, 0, 0.06), (0, 0.5, 0, -0.05),
             (0, 0.36, 0, 0.05), (0, 0.22, 0, 0), (0, 0.1, 0, 0)),
        ),
        "Woven bands": lambda: tilings.weave(5, 5, 3),
        "Wide weave": lambda: tilings.weave(5, 5, 5),
        "Greek key": lambda: tilings.meander(3),
        "Labyrinth": lambda: tilings.concentric(25, (0, 2, 1, 3, 0, 2)),
        "Small maze": lambda: tilings.maze(7, 7, 1),
        "Maze": lambda: tilings.maze(12, 12, 1),
        "Large maze": lambda: tilings.maze(20, 20, 4),
        "Enormous maze": lambda: tilings.maze(29, 29, 6),
        "Houndstooth": lambda: tilings.tiled(
            tilings.of_text(
                "..####../#.####../##.####./.##.####/####..##/####...#/####..../####...."
            ),
            3,
            3,
        ),
        "Brick wall": lambda: tilings.tiled(
            tilings.of_text("######/#...../#...../######/...#../...#.."), 4, 4, True
        ),
        "Zigzag": lambda: tilings.tiled(tilings.of_text("..#../.###./##.##/#...#"), 5, 5),
    },
}  # fmt: skip
