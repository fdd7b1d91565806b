"""Patterns for colours are offered at the first colour puzzle, once."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from helper.application.settings import ColorSigns, Settings
from helper.palette.signs_offer import SignsOffer
from helper.play.session import Session
from helper.widgets.banner import Banner
from helper.widgets.style import PRIMARY
from puzzles import Color, Grid, Puzzle, puzzle_of
from puzzles.formats import Document
from tests.support.boards import CHICK

APART = (Color("0", "#ffffff"), Color("a", "#000000"), Color("b", "#2050e0"))
ALIKE = (Color("0", "#ffffff"), Color("a", "#c83030"), Color("b", "#708020"))


def in_color(palette: tuple[Color, ...]) -> Document:
    empty = replace(Puzzle.empty(2, 2), palette=palette)
    return Document(puzzle_of(Grid(2, 2, 3, [2, 4, 1, 2]), empty))


@pytest.fixture
def banner(qtbot: QtBot, session: Session, settings: Settings) -> Banner:
    made = Banner()
    qtbot.addWidget(made)
    SignsOffer(session, settings, made)
    return made


def test_the_first_colour_puzzle_asks_and_no_other(
    session: Session, settings: Settings, banner: Banner
) -> None:
    session.open_copy(Document(CHICK))
    assert not banner.text
    session.open_copy(in_color(APART))
    assert "colour" in banner.text
    banner.button("Not Now").click()
    assert not banner.text
    session.open_copy(in_color(APART))
    assert not banner.text
    assert Settings().signs_offered
    assert settings.preferences.color_signs is ColorSigns.WHEN_ALIKE


def test_no_button_of_the_question_stands_out(session: Session, banner: Banner) -> None:
    session.open_copy(in_color(APART))
    assert not any(banner.button(name).property(PRIMARY) for name in banner.button_names)


def test_the_answer_shows_the_patterns(
    session: Session, settings: Settings, banner: Banner
) -> None:
    session.open_copy(in_color(APART))
    banner.button("Show Patterns").click()
    assert settings.preferences.color_signs is ColorSigns.ALWAYS
    assert not banner.text


def test_another_puzzle_ends_the_question(session: Session, banner: Banner) -> None:
    session.open_copy(in_color(APART))
    session.open_copy(Document(CHICK))
    assert not banner.text


@pytest.mark.parametrize("choice", [ColorSigns.ALWAYS, ColorSigns.NEVER])
def test_nobody_is_asked_who_has_chosen(
    session: Session, settings: Settings, banner: Banner, choice: ColorSigns
) -> None:
    settings.change(color_signs=choice)
    session.open_copy(in_color(APART))
    assert not banner.text
    assert not settings.signs_offered


def test_nobody_is_asked_who_sees_the_patterns(
    session: Session, settings: Settings, banner: Banner
) -> None:
    assert settings.preferences.shows_signs(ALIKE)
    session.open_copy(in_color(ALIKE))
    assert not banner.text
    assert not settings.signs_offered
