"""Reads many files one after the other in child processes, and tells of each page."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from helper.review.page_work import PageScan, pages_work
from helper.workers.jobs import Job
from puzzles.many import cores
from recognizer.source import SourceData

MAX_JOBS = 4
"""Files that are read at a time at most: each may need a gigabyte."""


class _Pages(NamedTuple):
    """Pages of a file to be read."""

    source: SourceData
    first: int
    last: int | None
    """``None`` for the last one that it has."""


class PageQueue(QObject):
    """Files that wait to be read. A file that ends its process costs only itself.

    Signals:
        page_read: ``SourceData``, :class:`PageScan`.
        failed: ``SourceData`` and ``str``, the sentence: a file could not be read to its end.
        progressed: A file has ended.
        finished: Nothing is left to read, or reading was stopped.
    """

    page_read = Signal(object, object)
    failed = Signal(object, str)
    progressed = Signal()
    finished = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: list[_Pages] = []
        self._jobs: dict[Job, _Pages] = {}
        self._reached: dict[Job, PageScan] = {}
        """The last page that was read of each."""
        self.total = self.done = 0
        """Files altogether, and those that have ended."""

    @property
    def is_running(self) -> bool:
        """Whether files are still to be read."""
        return bool(self._jobs or self._waiting)

    @property
    def pages(self) -> tuple[int, int]:
        """How many pages were read of the files that are open, and how many these have."""
        last = self._reached.values()
        return sum(scan.page for scan in last), sum(scan.pages for scan in last)

    @property
    def share(self) -> float:
        """The share of all files that was read, from 0 to 1."""
        opened = sum(scan.page / scan.pages for scan in self._reached.values())
        return (self.done + opened) / max(1, self.total)

    def add(self, sources: Iterable[SourceData], page: int | None = None) -> None:
        """Read more files, or one page of each."""
        if not self.is_running:
            self.total = self.done = 0
        more = list(sources)
        self._waiting += [_Pages(source, page or 1, page) for source in more]
        self.total += len(more)
        self._start()

    def stop(self) -> None:
        """Read no more; what was read stays."""
        if self.is_running:
            self.close()
            self.finished.emit()

    def close(self) -> None:
        """End at once, without a signal."""
        self._waiting.clear()
        for job in list(self._jobs):
            job.kill()
            job.deleteLater()
        self._jobs.clear()
        self._reached.clear()

    def _start(self) -> None:
        while self._waiting and len(self._jobs) < min(cores(), MAX_JOBS):
            pages = self._waiting.pop(0)
            work = partial(pages_work, pages.source, pages.first)
            job = Job(work if pages.last is None else partial(work, last=pages.last), self)
            job.reported.connect(partial(self._report, job, pages.source))
            job.finished.connect(lambda _, job=job: self._end(job))
            job.failed.connect(partial(self._fail, job))
            self._jobs[job] = pages
            job.start()

    def _report(self, job: Job, source: SourceData, scan: PageScan) -> None:
        if not scan.replaces:  # a joined board is on an earlier page
            self._reached[job] = scan
        self.page_read.emit(source, scan)

    def _fail(self, job: Job, sentence: str) -> None:
        """Tell of a failure; a page that has ended its process does not cost the next ones."""
        if job not in self._jobs:
            return
        pages, reached = self._jobs[job], self._reached.get(job)
        if reached is None or reached.page >= (pages.last or reached.pages):
            self.failed.emit(pages.source, sentence)
        else:
            page = reached.page + 1
            self.page_read.emit(pages.source, PageScan(page, reached.pages, (), sentence))
            if page < (pages.last or reached.pages):
                self._waiting.insert(0, pages._replace(first=page + 1))
                self.done -= 1  # it has not ended
        self._end(job)

    def _end(self, job: Job) -> None:
        if self._jobs.pop(job, None) is None:
            return
        self._reached.pop(job, None)
        job.deleteLater()
        self.done += 1
        self.progressed.emit()
        self._start()
        if not self.is_running:
            self.finished.emit()
