"""The pictures of 25 cells and more, drawn by code: one function each, which returns the canvas.

Large boards are well filled, or their lines have few blocks, so that methods that list all
arrangements of a line can solve them; hence the night skies and the deep sea. The cells that are
turned over last make the solution unique, or determine how far solving line by line gets.
"""

from __future__ import annotations

import math

from tools.study_pictures.canvas import Canvas


def penguin() -> Canvas:
    """A penguin on the ice, 25 x 25."""
    c = Canvas(25)
    c.ellipse(12.5, 13.5, 7.6, 9.6)
    c.ellipse(12.5, 6.5, 5.2, 6)
    c.polygon((6, 9), (1, 18), (3, 19), (8, 14))
    c.ellipse(12.5, 15.5, 5.1, 6.4, ink=False)
    c.ellipse(10.5, 6, 2, 2.2, ink=False)
    c.dots((10, 5), (10, 6), (11, 6))
    c.polygon((10.5, 8), (14.5, 8), (12.5, 10.9), ink=False)
    c.ellipse(8.5, 22.5, 3.2, 1.6)
    c.mirror()
    c.dots((12, 8))
    c.box(0, 24, 25, 25)
    c.box(3, 24, 5, 25, ink=False)
    c.box(19, 24, 20, 25, ink=False)
    return c


def locomotive() -> Canvas:
    """A steam locomotive under its smoke, 25 x 25."""
    c = Canvas(25)
    c.box(2, 11, 17, 18)
    c.box(15, 6, 24, 18)
    c.box(14, 5, 25, 7)
    c.box(17, 8, 22, 12, ink=False)
    c.box(4, 7, 7, 11)
    c.box(3, 6, 8, 8)
    c.ellipse(11, 11, 2, 2)
    c.box(3, 13, 14, 14, ink=False)
    c.polygon((0, 21), (3, 17), (3, 21))
    c.box(2, 17, 24, 19)
    for x in (11.5, 19.5):
        c.ellipse(x, 20.5, 4.3, ink=False)
        c.ring(x, 20.5, 3.6, 1.2)
        c.ellipse(x, 20.5, 1.2)
    c.ellipse(5, 22, 2.9, ink=False)
    c.ellipse(5, 22, 2.1)
    c.ellipse(6, 4, 2, 1.2)
    c.ellipse(10.5, 2.5, 3, 1.9)
    c.ellipse(17.5, 1.7, 4, 1.7)
    c.box(0, 24, 25, 25)
    c.turn((20, 1), (5, 3))
    return c


def lion() -> Canvas:
    """The face of a lion, 25 x 25."""
    c = Canvas(25)
    for step in range(16):
        angle = math.tau * (step + 0.5) / 16
        c.ellipse(12.5 + 9.8 * math.cos(angle), 12.5 + 9.8 * math.sin(angle), 2.6)
    c.ellipse(12.5, 12.5, 10.5)
    c.ellipse(12.5, 13, 7.6, 8, ink=False)
    c.ellipse(6.5, 6.5, 2.2)
    c.ellipse(6.6, 6.8, 1.2, ink=False)
    c.ellipse(9, 11, 1.5, 1.6)
    c.dots((9, 10), ink=False)
    c.box(6, 8, 10, 9)
    c.polygon((9.8, 14), (15.2, 14), (12.5, 17))
    c.box(12, 16, 13, 19)
    c.stroke((12.5, 18.5), (9.5, 19.5), (8.2, 18), width=1.2)
    c.mirror()
    return c


