"""The choices of the picture window, and how they depend on each other. No Qt here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from helper.picture.cropping import snapped
from helper.picture.picture_work import (
    Corrections,
    DrawRequest,
    Paints,
    PictureDescription,
    RepairRequest,
)
from recognizer.boards.settings import (
    Crop,
    PictureSettings,
    columns_for,
    rows_for,
)

_FRAME = ("columns", "rows", "crop", "rotation", "colors")
"""With another one of these a cell shows another place, or has other colours."""


class PictureChoices:
    """The settings of one picture, and the corrections on top.

    Corrections stay while the cells show what they did: another method, threshold or colour
    keeps them; another size, part, rotation or number of colours drops them.
    """

    def __init__(self, seen: PictureDescription) -> None:
        self.seen = seen
        self.settings = seen.suggested
        self.is_proportional = True
        """Whether cells stay square as the picture is."""
        self._side = "columns"
        """The side that was set last: it stays when the other one has to follow the picture."""
        self.paints: Paints = {}
        self.corrections: Corrections = {}
        self._earlier: list[Corrections] = []
        self.dropped = 0
        """How many corrections the last change has dropped."""

    @property
    def draw(self) -> DrawRequest:
        """The request for the board."""
        return DrawRequest(self.settings, self.corrections, self.paints)

    @property
    def mend(self) -> RepairRequest:
        """The request for repairs."""
        return RepairRequest(self.draw)

    # Settings

    def change(self, **values: Any) -> None:
        """Change some settings.

        Raises:
            ValueError: They do not go together; nothing is changed.
        """
        self._set(replace(self.settings, **values))
        if "palette" in values:
            self.paints = {}

    def reset(self) -> None:
        """All as it was suggested; the corrections go."""
        self.is_proportional = True
        self._side = "columns"
        self.paints = {}
        self._set(self.seen.suggested)
        self._drop()

    def set_columns(self, columns: int) -> None:
        """Another width in cells; the height follows if the proportion is kept."""
        rows = self.settings.rows
        if self.is_proportional:
            rows = rows_for(columns, *self._part(self.settings))
        self.change(columns=columns, rows=rows)
        self._side = "columns"

    def set_rows(self, rows: int) -> None:
        """Another height in cells; the width follows if the proportion is kept."""
        columns = self.settings.columns
        if self.is_proportional:
            columns = columns_for(rows, *self._part(self.settings))
        self.change(columns=columns, rows=rows)
        self._side = "rows"

    def keep_proportion(self, is_kept: bool) -> None:
        """Whether the size follows the picture's from now on."""
        self.is_proportional = is_kept
        self._set(self._fitted(self.settings))

    def set_crop(self, crop: Crop) -> None:
        """Another part of the picture; of one drawn cell by cell whole cells are taken."""
        if self._is_cell_by_cell:
            columns, rows = self._cells
            crop = snapped(crop, columns, rows)
            self.change(
                crop=crop,
                columns=round((crop.right - crop.left) * columns),
                rows=round((crop.bottom - crop.top) * rows),
            )
            return
        self._set(self._fitted(replace(self.settings, crop=crop)))

    def turn(self, quarters: int) -> None:
        """A quarter clockwise (1) or against the clock (-1); what is cropped stays in view."""
        settings = self.settings
        self.change(
            rotation=_signed(settings.rotation + 90 * quarters),
            crop=settings.crop.turned_back(-quarters),
            columns=settings.rows,
            rows=settings.columns,
        )
        self._side = "rows" if self._side == "columns" else "columns"

    @property
    def tilt(self) -> float:
        """Degrees clockwise besides the quarters, -45 to 45."""
        return self.settings.rotation - 90 * round(self.settings.rotation / 90)

    def set_tilt(self, degrees: float) -> None:
        """Turn by some degrees besides the quarters."""
        quarters = round(self.settings.rotation / 90)
        rotation = _signed(90 * quarters + degrees)
        self._set(self._fitted(replace(self.settings, rotation=rotation)))

    def set_colors(self, count: int) -> None:
        """Another number of colours besides the background; they are looked for anew.

        Whether light is shaded, which was suggested for black and white, would be the negative.
        """
        invert = self.settings.invert
        if (count > 1) != (self.settings.colors > 1):
            suggested = self.seen.suggested
            invert = count == 1 and suggested.colors == 1 and suggested.invert
        self.change(colors=count, palette=(), invert=invert)

    def recolor(self, index: int, color: str, found: tuple[str, ...]) -> None:
        """Show a colour of the palette as another one; the cells stay as they are.

        Args:
            index: 0 for the paper, then the colours.
            color: The new one, ``#rrggbb``.
            found: The colours of the picture; from now on they are not looked for any more.

        Raises:
            ValueError: The palette has the colour already; nothing is changed.
        """
        shown = [self.settings.paper, *(self.paints.get(each, each) for each in found)]
        if color in shown[:index] + shown[index + 1 :]:
            raise ValueError("two colours of a puzzle cannot be the same")
        if index:
            self._set(replace(self.settings, palette=found))
            self.paints = {**self.paints, found[index - 1]: color}
        elif color not in found:
            self._set(replace(self.settings, palette=found, paper=color))
        else:
            raise ValueError(
                "the picture has this colour itself; take one that is a little different"
            )

    def _part(self, settings: PictureSettings) -> tuple[int, int, Crop, float]:
        return *self.seen.size_px, settings.crop, settings.rotation

    @property
    def _cells(self) -> tuple[int, int]:
        """Columns and rows of a whole picture that was drawn cell by cell."""
        whole = self.seen.suggested
        is_upright = round(self.settings.rotation / 90) % 2 == 0
        return (whole.columns, whole.rows) if is_upright else (whole.rows, whole.columns)

    @property
    def _is_cell_by_cell(self) -> bool:
        if not self.seen.is_exact or self.tilt:
            return False
        (columns, rows), crop = self._cells, self.settings.crop
        shown = round((crop.right - crop.left) * columns), round((crop.bottom - crop.top) * rows)
        return shown == (self.settings.columns, self.settings.rows)

    def _fitted(self, settings: PictureSettings) -> PictureSettings:
        """With square cells, if that is wanted; the side that was set last stays."""
        if not self.is_proportional:
            return settings
        part = self._part(settings)
        if self._side == "columns":
            return replace(settings, rows=rows_for(settings.columns, *part))
        return replace(settings, columns=columns_for(settings.rows, *part))

    def _set(self, settings: PictureSettings) -> None:
        before, self.settings = self.settings, settings
        self.dropped = 0
        if any(getattr(before, name) != getattr(settings, name) for name in _FRAME):
            self._drop()

    # Corrections

    def correct(self, cells: Mapping[int, str]) -> None:
        """Have some cells otherwise than the picture has them; one step of undo."""
        self._earlier.append(self.corrections)
        self.corrections = {**self.corrections, **cells}
        self.dropped = 0

    @property
    def may_undo(self) -> bool:
        """Whether there is a correction to take back."""
        return bool(self._earlier)

    def undo(self) -> None:
        """Take the last correction back."""
        if self._earlier:
            self.corrections = self._earlier.pop()
            self.dropped = 0

    def keep_only(self, corrections: Corrections) -> None:
        """The others have colours that the board does not have any more: they go."""
        gone = len(self.corrections) - len(corrections)
        self.corrections, self.dropped = corrections, gone
        self._earlier = []

    def _drop(self) -> None:
        self.dropped += len(self.corrections)
        self.corrections = {}
        self._earlier = []

    @property
    def sentence(self) -> str:
        """What became of the corrections; empty if there are and were none."""
        if self.dropped:
            were = "was" if self.dropped == 1 else "were"
            return (
                f"{_corrections_text(self.dropped)} {were} dropped: the cells show something else"
                " now."
            )
        if self.corrections:
            them = "it" if len(self.corrections) == 1 else "them"
            return (
                f"{_corrections_text(len(self.corrections))} kept. A new size, crop, rotation or"
                f" number of colours drops {them}."
            )
        return ""


def _corrections_text(count: int) -> str:
    return f"{count} correction" if count == 1 else f"{count} corrections"


def _signed(degrees: float) -> float:
    """The same rotation, more than -180 and at most 180 degrees.

    >>> _signed(270), _signed(-180)
    (-90.0, 180.0)
    """
    return 180.0 - (180.0 - degrees) % 360.0
