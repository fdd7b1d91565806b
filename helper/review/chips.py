"""Lays out and paints the numbers of a draft as chips.

A chip is a cut-out of the picture, and below it the number as it was read.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen

from helper.application.theme import Theme
from helper.application.typeface import scaled, strong
from helper.review.cutouts import Cutouts, width_of
from helper.review.draft import Draft
from helper.review.draft_lines import DraftLine, DraftPlace, Number, NumberOrigin
from puzzles import Line
from puzzles.colors import color_names
from puzzles.words import _, worded
from recognizer.values import CERTAIN
from recognizer.wording import colored_text, line_text, no_clue, seen_text, unread_text

CUT_PX = 30
"""The height of a cut-out."""
_PADDING_PX = 4
"""The padding inside a chip."""
_GAP_PX = 5
"""The gap between chips."""
_MIN_WIDTH_PX = 34
"""The smallest width of a chip."""
_NAME_WIDTH_PX = 46
"""The width of the column with the line numbers."""
_STRIP_PX = 4
"""The height of the strip in the colour of a number."""
_QUIET_SHARE = 0.07
"""How much of the tint a doubt has that need not be checked."""
_MIN_DESCRIBED_PROBABILITY = 0.005
"""Less likely candidates are not described; they only have a button."""


@dataclass
class ChipLayout:
    """The layout of a panel of some width."""

    places: dict[DraftPlace, QRect] = field(default_factory=dict)
    titles: list[tuple[str, QRect]] = field(default_factory=list)
    line_areas: list[tuple[Line, QRect]] = field(default_factory=list)
    """The whole width of each line."""
    height: int = 0


def lay_out(draft: Draft, width: int, metrics: QFontMetrics) -> ChipLayout:
    """Lay out the lines below each other, their numbers side by side, wrapped at the width."""
    chips, y = ChipLayout(), 0
    tall, least = chip_height(metrics), _least_width(metrics)
    for is_column, title, lines in (
        (False, _("Rows"), draft.rows),
        (True, _("Columns"), draft.columns),
    ):
        chips.titles.append((title, QRect(0, y, width, metrics.height() + 12)))
        y += metrics.height() + 12
        for name, line in draft.lines:
            if name.is_column != is_column:
                continue
            top, x = y, _NAME_WIDTH_PX + _GAP_PX
            chips.places[DraftPlace(name)] = QRect(_GAP_PX, y, _NAME_WIDTH_PX - _GAP_PX, tall)
            for index, number in enumerate(line.numbers):
                wide = max(least, _cut_width(number))
                if x + wide > width - _GAP_PX and x > _NAME_WIDTH_PX + _GAP_PX:
                    x, y = _NAME_WIDTH_PX + _GAP_PX, y + tall + _GAP_PX
                chips.places[DraftPlace(name, index)] = QRect(x, y, wide, tall)
                x += wide + _GAP_PX
            y += tall + _GAP_PX
            chips.line_areas.append((name, QRect(0, top - 2, width, y - top)))
        if not lines:
            y += _GAP_PX
    chips.height = y + _GAP_PX
    return chips


def chip_height(metrics: QFontMetrics) -> int:
    """The height of every chip, px."""
    return CUT_PX + metrics.height() + 3 * _PADDING_PX


def row_height(metrics: QFontMetrics) -> int:
    """From one row of chips to the next, px."""
    return chip_height(metrics) + _GAP_PX


def _least_width(metrics: QFontMetrics) -> int:
    """The smallest width of a chip, px: the number in the middle, its mark right of it."""
    text = metrics.horizontalAdvance("00") + 2 * (metrics.horizontalAdvance("?") + 7)
    return max(_MIN_WIDTH_PX, text)


def _cut_width(number: Number) -> int:
    return width_of(number.quad, CUT_PX) + 2 * _PADDING_PX if number.quad is not None else 0


def mark_of(number: Number) -> str:
    """The sign with the same meaning as the tint; empty for a certain number."""
    if number.is_doubtful:
        return "?"
    if number.origin is NumberOrigin.TYPED:
        return "*"
    if number.origin is NumberOrigin.REPAIRED:
        return "≈"
    return "✓" if number.is_settled else ""


def mark_of_line(line: DraftLine, is_wrong: bool) -> str:
    """The sign of a line itself; ``!`` if its numbers do not fit."""
    confirmed = "✓" if line.is_confirmed else ""
    return ("?" if line.is_doubtful else confirmed) + ("!" if is_wrong else "")


def describe(draft: Draft, place: DraftPlace) -> str:
    """Describe a place in words."""
    number, line = draft.number(place), draft.line(place.line)
    if number is None:
        return _describe_line(line, place)
    if number.is_doubtful:
        likely = [c for c in number.alternatives[:3] if c.probability >= _MIN_DESCRIBED_PROBABILITY]
        seen = seen_text(str(number.value), [str(c.number) for c in likely])
        if number.color_confidence < CERTAIN:
            names = color_names(draft.palette)
            others = [names[color] for color in number.other_colors[:2]]
            numbers = [] if number.confidence >= CERTAIN else [str(c.number) for c in likely]
            seen = colored_text(str(number.value), numbers, names[number.color], others)
        return worded("{place}: {seen}", place=place, seen=seen)
    if number.origin is NumberOrigin.REPAIRED:
        text = _("{place}: {number}, follows from the other clues")
    elif number.origin is NumberOrigin.TYPED:
        text = _("{place}: {number}, typed")
    else:
        text = _("{place}: {number}, confirmed") if number.is_settled else _("{place}: {number}")
    return worded(text, place=place, number=number.value)


def _describe_line(line: DraftLine, place: DraftPlace) -> str:
    if not line.is_doubtful:
        if line.is_confirmed:
            text = (
                _("{place}: {numbers}, confirmed") if line.text else _("{place}: empty, confirmed")
            )
        else:
            text = _("{place}: {numbers}") if line.text else _("{place}: empty")
        return worded(text, place=place, numbers=line.text)
    others = [" ".join(str(n.value) for n in each) for each in line.other_segmentations]
    unread = unread_text(line.read, place.line.is_column)
    others = [other or no_clue() for other in others]
    seen = line_text(
        line.text, others, unread, is_corrected=line.is_repaired and not line.is_touched
    )
    return worded("{place}: {seen}", place=place, seen=seen)


def blended(color: str, over: str, share: float) -> QColor:
    """Mix a colour with the one below it; ``share``: of the upper colour, 0 to 1."""
    a, b = QColor(color), QColor(over)
    return QColor(
        round(a.red() * share + b.red() * (1 - share)),
        round(a.green() * share + b.green() * (1 - share)),
        round(a.blue() * share + b.blue() * (1 - share)),
    )


def paint_number(
    painter: QPainter,
    box: QRect,
    number: Number,
    cutouts: Cutouts,
    theme: Theme,
    current: bool,
    is_quiet: bool,
    rgb: str = "",
) -> None:
    """Paint a number: its cut-out, its value, and how certain it is.

    Args:
        is_quiet: Whether a doubt about it need not be checked.
        rgb: Its colour, ``#rrggbb``; empty in black and white.
    """
    base, edge = QColor(theme.base), QColor(theme.edge)
    if is_quiet:
        base = blended(theme.red, theme.base, _QUIET_SHARE)
    elif number.is_doubtful:
        base = blended(theme.red, theme.base, 0.15 + 0.5 * (1 - number.confidence))
        edge = QColor(theme.red)
    elif number.is_settled:
        base = blended(theme.green, theme.base, 0.18)
    elif number.origin is NumberOrigin.REPAIRED:
        base = blended(theme.accent, theme.base, 0.18)
    _paint_box(painter, box, base, edge, theme, current)
    cut = QRect(
        box.left() + _PADDING_PX, box.top() + _PADDING_PX, box.width() - 2 * _PADDING_PX, CUT_PX
    )
    if number.quad is not None:
        ratio = painter.device().devicePixelRatioF()
        image = cutouts.get(number.quad, round(CUT_PX * ratio))
        wide = min(round(image.width() / ratio), cut.width())
        target = QRect(cut.center().x() - wide // 2, cut.top(), wide, CUT_PX)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawImage(target, image)
    painter.setPen(QColor(theme.text))
    text = QRect(box.left(), cut.bottom() + 2, box.width(), box.bottom() - cut.bottom() - 2)
    painter.drawText(text, Qt.AlignmentFlag.AlignCenter, str(number.value))
    if rgb:
        strip = QRectF(box.left() + 4, box.bottom() - _STRIP_PX - 1, box.width() - 8, _STRIP_PX)
        painter.setPen(QPen(QColor(theme.edge), 1))
        painter.setBrush(QColor(rgb))
        painter.drawRoundedRect(strip, 2, 2)
    _paint_mark(painter, box, mark_of(number), theme, number.is_doubtful and not is_quiet)


def paint_name(
    painter: QPainter,
    box: QRect,
    text: str,
    theme: Theme,
    current: bool,
    mark: str,
    is_quiet: bool,
) -> None:
    """Paint the number of a line, and the line's own mark."""
    doubtful, wrong = "?" in mark and not is_quiet, "!" in mark
    if mark or current:
        base = blended(theme.red, theme.base, 0.3) if doubtful else QColor(theme.base)
        if is_quiet:
            base = blended(theme.red, theme.base, _QUIET_SHARE)
        if "✓" in mark:
            base = blended(theme.green, theme.base, 0.18)
        edge = QColor(theme.red if doubtful or wrong else theme.edge)
        _paint_box(painter, box, base, edge, theme, current)
    painter.setPen(QColor(theme.text))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
    _paint_mark(painter, box, mark, theme, doubtful or wrong)


def _paint_box(
    painter: QPainter, box: QRect, base: QColor, edge: QColor, theme: Theme, current: bool
) -> None:
    painter.setBrush(base)
    painter.setPen(QPen(QColor(theme.accent), 3) if current else QPen(edge, 1))
    painter.drawRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)


def _paint_mark(painter: QPainter, box: QRect, mark: str, theme: Theme, is_strong: bool) -> None:
    if not mark:
        return
    font = QFont(painter.font())
    painter.setFont(strong(font) if is_strong else scaled(font, 0.9))
    painter.setPen(QColor(theme.text))  # a fainter colour is not legible on a tint
    size = painter.fontMetrics().boundingRect(mark).size()
    at = QPoint(box.right() - size.width() - 4, box.bottom() - painter.fontMetrics().descent() - 2)
    painter.drawText(at, mark)
    painter.setFont(font)