def steamship() -> Canvas:
    """A ship with two funnels on the waves, 30 x 30."""
    c = Canvas(30)
    c.polygon((1, 17), (29, 17), (26, 25), (5, 25))
    c.box(5, 13, 25, 17)
    c.box(7, 10, 22, 13)
    for x in (9, 16):
        c.polygon((x, 11), (x + 0.6, 4), (x + 4.6, 4), (x + 4, 11))
        c.box(x, 6, x + 5, 7, ink=False)
    c.box(6, 15, 24, 16, ink=False)
    for x in range(9, 21, 3):
        c.box(x, 11, x + 1, 12, ink=False)
    for x in range(6, 25, 4):
        c.ellipse(x + 0.5, 20.5, 1.2, ink=False)
    c.box(26, 9, 27, 17)
    c.polygon((26, 9), (30, 10.5), (26, 12))
    c.ellipse(11, 2, 2.6, 1.2)
    c.ellipse(19.5, 1.5, 5, 1.6)
    for x in range(30):
        c.box(x, 25 + round(0.6 + 0.8 * math.sin(x * 0.8)), x + 1, 28)
    c.stroke((2, 28.5), (7, 28.5))
    c.stroke((12, 29.5), (19, 29.5))
    c.stroke((23, 28.5), (27, 28.5))
    c.turn((13, 3), (16, 6))
    return c


def windmill() -> Canvas:
    """A windmill on a hill, 32 x 32."""
    c = Canvas(32)
    c.ellipse(16, 33, 22, 6.5)
    c.polygon((11.5, 12), (20.5, 12), (23.5, 28), (8.5, 28))
    c.ellipse(16, 12, 5, 4.5)
    c.box(14, 23, 18, 29, ink=False)
    c.ellipse(16, 23, 2, ink=False)
    c.box(15, 24, 17, 29)
    c.box(13, 17, 15, 20, ink=False)
    c.box(18, 17, 20, 20, ink=False)
    for turn in range(4):
        angle = math.tau * (turn / 4 + 0.1)
        ux, uy = math.cos(angle), math.sin(angle)

        def at(along: float, aside: float, ux: float = ux, uy: float = uy) -> tuple[float, float]:
            return 16 + along * ux - aside * uy, 12 + along * uy + aside * ux

        c.stroke(at(0, 0), at(14.5, 0), width=3.6, ink=False)
        c.polygon(at(4, -1), at(15, -1), at(15, 4.4), at(4, 4.4), ink=False)
        c.stroke(at(0, 0), at(14.5, 0), width=1.5)
        c.polygon(at(5, 0), at(14.5, 0), at(14.5, 3.6), at(5, 3.6))
    c.ellipse(16, 12, 1.6)
    c.box(15, 11, 17, 13, ink=False)
    for x in (1, 4, 7, 24, 27, 30):
        c.box(x, 25, x + 1, 29)
    c.box(0, 26, 9, 27)
    c.box(23, 26, 32, 27)
    c.turn((25, 0), (21, 2), (9, 7), (11, 10), (13, 13), (11, 20), (4, 21), (15, 24))
    return c


def palm_island() -> Canvas:
    """A palm on an island in front of the sun, 32 x 32."""
    c = Canvas(32)
    c.ellipse(24.5, 17.5, 5)
    c.ellipse(13, 26, 10, 4.5)
    c.stroke((12, 25), (13.5, 19), (16.5, 11), width=4.4, ink=False)
    c.stroke((12, 25), (13.5, 19), (16.5, 11), width=2.6)
    for bow in (
        ((16, 10), (11, 6), (5, 7), (2, 12)),
        ((16, 10), (10, 9), (7, 12), (6, 17)),
        ((16, 10), (13, 4), (8, 2), (4, 3)),
        ((17, 10), (20, 4), (25, 2), (29, 5)),
        ((17, 10), (22, 7), (27, 8), (30, 13)),
    ):
        c.stroke(*bow, width=3.6, ink=False)
        c.stroke(*bow, width=2.3)
    c.ellipse(14.8, 11.6, 1.3)
    c.ellipse(18.3, 11.6, 1.3)
    for x in range(32):
        level = 27.5 + 0.9 * math.sin(x * 0.9)
        c.box(x, level, x + 1, 32)
        c.box(x, level + 2, x + 1, level + 3, ink=x % 7 < 2)
    return c


