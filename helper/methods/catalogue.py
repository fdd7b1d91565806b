"""The catalogue of solving methods, loaded once in a child process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from helper.commands.command import Feature
from helper.workers.jobs import Job

if TYPE_CHECKING:
    from helper.methods.methods import MethodInfo


class Catalogue(Feature):
    """The descriptions of all methods, once they are loaded.

    Signals:
        loaded: All descriptions are known now.
    """

    loaded = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.methods: tuple[MethodInfo, ...] = ()
        """All methods that can be used here; empty until they are loaded."""
        self._job: Job | None = None

    def load(self) -> None:
        """Start loading, unless that was done before."""
        if self.methods or self._job is not None:
            return
        from helper.methods.method_work import describe_work
        from helper.methods.methods import describe_all

        self._job = Job(describe_work, self)
        self._job.finished.connect(self._keep)
        self._job.failed.connect(lambda _: self._keep(describe_all()))
        self._job.start()

    def when_loaded(self, then: Callable[[], object]) -> None:
        """Call a function once, now or as soon as all methods are loaded."""
        if self.methods:
            then()
            return

        def call() -> None:
            self.loaded.disconnect(call)
            then()

        self.loaded.connect(call)
        self.load()

    def find(self, name: str) -> MethodInfo | None:
        """A method; ``None`` if it is not loaded yet."""
        return next((method for method in self.methods if method.name == name), None)

    def method(self, name: str) -> MethodInfo:
        """A method; imports its engine if it is not loaded yet."""
        from helper.methods.methods import describe

        return self.find(name) or describe(name)

    def close(self) -> None:
        """Kill the child process: the window closes."""
        if self._job is not None:
            self._job.kill()

    def _keep(self, methods: Sequence[MethodInfo]) -> None:
        self.methods = tuple(methods)
        self.loaded.emit()
