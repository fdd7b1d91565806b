"""What became of each file of an import, as values and as text. No Qt."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import NamedTuple

from helper.application.collection_store import Marks
from puzzles.words import _, enumerated, paragraph, plural, worded

_LEFT_OUT = _("The marks in the file left out, since you have begun the puzzle before")


class FindingKind(enum.Enum):
    """What became of a file."""

    NOT_READ = "not-read"
    KNOWN = "known"
    TURNED = "turned"
    ADDED = "added"


_HEADINGS = {
    FindingKind.NOT_READ: _("Not read"),
    FindingKind.TURNED: _("Added, but turned or mirrored it is there already"),
    FindingKind.KNOWN: _("Not added, since the same puzzle is there already"),
}
"""Of the report, in their order; a puzzle that was simply added is only counted."""


class ImportFinding(NamedTuple):
    """What became of one file."""

    kind: FindingKind
    name: str
    """The file."""
    detail: str = ""
    """The reason, or where the same puzzle is."""
    marks: Marks = Marks.NONE
    """What became of the marks in the file."""

    def __str__(self) -> str:
        return f"{self.name}: {self.detail}" if self.detail else self.name


class ImportProgress(NamedTuple):
    """A batch that is in the library, and how far the import is."""

    done: int
    total: int
    findings: tuple[ImportFinding, ...]


@dataclass(frozen=True)
class ImportReport:
    """The findings of an import, in the order of the files."""

    titles: tuple[str, ...]
    """The collections'."""
    findings: tuple[ImportFinding, ...]
    end: str = ""
    """Why it ended early; empty if it did not."""

    def count(self, *kinds: FindingKind) -> int:
        """How many files became one of these."""
        return sum(finding.kind in kinds for finding in self.findings)

    @property
    def added(self) -> int:
        """The number of puzzles that were added."""
        return self.count(FindingKind.ADDED, FindingKind.TURNED)

    @property
    def is_plain(self) -> bool:
        """Whether everything was added, and nothing else is to be told."""
        are_added = self.count(FindingKind.ADDED) == len(self.findings) and not self.with_marks(
            Marks.LEFT_OUT
        )
        return bool(self.findings) and not self.end and are_added

    def with_marks(self, marks: Marks) -> list[ImportFinding]:
        """The files whose marks became this."""
        return [finding for finding in self.findings if finding.marks is marks]

    @property
    def sentence(self) -> str:
        """The counts in one sentence."""
        if not self.findings:
            return self.end or _("There are no files to import.")
        parts = [self._added_text]
        if turned := self.count(FindingKind.TURNED):
            parts = [
                worded(
                    "{added} ({turned} turned or mirrored of others)",
                    added=parts[0],
                    turned=turned,
                )
            ]
        if known := self.count(FindingKind.KNOWN):
            parts.append(worded("{known} there already", known=known))
        if failed := self.count(FindingKind.NOT_READ):
            parts.append(plural(failed, "{count} file not read", "{count} files not read"))
        if kept := len(self.with_marks(Marks.KEPT)):
            parts.append(
                plural(
                    kept,
                    "{count} begun with the marks of its file",
                    "{count} begun with the marks of the files",
                )
            )
        if left_out := len(self.with_marks(Marks.LEFT_OUT)):
            parts.append(
                plural(
                    left_out,
                    "the marks of {count} file left out",
                    "the marks of {count} files left out",
                )
            )
        return paragraph(worded("{sentence}.", sentence=enumerated(parts)), self.end)

    @property
    def _added_text(self) -> str:
        if not self.added:
            return _("No puzzle added")
        if len(self.titles) == 1:
            return plural(
                self.added,
                "{count} puzzle added to “{title}”",
                "{count} puzzles added to “{title}”",
                title=self.titles[0],
            )
        return plural(
            self.added,
            "{count} puzzle added to {collections} collections",
            "{count} puzzles added to {collections} collections",
            collections=len(self.titles),
        )

    def to_text(self) -> str:
        """The whole report; the puzzles that were simply added are only counted."""
        lines = [self.sentence]
        for kind, heading in _HEADINGS.items():
            found = [str(finding) for finding in self.findings if finding.kind is kind]
            if found:
                lines += ["", f"{heading} ({len(found)}):", *(f"  {line}" for line in found)]
        if left_out := self.with_marks(Marks.LEFT_OUT):
            heading = f"{_LEFT_OUT} ({len(left_out)}):"
            lines += ["", heading, *(f"  {finding.name}" for finding in left_out)]
        return "\n".join(lines) + "\n"
