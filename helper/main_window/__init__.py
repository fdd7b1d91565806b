"""The main window: menus, top bar, side panel, messages, status bar.

``window`` makes the features, takes their commands into one table, and ends them. The other modules
are the features that have no package of their own, and the parts of the window.
"""
