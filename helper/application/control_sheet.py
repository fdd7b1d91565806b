"""The style sheet of the application: how buttons, fields, lists and sliders look in all windows.

One scale: spacing 4, 8, 12, 16, 20; radius 8 (controls), 12 (cards); text 12, 14, 16, 18, 24.
The sheet of a page adds what only that page has, and its rules come before these.
Qt measures the list of a combo box with the vertical padding of the box that has the focus, and
lays it out with that of a box without: the two are equal, or the list is cut. Without a largest
height, boxes of numbers are higher than other fields, and a list that has the focus than others.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from PySide6.QtCore import QDir

_PICTURES = "controls"
"""The prefix of the pictures' paths in the sheet."""
_SHEET = """
QPushButton {{
    background: {base}; color: {text}; border: 1px solid {line}; border-radius: 8px;
    padding: 6px 14px; font-weight: 500; min-height: 20px;
}}
QPushButton:hover {{ border-color: {faint}; }}
QPushButton:pressed, QPushButton:checked {{ background: {tint}; }}
QPushButton:default {{ border-color: {accent}; }}
QPushButton:disabled {{ background: {window}; color: {faint}; border-color: {line}; }}
QPushButton:focus {{ border: 2px solid {accent}; padding: 5px 13px; }}
QPushButton[compact="true"] {{ padding: 3px 8px; }}
QPushButton[compact="true"]:focus {{ padding: 2px 7px; }}
QPushButton[in-row="true"] {{
    padding: 0 8px; min-height: 0; border-radius: 4px; margin: 2px 4px 2px 0;
}}
QPushButton[in-row="true"]:focus {{ padding: 0 7px; }}
QPushButton[primary="true"]:enabled {{
    background: {accent}; color: {on_accent}; border-color: {accent};
}}
QPushButton[primary="true"]:enabled:hover {{ border-color: {text}; }}
QPushButton[primary="true"]:enabled:focus {{ border: 2px solid {text}; }}

QPushButton#fold {{
    background: transparent; border-color: transparent; padding: 3px 8px 3px 2px;
    text-align: left;
}}
QPushButton#fold:hover {{ border-color: {line}; }}
QPushButton#fold:focus {{ border: 2px solid {accent}; padding: 2px 7px 2px 1px; }}

QLineEdit, QComboBox, QAbstractSpinBox, QPlainTextEdit {{
    background: {base}; color: {text}; border: 1px solid {faint}; border-radius: 8px;
    padding: 5px 8px; min-height: 20px;
    selection-background-color: {accent}; selection-color: {on_accent};
}}
QLineEdit:focus, QComboBox:focus, QAbstractSpinBox:focus, QPlainTextEdit:focus {{
    border: 2px solid {accent}; padding: 4px 7px;
}}
QComboBox:focus {{ padding: 5px 7px; min-height: 18px; max-height: 18px; }}
QAbstractSpinBox {{ padding: 5px 0; }}
QComboBox, QAbstractSpinBox {{ max-height: 20px; }}
QAbstractSpinBox:focus {{ padding: 4px 0; }}
QLineEdit:disabled, QComboBox:disabled, QAbstractSpinBox:disabled {{
    background: {window}; color: {faint}; border-color: {line};
}}
QComboBox QLineEdit, QAbstractSpinBox QLineEdit,
QComboBox QLineEdit:focus, QAbstractSpinBox QLineEdit:focus {{
    background: transparent; border: none; padding: 0; min-height: 0;
}}
QAbstractItemView QLineEdit, QAbstractItemView QLineEdit:focus {{ padding: 0 4px; min-height: 0; }}
QComboBox {{ combobox-popup: 0; }}
QComboBox::drop-down {{ border: none; width: 28px; }}
QComboBox::down-arrow {{ image: url(controls:arrow-down.svg); width: 14px; height: 14px; }}
QComboBox QAbstractItemView {{
    background: {base}; color: {text}; border: 1px solid {line}; border-radius: 8px;
    padding: 4px; outline: none;
    selection-background-color: {tint}; selection-color: {text};
}}
QComboBox QAbstractItemView::item {{ min-height: 26px; padding: 0 6px; border-radius: 4px; }}
QComboBox QAbstractItemView::item:selected {{ background: {tint}; color: {text}; }}
QComboBoxPrivateContainer {{ background: transparent; border: none; }}
QMenu {{
    background: {base}; color: {text}; border: 1px solid {line}; border-radius: 8px; padding: 4px;
}}
QMenu::item {{ padding: 5px 24px 5px 8px; border-radius: 4px; background: transparent; }}
QMenu::icon {{ padding-left: 8px; }}
QMenu::item:selected {{ background: {tint}; }}
QMenu::item:disabled {{ color: {faint}; }}
QMenu::separator {{ height: 1px; background: {line}; margin: 4px 8px; }}
QMenu::indicator {{ width: 14px; height: 14px; margin-left: 6px; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{
    border: none; background: transparent; width: 20px; subcontrol-origin: border;
}}
QAbstractSpinBox::up-button {{ subcontrol-position: top right; margin: 3px 2px 0 0; }}
QAbstractSpinBox::down-button {{ subcontrol-position: bottom right; margin: 0 2px 3px 0; }}
QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover {{
    background: {tint}; border-radius: 4px;
}}
QAbstractSpinBox::up-arrow {{ image: url(controls:arrow-up.svg); width: 11px; height: 11px; }}
QAbstractSpinBox::down-arrow {{ image: url(controls:arrow-down.svg); width: 11px; height: 11px; }}

QCheckBox {{
    spacing: 8px; border: 2px solid transparent; border-radius: 6px; padding: 1px 4px 1px 0;
}}
QCheckBox:focus {{ border-color: {accent}; }}
QCheckBox:disabled {{ color: {faint}; }}
QCheckBox::indicator, QAbstractItemView::indicator {{
    width: 14px; height: 14px; border: 2px solid {faint}; border-radius: 4px; background: {base};
}}
QCheckBox::indicator:hover {{ border-color: {accent}; }}
QCheckBox::indicator:checked, QAbstractItemView::indicator:checked {{
    background: {accent}; border-color: {accent}; image: url(controls:tick-{name}.svg);
}}
QCheckBox::indicator:disabled, QAbstractItemView::indicator:disabled {{ border-color: {line}; }}
QCheckBox::indicator:checked:disabled, QAbstractItemView::indicator:checked:disabled {{
    background: {faint}; border-color: {faint};
}}

QSlider {{ min-height: 22px; }}
QSlider::groove:horizontal {{ height: 4px; border-radius: 2px; background: {line}; }}
QSlider::sub-page:horizontal {{ border-radius: 2px; background: {accent}; }}
QSlider::sub-page:horizontal:disabled {{ background: {faint}; }}
QSlider::handle:horizontal {{
    width: 12px; height: 12px; margin: -6px 0; border: 2px solid {accent}; border-radius: 8px;
    background: {base};
}}
QSlider::handle:horizontal:focus {{ background: {accent}; border-color: {text}; }}
QSlider::handle:horizontal:disabled {{ border-color: {faint}; }}

QProgressBar {{
    background: {line}; color: {text}; border: none; border-radius: 3px; text-align: center;
}}
QProgressBar::chunk {{ background: {accent}; border-radius: 3px; }}
QProgressBar[textVisible="true"] {{
    background: {base}; border: 1px solid {line}; border-radius: 8px; min-height: 24px;
}}
QProgressBar[textVisible="true"]::chunk {{
    background: {tint}; border: 1px solid {accent}; border-radius: 7px;
}}

QTableView, QTextBrowser {{
    background: {base}; alternate-background-color: {window}; border: 1px solid {line};
    border-radius: 8px; selection-background-color: {tint}; selection-color: {text};
}}
QTextBrowser#help {{
    border: 2px solid transparent; border-radius: 0; padding: 10px 14px;
}}
QListView#steps {{
    background: {base}; border: 1px solid {line}; border-radius: 8px; padding: 4px; outline: none;
}}
QListView#steps::item {{ padding: 4px 6px; border-radius: 6px; color: {text}; }}
QListView#steps::item:selected {{ background: {tint}; color: {text}; }}
QTableView:focus, QTextBrowser:focus, QListView#steps:focus {{ border-color: {accent}; }}
QHeaderView {{ background: transparent; border: none; }}
QHeaderView::section {{
    background: {window}; color: {faint}; border: none; border-bottom: 1px solid {line};
    padding: 6px 8px;
}}
QHeaderView::section:first {{ border-top-left-radius: 8px; }}
QHeaderView::section:last {{ border-top-right-radius: 8px; }}

QToolBar {{
    background: {window}; border: none; border-bottom: 1px solid {line};
    padding: 0 6px; spacing: 4px;
}}
QToolBar::separator {{ background: {line}; width: 1px; margin: 4px 8px; }}
QToolButton {{
    background: transparent; color: {text}; border: 1px solid transparent; border-radius: 8px;
    padding: 6px 10px;
}}
QToolButton:hover {{ background: {base}; border-color: {line}; }}
QToolButton:pressed {{ background: {tint}; }}
QToolButton:checked {{ background: {tint}; color: {accent}; font-weight: 600; }}
QToolButton:disabled {{ color: {faint}; }}
QToolButton#qt_toolbar_ext_button {{
    padding: 0; border: none; qproperty-icon: url(controls:arrow-down.svg);
}}

QFrame#card, QFrame#Banner {{ background: {base}; border: 1px solid {line}; border-radius: 12px; }}
QFrame[frameShape="4"], QFrame[frameShape="HLine"] {{
    background: {line}; border: none; min-height: 1px; max-height: 1px;
}}
QFrame#bar {{ border: none; border-bottom: 1px solid {line}; }}
QFrame#foot {{ border: none; border-top: 1px solid {line}; }}
QLabel[kind="faint"] {{ color: {faint}; }}
QLabel[kind="error"] {{ color: {red}; }}
QLabel[kind="heading"] {{ font-size: 16px; font-weight: bold; }}
QLabel[kind="title"] {{ font-size: 24px; font-weight: bold; }}

QSplitter::handle {{ background: transparent; }}
QSplitter::handle:vertical {{ height: 6px; }}
QSplitter::handle:horizontal {{ width: 6px; }}

QScrollBar:vertical {{ background: transparent; border: none; width: 12px; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; border: none; height: 12px; margin: 0; }}
QAbstractScrollArea::corner {{ background: transparent; border: none; }}
QScrollBar::handle {{ background: {faint}; border-radius: 3px; }}
QScrollBar::handle:vertical {{ margin: 2px 3px; min-height: 32px; }}
QScrollBar::handle:horizontal {{ margin: 3px 2px; min-width: 32px; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; border: none; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: none; }}

QToolTip {{
    background: {base}; color: {text}; border: 1px solid {line}; padding: 4px 6px;
}}
"""


def control_sheet(colors: Mapping[str, object]) -> str:
    """The sheet in the colours of a theme: its fields by name."""
    QDir.setSearchPaths(_PICTURES, [str(files("resources") / "icons" / "controls")])
    return _SHEET.format(**colors)
