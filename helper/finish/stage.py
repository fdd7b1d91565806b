"""The sheet over the board on which a puzzle ends: first what moves, then the card."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QEasingCurve, QPointF, QRect, QRectF, QSizeF, Qt, QVariantAnimation
from PySide6.QtGui import (
    QColor,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from helper.application.theme import ThemeManager
from helper.finish.card import MAT_PX, FinishCard, Picture, paint_picture
from helper.finish.dissolve import Dissolve, eased
from helper.finish.facts import FinishFacts
from helper.play.cover import BoardSheet
from helper.widgets.repeated_input import MODIFIERS
from helper.widgets.style import mixed
from puzzles.words import in_context

GROW_MS = 420
"""How long the picture takes to become the card."""
_CONTENT_FROM = 0.55
"""The share of that time after which the words appear: the picture has left their place."""
_RADIUS_PX = 12


class FinishScene(NamedTuple):
    """What a finish shows."""

    facts: FinishFacts
    picture: Picture
    dissolve: Dissolve | None
    """How the board becomes its picture; ``None`` to show the card at once."""
    plain: Picture | None = None
    """The picture as the board shows it, from which the other one fades in."""


class FinishStage(BoardSheet):
    """Shows one finish after the other; hidden in between.

    A click or a key ends what moves, and so does everything that changes the size of the board, its
    page or its colours.
    """

    _scene: FinishScene | None = None  # also while the base class is made, which hides it

    def __init__(self, board: QWidget, viewport: QWidget, themes: ThemeManager) -> None:
        """``viewport``: the widget of the board whose pictures the dissolve has."""
        super().__init__(board, themes)
        self._viewport = viewport
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # Tab stays with the controls of the card
        self.card = FinishCard(self)
        self._content: QPixmap | None = None
        """The card without its picture, while it grows."""
        self.animation = QVariantAnimation(self)
        """The time since the beginning, in ms."""
        self.animation.setEasingCurve(QEasingCurve.Type.Linear)
        self.animation.valueChanged.connect(self.update)
        self.animation.finished.connect(self.end)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName(in_context("a puzzle", "Solved"))

    @property
    def is_moving(self) -> bool:
        """Whether the board is on its way to the card."""
        return self._scene is not None and self.card.isHidden()

    def begin(self, scene: FinishScene) -> None:
        """Show a finish instead of the board."""
        self.leave()
        self._scene = scene
        self.card.show_facts(scene.facts, scene.picture, self._themes.theme)
        self.set_covering(True)
        self.card.place_in(self.rect())
        if scene.dissolve is None:
            self.end()
            return
        duration = scene.dissolve.duration_ms + GROW_MS
        self.animation.setStartValue(0.0)
        self.animation.setEndValue(float(duration))
        self.animation.setDuration(duration)
        self.animation.start()

    def end(self) -> None:
        """Show the card; nothing moves any more."""
        if not self.is_moving:
            return
        assert self._scene is not None
        self.animation.stop()
        self._content = None
        self._scene = self._scene._replace(dissolve=None)
        self.card.place_in(self.rect())
        self.card.show()
        self.take_keyboard(self.focus_target)
        if self.isVisible():  # also if the last cell was a hint's, whose button had the keyboard
            self.card.next.setFocus()
        self.update()

    def follow_card(self) -> None:
        """Give the card the room that it needs now; one that grows gets it at the end."""
        if not (self._scene is None or self.is_moving):
            self.card.place_in(self.rect())

    def leave(self) -> None:
        """Show the board again."""
        if self._scene is None:
            return
        self._scene = self._content = None
        self.animation.stop()
        self.set_covering(False)
        self.card.hide()

    @property
    def focus_target(self) -> QWidget:
        """The card's first button; while the picture moves, the sheet."""
        return self if self.card.isHidden() else self.card.next

    # Painting

    @property
    def now_ms(self) -> float:
        """The time since the beginning, in ms."""
        return float(self.animation.currentValue() or 0.0)

    def paintEvent(self, event: QPaintEvent) -> None:  # Qt override
        painter = QPainter(self)
        try:
            painter.fillRect(event.rect(), QColor(self._themes.theme.window))
            if self._scene is not None and self._scene.dissolve is not None and self.is_moving:
                self._paint_frame(painter, self._scene, self._scene.dissolve)
        finally:
            painter.end()

    def _paint_frame(self, painter: QPainter, scene: FinishScene, dissolve: Dissolve) -> None:
        late = self.now_ms - dissolve.duration_ms
        if late <= 0:
            painter.translate(self._viewport.pos())
            dissolve.paint(painter, self.now_ms)
            return
        self._paint_growing(painter, scene, min(1.0, late / GROW_MS))

    @property
    def picture_start(self) -> QRect:
        """Where the picture is on the board, in px of the sheet."""
        scene = self._scene
        if scene is None or scene.dissolve is None:
            return QRect()
        return scene.dissolve.whole.translated(self._viewport.pos())

    def _paint_growing(self, painter: QPainter, scene: FinishScene, share: float) -> None:
        """Paint the picture on its way to its place in the card, which grows around it."""
        theme, way = self._themes.theme, eased(share)
        start, card = QRectF(self.picture_start), QRectF(self.card.geometry())
        box = _between(start, card, way)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.line), 1))
        painter.setBrush(QColor(theme.base))
        painter.setOpacity(min(1.0, 4 * share))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS_PX, _RADIUS_PX)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        seen = (share - _CONTENT_FROM) / (1 - _CONTENT_FROM)
        if seen > 0:
            painter.setOpacity(seen)
            painter.setClipRect(box)
            painter.drawPixmap(self.card.pos(), self._card_content())
            painter.setClipping(False)
        painter.setOpacity(1)
        line = mixed(QColor(theme.line), QColor(theme.grid_five), way)
        place = _between(start, QRectF(self.card.picture_rect), way)
        if min(place.width(), place.height()) > 2 * (1 + MAT_PX):
            paint_picture(painter, place, scene.picture, line, way * MAT_PX)
            if scene.plain is not None and scene.plain != scene.picture:
                painter.setOpacity(1 - way)
                paint_picture(painter, place, scene.plain, line, way * MAT_PX)

    def _card_content(self) -> QPixmap:
        if self._content is None:
            self.card.picture.is_blank = True
            self._content = self.card.grab()
            self.card.picture.is_blank = False
        return self._content

    # What ends it

    def keyPressEvent(self, event: QKeyEvent) -> None:  # Qt override
        key = event.key()
        if event.isAutoRepeat() or key in MODIFIERS:
            return
        if self.is_moving:
            self.end()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.card.next.click()
        elif key == Qt.Key.Key_Escape:
            self.card.close_requested.emit()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # Qt override
        self.end()

    def resizeEvent(self, event: QResizeEvent) -> None:  # Qt override
        super().resizeEvent(event)
        if self._scene is not None and event.oldSize().isValid():
            self.end()
            self.card.place_in(self.rect())

    def hideEvent(self, event: QHideEvent) -> None:  # Qt override
        super().hideEvent(event)
        self.end()

    def recolor(self, picture: Picture) -> None:
        """Show the card in the theme's new colours, with its picture in them."""
        if self._scene is None:
            return
        self.end()
        self._scene = self._scene._replace(picture=picture)
        self.card.show_facts(self._scene.facts, picture, self._themes.theme)


def _between(one: QRectF, other: QRectF, share: float) -> QRectF:
    """A rectangle on the way from one to another."""

    def mix(a: float, b: float) -> float:
        return a + share * (b - a)

    return QRectF(
        QPointF(mix(one.x(), other.x()), mix(one.y(), other.y())),
        QSizeF(mix(one.width(), other.width()), mix(one.height(), other.height())),
    )
