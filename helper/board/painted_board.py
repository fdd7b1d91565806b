"""The part of the board's widget that shows a session."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from PySide6.QtCore import QRect, Qt, QVariantAnimation
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QStyle, QWidget

from helper.application.settings import Settings
from helper.application.theme import ThemeManager
from helper.board.board_map import BoardMap
from helper.board.hint_marks import HintMarks
from helper.board.keyboard import KeyboardCursor
from helper.board.look import BoardLook, CellLook
from helper.board.numbers import NumberSigns, NumberStrips
from helper.board.painter import BoardPainter, BoardScene
from helper.board.stroke_area import StrokeArea
from helper.board.ticking import TickStroke
from helper.play.lights import Light
from helper.play.mode import Mode
from helper.play.session import Session
from helper.play.ticks import places_of
from puzzles import Axis, Grid, Line, satisfies
from solver.line import certain_blocks


class PaintedBoard(StrokeArea):
    """A custom-painted board whose clues and lights stay in view; it makes no moves."""

    def __init__(
        self,
        session: Session,
        settings: Settings,
        themes: ThemeManager,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(session, settings, parent)
        self._themes = themes
        self.fade = SolvedFade(self, self._follow_fade)
        self._marked_line: Line | None = None
        self._hatchings: dict[str, frozenset[int]] = {}
        self.proposed: Mapping[int, int] = {}
        """Proposed changes: new states by cell."""
        self._is_before_shown = False
        self._hint: HintMarks | None = None
        self._strips: NumberStrips | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName("Board")
        self.keyboard = KeyboardCursor(self)
        self.ticking = TickStroke(session, self._numbers_changed)
        self.map = BoardMap(self, themes.theme)
        self._base = session.base
        session.sheet_changed.connect(self._sheet_changed)
        session.clues_changed.connect(self._clues_changed)
        session.cells_changed.connect(self._cells_changed)
        session.ticks_changed.connect(self._numbers_changed)
        session.solved_changed.connect(self._solved_changed)
        session.mode_changed.connect(self._mode_changed)
        session.guesses_changed.connect(self.viewport().update)
        themes.changed.connect(self._theme_changed)
        self._theme_changed()

    # What is shown

    def look_at(self, row: int, column: int) -> CellLook:
        """The look of a cell."""
        return self.look.look(row, column)

    def show_found(self, found: Grid | None) -> None:
        """Show the cells that a solver is certain of; ``None`` ends it."""
        self._show_over_marks(self._of_this_sheet(found), is_thought=False)

    def show_thought(self, thought: Grid | None) -> None:
        """Show the state of a watched method, which may be wrong; ``None`` ends it.

        Meanwhile the board is locked, and the traffic lights describe this state.
        """
        thought = self._of_this_sheet(thought)
        if thought is not None:
            self.cancel_stroke()
            self.ticking.cancel()
        self._show_over_marks(thought, is_thought=thought is not None)

    def _of_this_sheet(self, grid: Grid | None) -> Grid | None:
        """The grid; ``None`` if it came late and is of a sheet of another size."""
        marks = self.session.marks
        size = (marks.width, marks.height)
        return None if grid is None or (grid.width, grid.height) != size else grid

    def _show_over_marks(self, grid: Grid | None, is_thought: bool) -> None:
        if is_thought != self.look.is_thought:
            self._strips = None
            self._geometry = None
        self.look.found, self.look.is_thought = grid, is_thought
        self.viewport().update()

    def show_hatched(self, cells: frozenset[int], owner: str = "") -> None:
        """Replace an owner's hatched cells.

        The latest non-empty set is shown; when its owner clears it, the one before is shown again.
        """
        if cells == self._hatchings.get(owner, frozenset()):
            return
        self._hatchings.pop(owner, None)
        if cells:
            self._hatchings[owner] = cells
        shown = next(reversed(self._hatchings.values()), frozenset())
        changed = self.look.hatched ^ shown
        self.look.hatched = shown
        self._update_cells(changed)

    def show_proposed(self, changes: Mapping[int, int]) -> None:
        """Show proposed changes: new states by cell; an empty mapping ends it."""
        self.proposed = changes
        self._scroll_to_one_of(sorted(changes))
        self.viewport().update()

    def show_before(self, is_shown: bool) -> None:
        """Show the board without the proposed changes (``True``) or with them."""
        self._is_before_shown = is_shown
        self.viewport().update()

    def show_hint(self, marks: HintMarks | None) -> None:
        """Show what a hint says; ``None`` ends it."""
        self._hint = marks
        if marks is not None:
            self._scroll_to_one_of(sorted(marks.cells) or self._cells_of(marks))
        self.viewport().update()

    def _cells_of(self, marks: HintMarks) -> list[int]:
        width, height = self.session.puzzle.width, self.session.puzzle.height
        if marks.line is None:
            return []
        index = marks.line.index
        if marks.line.is_column:
            return [row * width + index for row in range(height)]
        return [index * width + column for column in range(width)]

    def mark_line(self, line: Line | None) -> None:
        """Mark the clues of the line that a message mentions; ``None`` for none."""
        if line != self._marked_line:
            self._marked_line = line
            self.viewport().update()

    def scene(self) -> BoardScene:
        """The scene that the next paint event will paint."""
        has_cursor = self.keyboard.is_shown and self.hasFocus()
        return BoardScene(
            puzzle=self.session.puzzle,
            look=self.look,
            geometry=self.geometry_now,
            layout=self.clue_layout,
            theme=self._themes.theme,
            hover=self._hover if self._is_highlighting else (None, None),
            cursor=self.keyboard.cell if has_cursor else None,
            is_solved=self.is_picture,
            fade=self.fade.share,
            has_patterns=self.has_patterns,
            light=self._light,
            strips=self._number_strips,
            marked_line=self._marked_line,
            hint=self._hint,
            trials=self.session.guess_levels,
            pins={
                guess.pinned: level
                for level, guess in enumerate(self.session.guesses, 1)
                if guess.pinned is not None
            },
            proposed={} if self._is_before_shown else self.proposed,
            tools=self._shown_marks,
            grid_step=self._settings.preferences.grid_lines.step,
        )

    def toggle_map(self) -> None:
        """Choose whether a board that does not fit the view has a map."""
        self.map.set_wanted(not self.map.is_wanted)

    def _light(self, line: Line) -> Light | None:
        """The light beside a line; ``None`` for none: an author's drawing has no lights."""
        thought = self.look.found
        if self.look.is_thought and thought is not None:
            is_done = satisfies(thought.line(line), self.session.puzzle.clues_of(line))
            return Light.DONE if is_done else Light.OPEN
        return self.session.light(line) if self.session.mode is Mode.PLAY else None

    @property
    def _is_highlighting(self) -> bool:
        return self._settings.preferences.highlight and not self.session.is_solved

    @property
    def _number_strips(self) -> NumberStrips:
        scale, layout = self.devicePixelRatioF(), self.clue_layout
        if self._strips is None or not self._strips.fit(layout, scale):
            self._strips = NumberStrips(
                self.session.puzzle,
                layout,
                self._themes.theme,
                self._cell,
                scale,
                self._signs,
                self._strips,
            )
        return self._strips

    def _signs(self, line: Line) -> NumberSigns:
        """How the numbers of a line are marked."""
        ticked = self.ticked_numbers(line) if self.ticking.ticks else ()
        return NumberSigns(self.done_numbers(line), ticked)

    def done_numbers(self, line: Line) -> tuple[bool, ...]:
        """For each clue of a line, whether it is grey: the place of its block is certain."""
        clues = self.session.puzzle.clues_of(line)
        is_drawn = self.session.state.drawing
        if not self._settings.preferences.grey_clues or self.look.is_thought or is_drawn:
            return (False,) * len(clues)
        if not clues:
            return (self.session.is_satisfied(line),)  # the 0 of an empty line
        marks = self.session.marks
        return certain_blocks(clues, self.session.states(line), marks.colors)

    def ticked_numbers(self, line: Line) -> tuple[bool, ...]:
        """For each number of a line, whether it is ticked off, also by the current drag."""
        ticks = self.ticking.ticks
        return tuple(place in ticks for place in places_of(self.session.puzzle, line))

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        scene = self.scene()
        painter = QPainter(self.viewport())
        try:
            board = BoardPainter(painter, scene)
            for dirty in event.region():  # type: ignore[attr-defined]  # the stubs lack it
                board.paint(dirty)
        finally:
            painter.end()  # an active painter left by an error would crash Qt

    def _sheet_changed(self) -> None:
        self._take_stroke()
        self.ticking.cancel()
        self._marked_line = None
        size = (self.session.marks.height, self.session.marks.width)
        is_resized = size != (self.look.marks.height, self.look.marks.width)
        self.look = BoardLook(self.session.marks)
        self.look.dots = self.session.dots
        self._hatchings.clear()
        self.proposed = {}
        self._hint = None
        is_new, self._base = self.session.base is not self._base, self.session.base
        if is_new:
            self.keyboard.start_over()
        self.keyboard.stay_on_board()
        self._hover = (None, None)
        self.lay_out_board()
        if is_resized or is_new:
            self.zoom_to_suit()
            self.scroll_home()
        else:
            self._refit()
        self.map.forget()

    def _cells_changed(self, cells: Sequence[int]) -> None:
        width = self.session.marks.width
        self.look.marks, self.look.dots = self.session.marks, self.session.dots
        if self._stroke is not None:
            self._stroke.marks = self.session.marks
        self._scroll_to_one_of(cells)
        self.map.update_cells(cells)
        if len(cells) > 500:
            self._strips = None
            self.viewport().update()
            return
        for i in cells:
            row, column = divmod(i, width)
            self._numbers_changed((Line(Axis.ROW, row), Line(Axis.COLUMN, column)))
        self._update_cells(cells)

    def _numbers_changed(self, lines: Iterable[Line]) -> None:
        """Paint the numbers and lights of some lines anew."""
        for line in lines:
            if self._strips is not None:
                self._strips.forget(line)
            self._update_header(line)

    def _clues_changed(self) -> None:
        """Update the headers to clues that followed the drawing."""
        self.look.marks, self.look.dots = self.session.marks, self.session.dots
        if self._strips is not None and self._strips.follow(self.session.puzzle):
            self.viewport().update()
        self.lay_out_clues()

    def _scroll_to_one_of(self, cells: Sequence[int]) -> None:
        """Scroll to the first cell if none of the cells is in view, as may happen with Undo."""
        rows, columns = self.geometry_now.down.visible, self.geometry_now.across.visible
        places = [divmod(i, self.session.marks.width) for i in cells[:500]]
        if places and not any(r in rows and c in columns for r, c in places):
            self.show_cell(*places[0])

    def _update_header(self, line: Line) -> None:
        across, down = self.geometry_now.across, self.geometry_now.down
        if line.is_column:
            x = across.start_of(line.index)
            rect = QRect(x, down.header_start, across.cell + 1, down.header)
        else:
            y = down.start_of(line.index)
            rect = QRect(across.header_start, y, across.header, down.cell + 1)
        self.viewport().update(rect)

    def _solved_changed(self, is_solved: bool) -> None:
        self._geometry = None
        self.ticking.cancel()
        if is_solved and self.session.is_just_solved and not self.session.is_solved_by_machine:
            self.fade.begin()
        else:
            self.fade.end()
        self._refit()  # a solved board has no numbers that must be readable
        self.map.place()

    def _follow_fade(self) -> None:
        self._geometry = None
        self.viewport().update()

    @property
    def picture_share(self) -> float:
        """See :class:`BoardArea`; the picture moves when its clues are gone."""
        return max(0.0, 2 * self.fade.share - 1) if self.is_picture else 0.0

    @property
    def is_picture(self) -> bool:
        """Whether only the picture of a solved puzzle is shown, without clues and lights."""
        return self.session.is_solved and not self.look.is_thought

    def _mode_changed(self) -> None:
        self._strips = None
        self.viewport().update()

    def _theme_changed(self) -> None:
        self.map.set_theme(self._themes.theme)
        self._strips = None
        self.viewport().update()


MAX_MS = 180


class SolvedFade:
    """How far the transition is; nothing else waits for it."""

    def __init__(self, widget: QWidget, repaint: Callable[[], None]) -> None:
        """``widget``: its style decides whether anything moves."""
        self._widget = widget
        self._repaint = repaint
        self.animation = QVariantAnimation(widget)
        """Runs while the grid fades."""
        self.animation.setStartValue(0.0)
        self.animation.setEndValue(1.0)
        self.animation.valueChanged.connect(lambda _: repaint())

    @property
    def share(self) -> float:
        """From 0, the whole board, to 1, the picture; 1 if nothing moves."""
        if self.animation.state() is not QVariantAnimation.State.Running:
            return 1.0
        return float(self.animation.currentValue())

    def begin(self) -> None:
        """Begin to fade; at once if the system asks for no motion."""
        duration = self._widget.style().styleHint(
            QStyle.StyleHint.SH_Widget_Animation_Duration, None, self._widget
        )
        self.end()
        if duration > 0:
            self.animation.setDuration(min(duration, MAX_MS))
            self.animation.start()

    def end(self) -> None:
        """Show the picture, or the whole board, at once."""
        self.animation.stop()
        self._repaint()
