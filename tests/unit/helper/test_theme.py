"""The colours of the program."""

from __future__ import annotations

import pytest

from helper.application.theme import DARK, LIGHT, Theme

TEXT, SHAPES, FIVES = 4.5, 3.0, 2.0
"""Contrasts: of text and of shapes by WCAG 2.1 (1.4.3, 1.4.11); of strong lines to thin ones."""


def luminance(color: str) -> float:
    """The relative luminance of ``#rrggbb``, by WCAG 2.1."""
    parts = [int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.fixture(params=[LIGHT, DARK], ids=lambda theme: theme.name)
def theme(request: pytest.FixtureRequest) -> Theme:
    found: Theme = request.param
    return found


def test_text_can_be_read(theme: Theme) -> None:
    for color in (theme.text, theme.faint, theme.red, theme.green, theme.accent):
        assert contrast(color, theme.window) >= TEXT
        assert contrast(color, theme.base) >= TEXT


def test_lights_and_what_is_selected_stand_out(theme: Theme) -> None:
    for color in (theme.open, theme.green, theme.red, theme.accent):
        assert contrast(color, theme.window) >= SHAPES


def test_marks_and_strong_lines_are_seen_on_paper_and_on_ink(theme: Theme) -> None:
    for color in (theme.grid_five, theme.dot):
        assert contrast(color, theme.paper) >= SHAPES
        assert contrast(color, theme.ink) >= SHAPES
    assert contrast(theme.grid_five, theme.grid) >= FIVES
    assert contrast(theme.paper, theme.ink) >= TEXT


def test_no_picture_is_shown_as_its_negative(theme: Theme) -> None:
    assert luminance(theme.paper) > luminance(theme.ink)