def castle() -> Canvas:
    """A castle with three towers on a hill, 48 x 48."""
    c = Canvas(48)
    c.ellipse(24, 50, 36, 11)
    c.box(7, 24, 41, 42)
    for x in range(13, 36, 4):
        c.box(x, 22, x + 2, 24)
    for left, top, right in ((4, 17, 13), (17, 13, 31)):
        c.box(left, top, right, 43)
        c.box(left - 1, top, right + 1, top + 3)
        for x in range(left - 1, right + 1, 4):
            c.box(x, top - 2, x + 3, top)
        c.box(left, top + 4, right, top + 5, ink=False)
    for x, y in ((8, 25), (8, 33), (21, 20), (24, 20)):
        c.box(x, y, x + 1, y + 4, ink=False)
    c.ellipse(24, 34, 4.5, ink=False)
    c.box(19.5, 34, 24, 43, ink=False)
    for x in (20, 22):
        c.box(x, 30, x + 1, 43)
    for y in (35, 40):
        c.box(20, y, 24, y + 1)
    for y in (28, 33, 38):
        c.box(14 + y % 3, y, 16 + y % 3, y + 1, ink=False)
    c.polygon((2.5, 15), (8.5, 5), (14.5, 15))
    c.polygon((16, 11), (24, -1), (24, 11))
    c.mirror()
    c.polygon((24, 0), (34, 2.5), (24, 5))
    for x in (8, 38):
        c.box(x, 1, x + 1, 6)
        c.polygon((x, 0.8), (x + 6, 2.4), (x, 4))
    c.polygon((20, 48), (28, 48), (27, 43), (21, 43), ink=False)
    c.stroke((2, 45.5), (8, 44.5), width=1, ink=False)
    c.stroke((37, 44.5), (44, 46), width=1, ink=False)
    return c


def elephant() -> Canvas:
    """An elephant under two gulls and the sun, 48 x 48."""
    c = Canvas(48)
    c.ellipse(40, 6.5, 5)
    for x, y in ((10, 0), (24, 8)):
        c.stamp((" ## ## ", "#  #  #"), x, y)
    c.ellipse(27, 24, 17, 12)
    c.ellipse(13, 19, 9.5, 10)
    for x in (14, 20, 31, 37):
        c.box(x, 25, x + 5, 43)
        c.box(x - 0.6, 40, x + 5, 43)
    for x in (19, 36):
        c.box(x, 33, x + 1, 43, ink=False)
    c.stroke((7, 21), (5, 28), (4.5, 35), (6, 39), (7.5, 39.5), width=4.6)
    c.box(2, 31, 5, 32, ink=False)
    c.box(2, 35, 5, 36, ink=False)
    c.ellipse(20, 18, 6.2, 8, ink=False)
    c.ellipse(20, 18, 5.2, 7)
    c.stroke((20, 13), (21.5, 18), (19, 23), width=1.2, ink=False)
    c.ellipse(9, 17, 1.5, ink=False)
    c.stroke((9, 25), (11, 29), (15, 30.5), width=3.6, ink=False)
    c.stroke((9.5, 25), (11, 28.5), (14, 30), width=1.6)
    c.stroke((43, 20), (45.5, 26), (45, 31), width=1.6)
    c.ellipse(45, 33, 1.8, 2.2)
    c.box(0, 43, 48, 48)
    c.box(10, 40, 13, 43, ink=False)
    c.box(20, 46, 31, 47, ink=False)
    c.box(35, 45, 44, 46, ink=False)
    return c


