"""Prints the contrast of every colour of the program: ``python tools/contrast.py``.

A row is a pair of colours that are next to each other: what is seen, and what is behind it. WCAG
2.2 asks for 4.5 for text (1.4.3) and for 3 for what shows where a control is, its state, and what
a picture says (1.4.11); the themes of high contrast have 7 for text (1.4.6). What only decorates,
and what cannot be used now, needs none; such rows give the reason. The tests hold every row to
what it needs, in each theme.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from PySide6.QtGui import QColor

from helper.application.theme import (
    CONTRAST_DARK,
    CONTRAST_LIGHT,
    DARK,
    LIGHT,
    Theme,
    board_theme,
)
from helper.board.painter import BAND_ALPHA, CURSOR_BAND_ALPHA, HOVER_ALPHA, WRONG_ALPHA
from helper.widgets.style import mixed
from puzzles.color_values import contrast

THEMES = (LIGHT, DARK, CONTRAST_LIGHT, CONTRAST_DARK)
TEXT, SHAPE = 4.5, 3.0
"""What WCAG 2.2 asks for at level AA."""
STRONG_TEXT = 7.0
"""What it asks for at level AAA, which the themes of high contrast promise."""
WEB_PAGES = ("resources/web/play.css", "resources/web/phone.html")

Colors = Callable[[Theme], str]


@dataclass(frozen=True)
class Role:
    """A pair of colours that are next to each other."""

    name: str
    seen: Colors
    behind: Colors
    needed: float
    """The least contrast; 0 for a pair that needs none."""
    reason: str = ""
    """Why it needs none."""

    def needed_in(self, theme: Theme) -> float:
        """The least contrast in a theme."""
        is_strong = theme in (CONTRAST_LIGHT, CONTRAST_DARK) and self.needed == TEXT
        return STRONG_TEXT if is_strong else self.needed


def field(name: str) -> Colors:
    """The colour of a theme in a field, as a function of the theme."""
    return lambda theme: str(getattr(theme, name))


def over(seen: str, behind: str, alpha: int) -> Colors:
    """A translucent field of a theme over another one; ``alpha``: 0 to 255."""
    return lambda theme: _mixture(getattr(theme, seen), getattr(theme, behind), alpha / 255)


def _mixture(seen: str, behind: str, share: float) -> str:
    return mixed(QColor(seen), QColor(behind), share).name()


def _on_board(colors: Colors) -> Colors:
    """Colours of a theme as they are on a board with its own paper."""
    return lambda theme: colors(board_theme(theme))


def _thin(behind: str) -> Colors:
    def mixture(theme: Theme) -> str:
        line = QColor(theme.thin_line)
        return _mixture(line.name(), getattr(theme, behind), line.alpha() / 255)

    return mixture


def _strong(behind: str) -> Colors:
    """The tone of a strong line that stands out more."""
    return lambda theme: max(
        theme.strong_line, key=lambda tone: contrast(tone, getattr(theme, behind))
    )


def _pairs(
    name: str, seen: str, behind: Sequence[str], needed: float, reason: str = ""
) -> Iterator[Role]:
    for each in behind:
        yield Role(f"{name} on {each}", field(seen), field(each), needed, reason)


_GROUND = ("window", "base")
_SELECTED = ("window", "base", "tint")
_DECORATION = "decoration; text and pictures tell the parts apart"


def _roles() -> Iterator[Role]:
    # Text
    yield from _pairs("text", "text", _SELECTED, TEXT)
    yield from _pairs("secondary text, greyed clue", "faint", _SELECTED, TEXT)
    yield from _pairs("link, best time, today, chosen tool", "accent", _SELECTED, TEXT)
    yield from _pairs("text of an error", "red", _GROUND, TEXT)
    yield from _pairs("text on the accent", "on_accent", ("accent",), TEXT)
    yield from _pairs("tooltip", "text", ("base",), TEXT)
    for seen in ("text", "faint"):
        behind = over("text", "window", CURSOR_BAND_ALPHA)
        yield Role(f"clue ({seen}) in the row of the pointer", field(seen), behind, TEXT)
        behind = over("accent", "window", BAND_ALPHA)
        yield Role(f"clue ({seen}) in the line of a hint", field(seen), behind, TEXT)
        behind = over("red", "window", WRONG_ALPHA)
        yield Role(f"clue ({seen}) of a wrong line", field(seen), behind, TEXT)
    yield from _pairs("number of a row or column", "faint", ("window",), TEXT)
    yield from _pairs("number of a line that is named", "accent", ("window",), TEXT)
    # Controls
    yield from _pairs("border of a control", "edge", _GROUND, SHAPE)
    yield from _pairs("border of a chosen or default control", "accent", _SELECTED, SHAPE)
    yield from _pairs("focus ring", "accent", _SELECTED, SHAPE)
    yield from _pairs("focus ring of a filled button", "text", _GROUND, SHAPE)
    yield from _pairs("fill of a filled button, slider, tick box", "accent", _GROUND, SHAPE)
    yield from _pairs("groove of a slider", "edge", _GROUND, SHAPE)
    yield from _pairs("handle of a scroll bar", "faint", _GROUND, SHAPE)
    yield from _pairs("border of what cannot be used", "line", _GROUND, 0, "cannot be used now")
    yield from _pairs("frame of a card, line between parts", "line", _GROUND, 0, _DECORATION)
    yield from _pairs("fill behind a selection", "tint", _GROUND, 0, "its border is the accent")
    # Pictures of states
    for name, seen in (("open", "open"), ("done", "green"), ("impossible", "red")):
        yield from _pairs(f"light: {name}", seen, ("window",), SHAPE)
    yield from _pairs("sign in a light: done", "window", ("green",), SHAPE)
    yield from _pairs("sign in a light: impossible", "window", ("red",), SHAPE)
    yield from _pairs("arc of a ring, bar of progress", "accent", _GROUND, SHAPE)
    yield Role("arc of a ring on its track", field("accent"), over("faint", "window", 76), SHAPE)
    yield from _pairs("bar of progress", "accent", ("tint",), SHAPE)
    yield from _pairs("track of progress", "tint", _GROUND, 0, "a text beside it says the number")
    yield from _pairs("calendar: ring of an open day", "faint", _GROUND, SHAPE)
    yield from _pairs(
        "mosaic: picture not solved yet", "line", ("window",), 0, "the tile below says it"
    )
    yield from _pairs("sign: to be checked, not right", "amber", _GROUND, SHAPE)
    for role in _board_roles():
        yield replace(role, name=f"{role.name} (light paper)")
        yield replace(role, seen=_on_board(role.seen), behind=_on_board(role.behind))


def _board_roles() -> Iterator[Role]:
    for ground in ("paper", "tinted_paper", "ink"):
        yield Role(f"thin grid line on {ground}", _thin(ground), field(ground), SHAPE)
        yield Role(f"strong grid line on {ground}", _strong(ground), field(ground), SHAPE)
    yield Role("strong line beside thin ones", _strong("paper"), _thin("paper"), 2.0)
    for name, seen in (
        ("dot", "dot"),
        ("cursor, hint, proposed cell", "mark"),
        ("hint: wrong cells", "mark_wrong"),
        ("hatching and rings of wrong cells", "differs"),
    ):
        yield from _pairs(name, seen, ("paper", "tinted_paper", "ink"), SHAPE)
    for number in range(1, len(LIGHT.guess_colors) + 1):
        yield Role(
            f"mark of guess {number} on paper",
            lambda theme, number=number: theme.guess_color(number),  # type: ignore[misc]
            field("paper"),
            SHAPE,
        )
    yield from _pairs("shaded cell", "ink", ("paper", "tinted_paper"), SHAPE)
    yield Role(
        "row and column of the pointer on paper",
        over("text", "paper", HOVER_ALPHA),
        field("paper"),
        0,
        "repeats where the pointer is",
    )


ROLES = tuple(_roles())


@dataclass(frozen=True)
class WebRole:
    """A pair of colours of the web pages, by the names of their variables."""

    name: str
    seen: str
    behind: str
    needed: float


WEB_ROLES = (
    WebRole("text", "text", "window", TEXT),
    WebRole("text", "text", "card", TEXT),
    WebRole("secondary text", "soft", "window", TEXT),
    WebRole("secondary text", "soft", "card", TEXT),
    WebRole("greyed clue in the current line", "soft", "tint", TEXT),
    WebRole("text on the accent", "on", "accent", TEXT),
    WebRole("text of an error", "red", "card", TEXT),
    WebRole("border of a control", "edge", "window", SHAPE),
    WebRole("border of a control", "edge", "card", SHAPE),
    WebRole("focus ring, chosen control", "accent", "window", SHAPE),
    WebRole("chosen control", "accent", "tint", SHAPE),
    WebRole("light: open", "open", "window", SHAPE),
    WebRole("light: done", "green", "window", SHAPE),
    WebRole("light: impossible", "red", "window", SHAPE),
    WebRole("thin grid line", "grid", "paper", SHAPE),
    WebRole("thin grid line", "grid", "ink", SHAPE),
    WebRole("strong grid line", "five", "paper", SHAPE),
    WebRole("strong grid line", "five", "ink", SHAPE),
    WebRole("dot", "dot", "paper", SHAPE),
    WebRole("cursor", "mark", "paper", SHAPE),
    WebRole("cursor", "mark", "ink", SHAPE),
)


def web_colors(path: str) -> dict[str, dict[str, str]]:
    """The variables of a web page in ``#rrggbb``, by ``light`` and ``dark``."""
    found = re.findall(r":root \{(.*?)\}", (ROOT / path).read_text(encoding="utf-8"), re.DOTALL)
    light, dark = (dict(re.findall(r"--(\w+): (#\w+)", each)) for each in found[:2])
    return {
        name: {key: _whole(color) for key, color in colors.items()}
        for name, colors in (("light", light), ("dark", {**light, **dark}))
    }


