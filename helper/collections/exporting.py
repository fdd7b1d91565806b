"""Asks where puzzles are to be exported to, and exports them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFileDialog, QWidget

from helper.home.entries import Entry
from helper.widgets.progress_task import ProgressTask
from puzzles.titles import file_stem
from puzzles.words import _, plural, worded

if TYPE_CHECKING:
    from helper.collections.export_work import Exported


class Exporter:
    """Exports puzzles of collections as ``.non`` files."""

    def __init__(
        self,
        library: Path,
        window: QWidget,
        say: Callable[[str], object],
        warn: Callable[[str], object],
    ) -> None:
        """Begin.

        Args:
            library: The library's file.
            window: The parent of dialogs.
            say: Shows a sentence for a while.
            warn: Shows a sentence until it is closed.
        """
        self._library, self._window, self._say, self._warn = library, window, say, warn
        self.task = ProgressTask(window)

    def to_archive(self, entries: Sequence[Entry], title: str) -> None:
        """Ask for a zip archive, and export into it.

        Args:
            entries: Puzzles of collections.
            title: The proposed name.
        """
        chosen, _filter = QFileDialog.getSaveFileName(
            self._window, _("Export"), f"{file_stem(title)}.zip", _("Zip archives (*.zip)")
        )
        if chosen:
            target = Path(chosen)
            self.start(entries, target if target.suffix else target.with_suffix(".zip"))

    def to_folder(self, entries: Sequence[Entry], title: str) -> None:
        """Ask where a new folder is to be made, and export into it."""
        from helper.collections.export_work import free_folder

        chosen = QFileDialog.getExistingDirectory(self._window, _("Export to a New Folder In"))
        if chosen:
            self.start(entries, free_folder(Path(chosen), title))

    def start(self, entries: Sequence[Entry], target: Path) -> None:
        """Export into an archive that ends in ``.zip``, or into a new folder."""
        from helper.collections.export_work import export_work

        work = partial(export_work, self._library, exported(entries), target)
        sentence = plural(len(entries), "Exporting {count} puzzle …", "Exporting {count} puzzles …")
        self.task.start(_("Export"), sentence, work, partial(self._end, target))

    def _end(self, target: Path, done: object, problem: str) -> None:
        count = done if isinstance(done, int) else 0
        if problem:
            self._warn(worded("The export ended early: {problem}.", problem=problem))
        elif self.task.is_cancelled and not count:
            self._say(_("The export was cancelled."))
        else:
            self._say(
                plural(
                    count,
                    "Exported {count} puzzle to {target}.",
                    "Exported {count} puzzles to {target}.",
                    target=target,
                )
            )


def exported(entries: Sequence[Entry]) -> tuple[Exported, ...]:
    """Puzzles with the names of their files, which tell no secret titles."""
    from helper.collections.export_work import Exported, file_name

    digits = len(str(max((entry.number for entry in entries), default=1)))
    taken = set[str]()
    found = []
    for entry in entries:
        if entry.imported is None:
            continue
        shown = entry.name or (entry.title if entry.is_solved else "")
        name = file_name(entry.number, digits, shown)
        if name in taken:  # puzzles of several collections have the same number
            name = f"{name.removesuffix('.non')} ({entry.imported.id}).non"
        taken.add(name)
        found.append(Exported(entry.imported.id, name, entry.name))
    return tuple(found)
