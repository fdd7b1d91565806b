"""Hints that come at once, for tests of what is done with them."""

from __future__ import annotations

from helper.hints.hint_work import HintRequest, WhyRequest, answer_to
from helper.workers.request_process import RequestProcess


class QuickHints(RequestProcess):
    """Answers requests for hints at once, in this process."""

    def start(self) -> None:
        pass

    def ask(self, request: object) -> None:
        assert isinstance(request, HintRequest | WhyRequest)
        self.answered.emit(answer_to(request, lambda: False))
