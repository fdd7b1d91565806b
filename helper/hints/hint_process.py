"""The child process that answers hints and checks."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar, overload

from PySide6.QtCore import QObject

from helper.commands.command import Feature
from helper.hints.hint_work import (
    CheckAnswer,
    CheckRequest,
    Hint,
    HintRequest,
    Request,
    WhyRequest,
    make_hinter,
)
from helper.workers.request_process import RequestProcess
from puzzles.words import capitalized, worded

_Answer = TypeVar("_Answer", contravariant=True)


class Asker(Protocol[_Answer]):
    """Who asks for hints or checks."""

    def take(self, answer: _Answer) -> None:
        """Get the answer."""

    def fail(self, sentence: str) -> None:
        """Get the reason why there is none."""

    def drop(self) -> None:
        """Another asker's request has replaced this one's."""


class HintProcess(Feature):
    """One child process for all askers; the newest request is answered. The owner calls close()."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: RequestProcess | None = None
        self._asker: Asker[Any] | None = None
        self._is_over = False

    @property
    def is_busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._process is not None and self._process.is_busy

    @overload
    def ask(self, asker: Asker[Hint], request: HintRequest | WhyRequest) -> None: ...

    @overload
    def ask(self, asker: Asker[CheckAnswer], request: CheckRequest) -> None: ...

    def ask(self, asker: Asker[Any], request: Request) -> None:
        """Send a request; ``asker`` gets the answer, unless another request replaces it.

        Nothing happens after :meth:`close`.
        """
        if self._is_over:
            return
        before, self._asker = self._asker, asker
        if before is not None and before is not asker and self.is_busy:
            before.drop()
        self.warm_up().ask(request)

    def cancel(self, asker: Asker[Any]) -> None:
        """Drop the request of an asker. Harmless when there is none."""
        if self._process is not None and self._asker is asker:
            self._process.cancel()

    def warm_up(self) -> RequestProcess:
        """Start the child process, so that the first hint is not delayed by it."""
        if self._process is None:
            self._process = RequestProcess(make_hinter, self)
            self._process.answered.connect(self._take)
            self._process.failed.connect(self._fail)
            self._process.start()
        return self._process

    def close(self) -> None:
        """End the child process for good."""
        self._is_over = True
        if self._process is not None:
            self._process.close()
            self._process = None

    def _take(self, answer: Hint | CheckAnswer) -> None:
        if self._asker is not None:
            self._asker.take(answer)

    def _fail(self, sentence: str) -> None:
        if self._asker is not None:
            self._asker.fail(worded("{sentence}.", sentence=capitalized(sentence)))
