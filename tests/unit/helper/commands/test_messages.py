"""What a window says is no longer than a page."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QMessageBox, QWidget

from helper.commands.messages import MAX_SHOWN, Messages


@pytest.mark.usefixtures("qapp")
def test_a_message_has_at_most_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    answer = QMessageBox.StandardButton.Yes

    def show(_parent: QWidget | None, _title: str, text: str, *_buttons: object) -> object:
        said.append(text)
        return answer

    monkeypatch.setattr(QMessageBox, "warning", show)
    monkeypatch.setattr(QMessageBox, "question", show)
    messages = Messages()
    for signal in (messages.info_given, messages.notice_given, messages.trouble_given):
        signal.connect(said.append)
    long = "x" * 1_000_000
    for speak in (messages.info, messages.notice, messages.trouble, messages.warning, messages.ask):
        speak(long)
    assert [len(text) for text in said] == [MAX_SHOWN] * 5
    messages.info("Saved.")
    assert said[-1] == "Saved."