def _whole(color: str) -> str:
    """``#rgb`` as ``#rrggbb``."""
    return color if len(color) == 7 else "#" + "".join(2 * digit for digit in color[1:])


def _row(name: str, figures: Sequence[float], needed: Sequence[float], reason: str) -> str:
    pairs = zip(figures, needed, strict=True)
    cells = "".join(f"{figure:8.2f}{'!' if figure < least else ' '}" for figure, least in pairs)
    least = ", ".join(f"{each:g}" for each in sorted(set(needed)) if each)
    return f"{name:52}{cells}   {least or '-':<6} {reason}".rstrip()


def main() -> int:
    """Print the tables; the exit code is 1 if a pair has too little contrast."""
    rows = [f"{'the window':52}{''.join(f'{t.name[-8:]:>9}' for t in THEMES)}   needed"]
    for role in ROLES:
        figures = [contrast(role.seen(theme), role.behind(theme)) for theme in THEMES]
        needed = [role.needed_in(theme) for theme in THEMES]
        rows.append(_row(role.name, figures, needed, role.reason))
    for path in WEB_PAGES:
        colors = web_colors(path)
        rows.append(f"\n{path:52}{''.join(f'{name:>9}' for name in colors)}")
        for each in WEB_ROLES:
            pairs = [
                (one[each.seen], one[each.behind])
                for one in colors.values()
                if each.seen in one and each.behind in one
            ]
            if pairs:
                figures = [contrast(*pair) for pair in pairs]
                needed = [each.needed] * len(figures)
                rows.append(_row(f"{each.name} on {each.behind}", figures, needed, ""))
    print(*rows, sep="\n")
    return int("!" in "".join(rows))


if __name__ == "__main__":
    sys.exit(main())
