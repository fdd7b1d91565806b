"""The settings of the picture window, and how they depend on each other. No Qt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from helper.picture.cropping import snapped
from helper.picture.picture_work import (
    Corrections,
    DrawRequest,
    Paints,
    PictureDescription,
    RepairRequest,
)
from puzzles.words import _, plural
from recognizer.making.settings import (
    Crop,
    PictureSettings,
    columns_for,
    rows_for,
)

_SIZE = frozenset({"columns", "rows"})
_FRAME = _SIZE | {"crop", "rotation", "colors"}
"""Settings that change which part of the picture a cell shows, or the number of colours."""


class _State(NamedTuple):
    """What one step of undo brings back."""

    settings: PictureSettings
    paints: Paints
    corrections: Corrections
    is_proportional: bool
    side: str


class PictureChoices:
    """The settings of one picture, and the cells corrected by hand.

    A new method, threshold or colour keeps the corrections; a new size, crop, rotation or number
    of colours drops them, since the cells then show other places. All of it can be undone; changes
    of the same setting one after the other, as a slider makes them, are one step.
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
        self._undo_stack: list[_State] = []
        self._redo_stack: list[_State] = []
        self._last_change: frozenset[str] = frozenset()
        """What the last step of undo changed, if further changes of it belong to the step."""
        self.dropped = 0
        """How many corrections the last change dropped."""
        self._is_reset = False
        """Whether that change was a reset."""

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
        self._set(replace(self.settings, **values), paints={} if "palette" in values else None)

    def reset(self) -> None:
        """Restore the suggested settings and drop the corrections; one step of undo."""
        before = self._state
        self.settings, self.paints = self.seen.suggested, {}
        self.is_proportional, self._side = True, "columns"
        self.dropped, self.corrections, self._is_reset = len(self.corrections), {}, True
        if self._state != before._replace(side=self._side):
            self._remember(before)

    def set_columns(self, columns: int) -> None:
        """Set the width in cells; the height follows if the proportion is kept."""
        rows = self.settings.rows
        if self.is_proportional:
            rows = rows_for(columns, *self._part(self.settings))
        self._set(replace(self.settings, columns=columns, rows=rows), side="columns")

    def set_rows(self, rows: int) -> None:
        """Set the height in cells; the width follows if the proportion is kept."""
        columns = self.settings.columns
        if self.is_proportional:
            columns = columns_for(rows, *self._part(self.settings))
        self._set(replace(self.settings, columns=columns, rows=rows), side="rows")

    def keep_proportion(self, is_kept: bool) -> None:
        """Set whether the size follows the picture's proportion."""
        before = self._state
        self.is_proportional = is_kept
        self.settings = self._fitted(self.settings)
        self._follow(before)

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
        turned = replace(
            settings,
            rotation=_signed(settings.rotation + 90 * quarters),
            crop=settings.crop.turned_back(-quarters),
            columns=settings.rows,
            rows=settings.columns,
        )
        self._set(turned, side="rows" if self._side == "columns" else "columns")

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

        On a change from or to black and white the background and ``invert`` are suggested anew:
        black is on white, and colours cannot be inverted.
        """
        changed: dict[str, Any] = {}
        if (count > 1) != (self.settings.colors > 1):
            seen = self.seen
            found = seen.suggested if count > 1 else seen.black_and_white
            changed = {"paper": found.paper, "invert": count == 1 and found.invert}
        self.change(colors=count, palette=(), **changed)

    def recolor(
        self, index: int, color: str, found: Sequence[str], palette: tuple[str, ...]
    ) -> None:
        """Replace a colour of the board; the cells keep their colour numbers.

        Args:
            index: 0 for the background, then the colours.
            color: The new colour, ``#rrggbb``.
            found: The colours of the board before any was replaced, background first.
            palette: Those of them that are from the picture, which become the fixed palette.

        Raises:
            ValueError: The palette already has the colour; nothing is changed.
        """
        inks = dict.fromkeys((*palette, *found[1:]))
        others = {self.paints.get(ink, ink) for ink in inks if not index or ink != found[index]}
        if color in others or (index and color == found[0]):
            raise ValueError(_("two colours of a puzzle cannot be the same"))
        if index:  # the background stays as it is shown, also if it followed the picture so far
            settings = replace(self.settings, palette=palette, paper=found[0])
            self._set(settings, paints={**self.paints, found[index]: color})
        elif color not in inks:
            self._set(replace(self.settings, palette=palette, paper=color))
        else:
            raise ValueError(
                _("the picture itself has this colour; choose a slightly different one")
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
        """Fit the size to the picture's proportion, if that is kept; the side set last stays."""
        if not self.is_proportional:
            return settings
        part = self._part(settings)
        if self._side == "columns":
            return replace(settings, rows=rows_for(settings.columns, *part))
        return replace(settings, columns=columns_for(settings.rows, *part))

    def _set(
        self, settings: PictureSettings, side: str | None = None, paints: Paints | None = None
    ) -> None:
        before = self._state
        self.settings = settings
        self._side = self._side if side is None else side
        self.paints = self.paints if paints is None else paints
        self._follow(before)

    def _follow(self, before: _State) -> None:
        """Drop the corrections if the cells show other places, and remember how it was."""
        changed = frozenset(
            name
            for name in PictureSettings.__dataclass_fields__
            if getattr(before.settings, name) != getattr(self.settings, name)
        )
        self.dropped, self._is_reset = 0, False
        if changed & _FRAME:
            self.dropped, self.corrections = len(self.corrections), {}
        if self._state != before._replace(side=self._side):
            self._remember(before, frozenset({"size"}) if changed & _SIZE else changed)

    # Undo

    @property
    def _state(self) -> _State:
        return _State(
            self.settings, self.paints, self.corrections, self.is_proportional, self._side
        )

    def _restore(self, state: _State) -> None:
        self.settings, self.paints, self.corrections, self.is_proportional, self._side = state
        self._last_change, self.dropped = frozenset(), 0

    def _remember(self, before: _State, change: frozenset[str] = frozenset()) -> None:
        """Add a step of undo, unless the change continues that of the last one."""
        if not change or change != self._last_change:
            self._undo_stack.append(before)
        self._redo_stack, self._last_change = [], change

    def correct(self, cells: Mapping[int, str]) -> None:
        """Correct cells; one step of undo."""
        self._remember(self._state)
        self.corrections = {**self.corrections, **cells}
        self.dropped = 0

    @property
    def may_undo(self) -> bool:
        """Whether there is a change to undo."""
        return bool(self._undo_stack)

    @property
    def may_undo_cells(self) -> bool:
        """Whether the last change was one of cells, as a repair makes it."""
        return self.may_undo and self._undo_stack[-1] == self._state._replace(
            corrections=self._undo_stack[-1].corrections
        )

    def undo(self) -> None:
        """Undo the last change of settings or cells."""
        if self._undo_stack:
            self._redo_stack.append(self._state)
            self._restore(self._undo_stack.pop())

    @property
    def may_redo(self) -> bool:
        """Whether there is a change to redo."""
        return bool(self._redo_stack)

    def redo(self) -> None:
        """Redo the change that was undone last."""
        if self._redo_stack:
            self._undo_stack.append(self._state)
            self._restore(self._redo_stack.pop())

    @property
    def sentence(self) -> str:
        """A sentence on the kept or dropped corrections; empty if there are none."""
        if self.dropped:
            if self._is_reset:
                return plural(
                    self.dropped,
                    "{count} correction was dropped. Undo brings it back.",
                    "{count} corrections were dropped. Undo brings them back.",
                )
            return plural(
                self.dropped,
                "{count} correction was dropped, as the cells show other places now. Undo brings"
                " it back.",
                "{count} corrections were dropped, as the cells show other places now. Undo brings"
                " them back.",
            )
        if self.corrections:
            return plural(
                len(self.corrections),
                "{count} correction kept. A new size, crop, rotation or number of colours drops"
                " it.",
                "{count} corrections kept. A new size, crop, rotation or number of colours drops"
                " them.",
            )
        return ""


def _signed(degrees: float) -> float:
    """The same rotation, above -180 and at most 180 degrees.

    >>> _signed(270), _signed(-180)
    (-90.0, 180.0)
    """
    return 180.0 - (180.0 - degrees) % 360.0
