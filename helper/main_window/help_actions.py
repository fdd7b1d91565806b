"""The commands of the Help menu."""

from __future__ import annotations

from PySide6.QtGui import QAction

from helper.main_window.drawing_actions import Make
from helper.main_window.help_menu import Helping


class HelpActions:
    """Pages of the help as actions."""

    def __init__(self, pages: Helping, make: Make) -> None:
        self.how_to_play = make(
            "How to &Play", "", None, "Six short steps on small boards", pages.show_how_to_play
        )
        self.learn = make(
            "&Learn", "", None, "A lesson for each solving technique", pages.show_lessons
        )
        self.keyboard = make(
            "&Keyboard and Mouse", "help", "F1", "What keys and buttons do", pages.show_keyboard
        )
        self.techniques = make(
            "Solving &Techniques", "", None, "What the techniques say", pages.show_techniques
        )
        self.creating = make(
            "C&reating Puzzles", "", None, "How to make and repair puzzles", pages.show_creating
        )
        self.methods = make("&Solving Methods", "", None, "What the methods do", pages.show_methods)
        self.scanning = make(
            "S&canning Pictures", "", None, "How pictures are read and checked", pages.show_scanning
        )
        self.camera = make("Ca&mera", "", None, "How to use a camera", pages.show_camera)
        self.about = make(
            "&About Nonogram Helper", "", None, "Version and licence", pages.show_about
        )
        self.about.setMenuRole(QAction.MenuRole.AboutRole)
        self.all = (
            self.how_to_play, self.learn, self.keyboard, self.techniques, self.creating,
            self.methods, self.scanning, self.camera, self.about,
        )  # fmt: skip