def whale() -> Canvas:
    """A whale that blows, at the surface of the sea, 64 x 64."""
    c = Canvas(64)
    c.ellipse(54, 8, 6)
    for x in range(64):
        c.box(x, 43 + 1.5 * math.sin(x * 0.4), x + 1, 64)
    c.ellipse(27, 34, 24.5, 15.5, ink=False)
    c.polygon((40, 21), (53, 29), (60, 28), (58, 36), (46, 47), (38, 47), ink=False)
    c.ellipse(27, 34, 23, 14)
    c.polygon((40, 24), (50, 31), (56, 30), (55, 35), (46, 43), (36, 44))
    c.polygon((50, 33), (48, 22), (53, 18), (56, 25), (61, 19), (63, 24), (60, 31), (55, 35))
    c.stroke((4, 36), (9, 38.5), (13, 37.5), (14.5, 35.5), width=1.5, ink=False)
    c.stroke((18, 40.5), (23, 40.5), (29, 38), width=1.2, ink=False)
    c.ellipse(17, 29.5, 2.8, ink=False)
    c.ellipse(16.5, 29.5, 1.6)
    c.stroke((31, 35), (35, 44), (40, 46.5), (40, 41), (36, 34), width=1.3, ink=False)
    c.stroke((28, 20), (28, 9), width=3)
    for side in (-1, 1):
        c.stroke((28, 9), (28 + side * 3, 5), (28 + side * 6, 6), (28 + side * 6.6, 7.5), width=2.6)
    for x, y, size in ((7, 55, 4), (49, 55, 5)):
        c.ellipse(x, y, size, size * 0.55, ink=False)
        c.polygon((x + size - 1, y), (x + size + 3, y - 2.5), (x + size + 3, y + 2.5), ink=False)
    c.dots((46, 54))
    c.stroke(*((28 + 1.2 * math.sin(y * 0.9), 64.0 - y) for y in range(9)), width=1.8, ink=False)
    return c


def space_rocket() -> Canvas:
    """A rocket between the moon and a planet with a ring, 64 x 64."""
    c = Canvas(64, ink=True)
    c.ellipse(61, 64, 22, 17, ink=False)
    for x, y, across in ((52, 55, 4), (61, 60, 3)):
        c.ellipse(x, y, across, across * 0.7)
    c.ellipse(50, 12, 6.8, ink=False)
    c.stroke((44, 9), (56, 8), width=1.4)
    c.fill(lambda x, y: _on_ring(x, y, 1.35), ink=True)
    c.fill(lambda x, y: _on_ring(x, y, 1), ink=False)
    c.ellipse(24, 22, 8.5, 20, ink=False)
    c.box(15, 22, 33, 43, ink=False)
    c.ellipse(24, 22, 6.5, 18)
    c.box(17, 22, 31, 42)
    c.ellipse(24, 22, 6.5, 18)
    c.polygon((15, 13), (24, 1), (33, 13), ink=False)
    c.polygon((14, 28), (6, 40), (6, 48), (14, 43), ink=False)
    c.polygon((34, 28), (42, 40), (42, 48), (34, 43), ink=False)
    c.polygon((18.4, 13), (24, 5), (29.6, 13))
    c.ellipse(24, 23, 4.4, ink=False)
    c.ellipse(24, 23, 3.2)
    c.dots((23, 22), (22, 22), ink=False)
    c.box(17, 34, 31, 35, ink=False)
    c.polygon((17, 44), (31, 44), (28, 54), (24, 62), (20, 54), ink=False)
    c.polygon((19.5, 45), (28.5, 45), (26, 54), (24, 58.5), (22, 54))
    for x, y in ((7, 24), (43, 24), (56, 32), (8, 55)):
        c.stamp(("  .  ", " ... ", ".....", " ... ", "  .  "), x - 2, y - 2)
    for x, y in ((5, 4), (36, 61)):
        c.stamp((" . ", "...", " . "), x - 1, y - 1)
    c.turn((44, 14))
    return c


def _on_ring(x: float, y: float, width: float) -> bool:
    """Whether a point is on the ring of the planet at (50, 12), in front of it."""
    across, down = x - 50, y - 12
    along, aside = 0.94 * across - 0.34 * down, 0.34 * across + 0.94 * down
    away = math.hypot(along / 13, aside / 3.6)
    return abs(away - 1) < 0.14 * width and not (aside < 0 and math.hypot(across, down) < 7.5)
