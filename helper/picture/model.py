"""The settings of the picture window, and how they depend on each other. No Qt."""

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
"""Settings that change which part of the picture a cell shows, or the number of colours."""


class PictureChoices:
    """The settings of one picture, and the cells corrected by hand.

    A new method, threshold or colour keeps the corrections; a new size, crop, rotation or number
    of colours drops them, since the cells then show other places.
    """

    def __init__(self, seen: PictureDescription) -> None:
        self.seen = seen
        self.settings = seen.suggested
        self.is_proportional = True
        """Whether the size follows the picture's proportion, so that cells are square."""
        self._side = "columns"
        """The side that was set last; the other one follows the picture's proportion."""
        self.paints: Paints = {}
        self.corrections: Corrections = {}
        self._undo_stack: list[Corrections] = []
        self._redo_stack: list[Corrections] = []
        self.dropped = 0
        """How many corrections the last change dropped."""
        self._has_lost_colors = False
        """Whether they were dropped since the board no longer has their colours."""

    @property
    def draw(self) -> DrawRequest:
        """The request for the board."""
        return DrawRequest(self.settings, self.corrections, self.paints)

    @property
    def repair(self) -> RepairRequest:
        """The request for repairs."""
        return RepairRequest(self.draw)

    # Settings

    def change(self, **values: Any) -> None:
        """Change some settings of :class:`PictureSettings`.

        Raises:
            ValueError: The settings contradict each other; nothing is changed.
        """
        self._set(replace(self.settings, **values))
        if "palette" in values:
            self.paints = {}

    def reset(self) -> None:
        """Restore the suggested settings and drop the corrections."""
        self.is_proportional = True
        self._side = "columns"
        self.paints = {}
        self._set(self.seen.suggested)
        self._drop()

    def set_columns(self, columns: int) -> None:
        """Set the width in cells; the height follows if the proportion is kept."""
        rows = self.settings.rows
        if self.is_proportional:
            rows = rows_for(columns, *self._part(self.settings))
        self.change(columns=columns, rows=rows)
        self._side = "columns"

    def set_rows(self, rows: int) -> None:
        """Set the height in cells; the width follows if the proportion is kept."""
        columns = self.settings.columns
        if self.is_proportional:
            columns = columns_for(rows, *self._part(self.settings))
        self.change(columns=columns, rows=rows)
        self._side = "rows"

    def keep_proportion(self, is_kept: bool) -> None:
        """Set whether the size follows the picture's proportion."""
        self.is_proportional = is_kept
        self._set(self._fitted(self.settings))

    def set_crop(self, crop: Crop) -> None:
        """Set the crop; in a picture drawn cell by cell it is snapped to whole cells."""
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
        """Rotate a quarter clockwise (1) or counterclockwise (-1); the crop keeps its content."""
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
        """The rotation beyond whole quarters, in degrees clockwise, -45 to 45."""
        return self.settings.rotation - 90 * round(self.settings.rotation / 90)

    def set_tilt(self, degrees: float) -> None:
        """Set the rotation beyond whole quarters, in degrees clockwise."""
        quarters = round(self.settings.rotation / 90)
        rotation = _signed(90 * quarters + degrees)
        self._set(self._fitted(replace(self.settings, rotation=rotation)))

    def set_colors(self, count: int) -> None:
        """Set the number of colours besides the background, and detect them again.

        On a change from or to black and white ``invert`` is reset: colours cannot be inverted.
        """
        invert = self.settings.invert
        if (count > 1) != (self.settings.colors > 1):
            suggested = self.seen.suggested
            invert = count == 1 and suggested.colors == 1 and suggested.invert
        self.change(colors=count, palette=(), invert=invert)

    def recolor(self, index: int, color: str, found: tuple[str, ...]) -> None:
        """Replace a colour of the palette; the cells keep their colour numbers.

        Args:
            index: 0 for the background, then the colours.
            color: The new colour, ``#rrggbb``.
            found: The colours of the picture, which become the fixed palette.

        Raises:
            ValueError: The palette already has the colour; nothing is changed.
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
            raise ValueError("the picture itself has this colour; choose a slightly different one")

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
        """Fit the size to the picture's proportion, if that is kept; the side set last stays."""
        if not self.is_proportional:
            return settings
        part = self._part(settings)
        if self._side == "columns":
            return replace(settings, rows=rows_for(settings.columns, *part))
        return replace(settings, columns=columns_for(settings.rows, *part))

    def _set(self, settings: PictureSettings) -> None:
        before, self.settings = self.settings, settings
        self.dropped, self._has_lost_colors = 0, False
        if any(getattr(before, name) != getattr(settings, name) for name in _FRAME):
            self._drop()

    # Corrections

    def correct(self, cells: Mapping[int, str]) -> None:
        """Correct cells; one step of undo."""
        self._undo_stack.append(self.corrections)
        self._redo_stack = []
        self.corrections = {**self.corrections, **cells}
        self.dropped = 0

    @property
    def may_undo(self) -> bool:
        """Whether there is a correction to undo."""
        return bool(self._undo_stack)

    def undo(self) -> None:
        """Undo the last correction."""
        if self._undo_stack:
            self._redo_stack.append(self.corrections)
            self.corrections = self._undo_stack.pop()
            self.dropped = 0

    @property
    def may_redo(self) -> bool:
        """Whether there is a correction to redo."""
        return bool(self._redo_stack)

    def redo(self) -> None:
        """Redo the correction that was undone last."""
        if self._redo_stack:
            self._undo_stack.append(self.corrections)
            self.corrections = self._redo_stack.pop()
            self.dropped = 0

    def keep_only(self, corrections: Corrections) -> None:
        """Drop all other corrections, whose colours the board no longer has."""
        gone = len(self.corrections) - len(corrections)
        self.corrections, self.dropped = corrections, gone
        self._has_lost_colors = True
        self._undo_stack, self._redo_stack = [], []

    def _drop(self) -> None:
        self.dropped += len(self.corrections)
        self.corrections = {}
        self._undo_stack, self._redo_stack = [], []

    @property
    def sentence(self) -> str:
        """A sentence on the kept or dropped corrections; empty if there are none."""
        if self.dropped:
            were = "was" if self.dropped == 1 else "were"
            reason = "as the cells show other places now"
            if self._has_lost_colors:
                reason = "as the board no longer has their colours"
            return f"{_corrections_text(self.dropped)} {were} dropped, {reason}."
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
    """The same rotation, above -180 and at most 180 degrees.

    >>> _signed(270), _signed(-180)
    (-90.0, 180.0)
    """
    return 180.0 - (180.0 - degrees) % 360.0
