"""Prepares a review window step by step while its picture is read.

Preparing it in one step would make the main window stutter: modules have to be loaded, and Qt is
slow with the first widget of each kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from helper.application.theme import Theme

_MODULES = (
    "cv2",
    "recognizer.images",
    "helper.review.draft",
    "helper.review.picture_view",
    "helper.review.clue_panel",
    "helper.review.detail",
    "helper.review.grid_bar",
    "helper.review.rereading",
    "helper.review.review_window",
    "helper.review.review_autosave",
)


def prepare(theme: Theme) -> Iterator[None]:
    """Load the modules and create the first widgets; each step takes a few milliseconds."""
    for module in _MODULES:
        import_module(module)
        yield
    import numpy as np

    from helper.review.clue_panel import CluePanel
    from helper.review.cutouts import Cutouts
    from helper.review.detail import Detail
    from helper.review.draft import Draft
    from helper.review.grid_bar import GridBar
    from helper.review.review import Review
    from recognizer.values import Reading

    picture = np.zeros((4, 4, 3), np.uint8)
    review, cutouts = Review(Draft.of(Reading(), picture)), Cutouts(picture)
    for make in (
        lambda: GridBar(review, theme),
        lambda: CluePanel(review, cutouts, theme),
        lambda: Detail(review, cutouts, theme),
    ):
        make().deleteLater()
        yield
    review.deleteLater()
