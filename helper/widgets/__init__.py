"""Widgets that several features share.

``page_dialog`` and ``cards`` are a dialog with a page and a foot; ``dialog_lifetime`` deletes
dialogs; ``small_screen`` is what scrolls where there is little room: everything must fit 512 x 350
px (``tests/end_to_end/helper/test_small_screen.py``).
"""
