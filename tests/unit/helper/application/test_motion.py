"""Whether something may move: the player's choice, then the system's."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget

from helper.application.motion import Motion
from helper.application.settings import MotionChoice, Settings


@pytest.mark.parametrize(
    ("choice", "system_ms", "is_reduced"),
    [
        (MotionChoice.SYSTEM, 200, False),
        (MotionChoice.SYSTEM, 0, True),
        (MotionChoice.REDUCED, 200, True),
        (MotionChoice.FULL, 0, False),
    ],
)
def test_the_player_decides_or_leaves_it_to_the_system(
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    choice: MotionChoice,
    system_ms: int,
    is_reduced: bool,
) -> None:
    widget = QWidget()
    monkeypatch.setattr(type(widget.style()), "styleHint", lambda *_: system_ms)
    settings.change(motion=choice)
    assert Motion(settings).is_reduced(widget) is is_reduced


def test_the_choice_is_kept(settings: Settings) -> None:
    settings.change(motion=MotionChoice.REDUCED)
    settings.sync()
    assert Settings().preferences.motion is MotionChoice.REDUCED


def test_the_answer_of_the_desktop_counts(settings: Settings) -> None:
    motion, widget = Motion(settings), QWidget()
    assert not motion.is_reduced(widget)
    motion._portal["reduced-motion"] = 1
    assert motion.is_reduced(widget)
